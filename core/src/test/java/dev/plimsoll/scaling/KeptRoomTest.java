package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.BufferSize;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.Past.Removals;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.slack.Placeholder;
import dev.plimsoll.slack.SlackPast;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Room that is kept free, inside the scale-up and scale-down decision.
class KeptRoomTest {

    private static final Duration TEN = Duration.ofMinutes(10);

    private Policy policy = keeping(10);
    private Past past = Past.NONE;
    private Instant now = NOW;
    private List<Pods> pending = List.of();
    private List<Buffer> buffers = List.of();

    /// Ten full nodes of 4 cpu: 10 % are 4 cpu, which one new node holds.
    @Test
    void buysANodeForRoomThatIsMissing() {
        var answer = turn(full(10));

        assertThat(answer.decision().plan().steps())
                .containsExactly(new Step.ResizeGroup("small", 10, 11));
        assertThat(sentences(answer))
                .contains(
                        "small grows from 10 to 11 nodes for 5 placeholders of room to keep free");
    }

    @Test
    void buysNothingWhereTheRoomIsThere() {
        var nodes = full(9);
        nodes.add(node("free", "pool=small", "4", "16Gi"));
        nodes.add(node("free2", "pool=small", "4", "16Gi"));

        var answer = turn(nodes);

        assertThat(answer.decision().plan().steps()).isEmpty();
        assertThat(missing(answer)).isZero();
    }

    /// The pod takes the room at once, and the room is bought again.
    @Test
    void pendingPodsGoBeforePlaceholders() {
        var nodes = full(9);
        nodes.add(node("free", "pool=small", "4", "16Gi"));
        nodes.add(node("free2", "pool=small", "4", "16Gi", pods(1, "p", "3200m", "12Gi")));
        assertThat(turn(nodes).decision().plan().steps()).isEmpty();
        pending = List.of(pods(1, "web-9", "4", "8Gi"));

        var answer = turn(nodes);

        assertThat(sentences(answer))
                .contains("1 pending pod fits on existing nodes: shop/web-9")
                .anyMatch(sentence -> sentence.contains("placeholders of room to keep free"));
        assertThat(answer.details().left()).isZero();
        assertThat(answer.details().pending()).hasSize(1);
    }

    /// R1-2 of the source.
    @Test
    void placeholdersStayWhereTheyAre() {
        var nodes = full(9);
        nodes.add(node("free", "pool=small", "4", "16Gi"));
        nodes.add(node("free2", "pool=small", "4", "16Gi"));
        var first = turn(nodes);
        var seats = first.decision().remember().keptFree();

        assertThat(seats.seats()).isNotEmpty();
        assertThat(turn(nodes).decision().remember().keptFree()).isEqualTo(seats);
    }

    /// R3 of the source: an empty node stays if the room is on it; without the rate it goes.
    @Test
    void keepsANodeThatHoldsTheRoom() {
        var nodes = full(9);
        nodes.add(node("free", "pool=small", "4", "16Gi"));
        turn(nodes);
        now = now.plus(TEN);
        assertThat(turn(nodes).decision().plan().steps())
                .noneMatch(step -> step instanceof Step.DrainNode);

        policy = Policy.DEFAULT;
        past = Past.NONE;
        turn(nodes);
        now = now.plus(TEN);
        assertThat(turn(nodes).decision().plan().steps())
                .anyMatch(step -> step.equals(drain("free")));
    }

    /// Placeholders do not count in the utilisation of a node, and move like pods.
    @Test
    void removesNodesBeyondTheRoom() {
        var nodes = full(9);
        for (int i = 1; i <= 4; i++) {
            nodes.add(node("free" + i, "pool=small", "4", "16Gi"));
        }
        turn(nodes);
        now = now.plus(TEN);

        var steps = turn(nodes).decision().plan().steps();

        assertThat(steps).filteredOn(step -> step instanceof Step.DrainNode).hasSize(2);
    }

    /// The placeholders have 0.4 cpu, a fifth of a node of `small`. Without such a node they would
    /// have 0.8 cpu, for which no node of `large` has room.
    @Test
    void keepsTheLastNodeOfAGroupIfTheRoomFitsNowhereWithoutIt() {
        policy = keeping(5);
        var nodes = new ArrayList<Node>();
        nodes.add(node("free", "pool=small", "2", "8Gi"));
        for (int i = 0; i < 6; i++) {
            var pods = pods(1, "p" + i, "3500m", "14Gi");
            nodes.add(node("n" + i, "pool=large", "4", "16Gi", pods));
        }
        turn(nodes);
        now = now.plus(TEN);

        var answer = turn(nodes);

        assertThat(answer.decision().plan().steps()).isEmpty();
        assertThat(sentences(answer))
                .contains(
                        "1 node is the last of its group: without it placeholders would get another"
                                + " size and find no place, e.g. free");
    }

    /// The pod of the drained node went to the other node than in the plan: three placeholders had
    /// places beside it, now two have.
    @Test
    void aRemovalHasFailedIfAPlaceholderLosesItsPlace() {
        var nodes = evicted();
        nodes.set(1, with(nodes.get(1), WEB));

        var answer = turn(nodes);

        assertThat(missing(answer)).isOne();
        assertThat(sentences(answer))
                .contains(
                        "1 placeholder has no place any more after pods of a drained node of small"
                                + " moved; small drains no node for 20 min");
    }

    /// A placeholder of 800m lost its place, and new pods ask for as much.
    @Test
    void aBurstOfNewPodsIsNoFailedRemoval() {
        for (int cpuMillis : List.of(799, 800, 801)) {
            past = Past.NONE;
            var nodes = evicted();
            nodes.set(1, with(nodes.get(1), WEB));
            nodes.set(3, with(nodes.get(3), pods(1, "new", cpuMillis + "m", "64Mi")));

            var answer = turn(nodes);

            assertThat(missing(answer)).isOne();
            assertThat(hasFailed(answer)).as("%dm", cpuMillis).isEqualTo(cpuMillis < 800);
        }
    }

    /// The pod of the drained node went where the plan put it.
    @Test
    void aRemovalHasNotFailedIfOtherPodsTookThePlace() {
        var nodes = evicted();
        nodes.set(0, with(nodes.get(0), WEB));
        nodes.set(1, with(nodes.get(1), pods(1, "new", "700m", "1Gi")));

        var answer = turn(nodes);

        assertThat(missing(answer)).isOne();
        assertThat(hasFailed(answer)).isFalse();
    }

    private static boolean hasFailed(Answer<Past, Proposal> answer) {
        return answer.decision().reasons().stream()
                .anyMatch(reason -> reason.rule().equals(RemovalRules.REMOVAL_FAILED_ROOM));
    }

    /// A growth for pods keeps the nodes of the group for 10 minutes.
    @Test
    void growthForRoomKeepsTheNodesOfItsGroupForTwoMinutes() {
        turn(full(10));
        now = now.plusSeconds(119);
        assertThat(turn(roomy()).decision().wakeAt()).isEqualTo(now.plusSeconds(1));
        assertThat(sentences(turn(roomy())))
                .contains(
                        "12 nodes belong to groups that grew for room to keep free less than 2 min"
                                + " ago, e.g. n0, n1, n10");
        now = now.plusSeconds(1);

        assertThat(sentences(turn(roomy()))).noneMatch(sentence -> sentence.contains("ago"));
    }

    private static List<Node> roomy() {
        var nodes = full(10);
        nodes.add(node("n10", "pool=small", "4", "16Gi"));
        nodes.add(node("n11", "pool=small", "4", "16Gi"));
        return nodes;
    }

    /// The placeholders were on two nodes, and the pod of the drained node fits on either of them
    /// only alone.
    @Test
    void podsOfADrainingNodeGoBeforePlaceholders() {
        policy = keeping(20);
        var seats = new TreeMap<String, String>();
        seats.put("standard-1", "a");
        seats.put("standard-2", "b");
        past = new Past(new TreeMap<>(), Removals.NONE, new SlackPast(seats), Growths.NONE);
        var nodes = new ArrayList<Node>();
        for (var name : List.of("a", "b")) {
            nodes.add(node(name, "pool=small", "4", "16Gi", pods(1, "p", "2400m", "9600Mi")));
        }
        var going = node("c", "pool=small", "4", "16Gi", pods(1, "web", "1600m", "6400Mi"));
        nodes.add(going.with(new NodeState.Draining(now, DrainCause.LOW_UTILISATION)));

        var answer = turn(nodes);

        assertThat(answer.decision().plan().steps()).containsExactly(new Step.EvictPods("c", 1));
        assertThat(missing(answer)).isZero();
    }

    @Test
    void saysThatRoomIsMissingWhereNoGroupMayGrow() {
        policy = Village.limits("small", 0, 10).with(keeping(10).keptFree());

        var answer = turn(full(10));

        assertThat(answer.decision().plan().steps()).isEmpty();
        assertThat(sentences(answer))
                .contains("5 placeholders find no place: no group may grow for them");
        assertThat(answer.details().pending()).isEmpty();
    }

    /// A node that is bought for room asks for room of its own, but less.
    @Test
    void buyingForRoomComesToAnEnd() {
        var nodes = full(30);
        for (int turn = 0; turn < 4; turn++) {
            var steps = turn(nodes).decision().plan().steps();
            if (steps.isEmpty()) {
                assertThat(turn).isPositive();
                return;
            }
            if (steps.getFirst() instanceof Step.ResizeGroup(_, int from, int to, _)) {
                for (int i = from; i < to; i++) {
                    nodes.add(node("new" + i, "pool=small", "4", "16Gi"));
                }
            }
        }
        throw new AssertionError("the room has no fixed point");
    }

    /// Without a rate, CapacityBuffers and annotations alone say what is kept free.
    @Test
    void growsForABufferWithoutARate() {
        policy = Policy.DEFAULT;
        buffers = List.of(buffer(3));

        var answer = turn(full(10));

        assertThat(answer.decision().plan().steps())
                .containsExactly(new Step.ResizeGroup("small", 10, 11));
        assertThat(sentences(answer))
                .contains("room for 3 pods of CapacityBuffer shop/web")
                .contains(
                        "small grows from 10 to 11 nodes for 3 placeholders of room to keep free");
    }

    @Test
    void growsForAnAnnotationWithoutARate() {
        policy = Policy.DEFAULT;
        var marked = pods(1, "web", "2", "4Gi");
        pending = List.of(marked.as(marked.shape().with(new Reserve.Placeholders(2))));

        var answer = turn(full(1));

        assertThat(sentences(answer))
                .contains(
                        "small grows from 1 to 3 nodes for 1 pod: shop/web, and for 2 placeholders"
                                + " of room to keep free");
    }

    /// A pod that starts in the room costs one placeholder its place, and the room is bought again.
    @Test
    void theRoomOfABufferIsBoughtAgain() {
        policy = Policy.DEFAULT;
        buffers = List.of(buffer(3));
        var nodes = full(9);
        nodes.add(node("free", "pool=small", "4", "16Gi"));
        assertThat(turn(nodes).decision().plan().steps()).isEmpty();
        pending = List.of(pods(2, "web-9", "1", "2Gi"));

        var answer = turn(nodes);

        assertThat(answer.details().left()).isZero();
        assertThat(sentences(answer))
                .contains("2 pending pods fit on existing nodes, e.g. shop/web-9")
                .contains("small grows from 10 to 11 nodes for 1 placeholder of room to keep free");
    }

    /// A buffer that is gone leaves its room: the node goes.
    @Test
    void aBufferThatIsGoneKeepsNoNode() {
        policy = Policy.DEFAULT;
        buffers = List.of(buffer(3));
        var nodes = full(9);
        nodes.add(node("free", "pool=small", "4", "16Gi"));
        turn(nodes);
        now = now.plus(TEN);
        assertThat(turn(nodes).decision().plan().steps()).isEmpty();

        buffers = List.of();
        turn(nodes);
        assertThat(past.keptFree()).isEqualTo(SlackPast.NONE);
        now = now.plus(TEN);
        assertThat(turn(nodes).decision().plan().steps()).contains(drain("free"));
    }

    private static final Pods WEB = pods(1, "web", "1400m", "5600Mi");

    /// Two nodes with places for three placeholders beside the pod of a third, which was evicted,
    /// and a fourth with little memory left.
    private List<Node> evicted() {
        policy = keeping(20);
        var nodes = new ArrayList<Node>();
        nodes.add(node("a", "pool=small", "4", "16Gi", pods(1, "p", "2600m", "10400Mi")));
        nodes.add(node("b", "pool=small", "4", "16Gi", pods(1, "q", "1600m", "6400Mi")));
        var going = node("c", "pool=small", "4", "16Gi", WEB);
        nodes.add(going.with(new NodeState.Draining(now, DrainCause.LOW_UTILISATION)));
        nodes.add(node("d", "pool=small", "4", "16Gi", pods(1, "r", "2400m", "15600Mi")));
        var answer = turn(nodes);
        assertThat(answer.decision().plan().steps()).containsExactly(new Step.EvictPods("c", 1));
        assertThat(missing(answer)).isZero();
        nodes.set(2, nodes.get(2).with(List.of()));
        now = now.plusSeconds(20);
        return nodes;
    }

    private static Node with(Node node, Pods pod) {
        return node.with(Stream.concat(node.pods().stream(), Stream.of(pod)).toList());
    }

    private static Buffer buffer(int replicas) {
        return new Buffer(
                new KindName(Buffer.CAPACITY_BUFFER, new ObjectName("shop", "web")),
                BufferSize.of(replicas),
                new Buffer.Pattern.Pods(pods(1, "web", "1", "2Gi").shape(), Count.unknown(), ""),
                Instant.EPOCH);
    }

    private static Policy keeping(int percent) {
        var defaults = SlackPolicy.DEFAULT;
        return Policy.DEFAULT.with(
                new KeptFree.Room(
                        new SlackPolicy(
                                defaults.reading(),
                                new Rate(Percent.of(percent), Basis.CAPACITY),
                                defaults.pieces(),
                                defaults.biggest(),
                                defaults.resources())));
    }

    private static List<Node> full(int count) {
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < count; i++) {
            nodes.add(node("n" + i, "pool=small", "4", "16Gi", pods(4, "p" + i, "1", "4Gi")));
        }
        return nodes;
    }

    private Answer<Past, Proposal> turn(List<Node> nodes) {
        var groups = Stream.of("small", "large").map(name -> withNodes(name, nodes)).toList();
        var asking = SharedMap.<KindName, Buffer>empty();
        for (var buffer : buffers) {
            asking = asking.with(buffer.name(), buffer);
        }
        var cluster = Cluster.of(nodes, pending, groups).withBuffers(asking);
        var answer =
                new Scaling()
                        .answer(new Question<>(cluster, policy, past, List.<Outcome>of(), now, 0));
        past = answer.decision().remember();
        return answer;
    }

    private static Group withNodes(String name, List<Node> nodes) {
        var own = nodes.stream().filter(node -> name.equals(node.labels().get("pool")));
        return group(name, 100, "0.2").with((int) own.count());
    }

    private static long missing(Answer<Past, Proposal> answer) {
        return answer.details().placeholders().stream()
                .filter(placeholder -> !placeholder.isHeld())
                .map(Placeholder::name)
                .count();
    }

    private static Step drain(String node) {
        return new Step.DrainNode(node, DrainCause.LOW_UTILISATION);
    }

    private static List<String> sentences(Answer<Past, Proposal> answer) {
        return answer.decision().reasons().stream().map(Reason::sentence).toList();
    }
}
