package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.limits;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Pods.Age;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.cluster.Shape.Stage;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Nodes that are drained and removed because their pods fit elsewhere.
class ScaleDownTest {

    private static final Duration TEN = Duration.ofMinutes(10);

    private Policy policy = Policy.DEFAULT;
    private Past past = Past.NONE;
    private Instant now = NOW;
    private final List<Budget> budgets = new ArrayList<>();
    private List<Pods> pending = List.of();

    @Test
    void drainsANodeWhosePodsHaveFitElsewhereForTenMinutes() {
        var nodes = List.of(full("a", "2"), full("b", "1"));

        assertThat(turn(nodes).plan().steps()).isEmpty();
        assertThat(sentences(turn(nodes)))
                .contains("1 node is unneeded for less than 10 min, e.g. b");
        assertThat(turn(nodes).wakeAt()).isEqualTo(NOW.plus(TEN));
        now = NOW.plus(TEN).minusSeconds(1);
        assertThat(turn(nodes).plan().steps()).isEmpty();
        now = NOW.plus(TEN);

        var decision = turn(nodes);

        assertThat(decision.plan().steps()).containsExactly(drain("b"));
        assertThat(sentences(decision))
                .contains(
                        "b is drained: its 1 pod fits on other nodes; it has been unneeded for 10"
                                + " min");
    }

    /// The process ended before it took the step, or the step failed.
    @Test
    void drainsANodeAtOnceWhoseDrainWasDecidedAndNotDone() {
        var nodes = List.of(full("a", "2"), full("b", "1"));
        waitTen(nodes);
        assertThat(turn(nodes).plan().steps()).containsExactly(drain("b"));
        now = now.plusSeconds(15);

        assertThat(turn(nodes).plan().steps()).containsExactly(drain("b"));
    }

    /// The timer of a node starts again when it was needed in between.
    @Test
    void forgetsTheTimeOfANodeThatIsNeededAgain() {
        turn(List.of(full("a", "2"), full("b", "1")));
        now = NOW.plus(Duration.ofMinutes(5));
        turn(List.of(full("a", "2"), full("b", "4")));
        now = NOW.plus(TEN);

        assertThat(turn(List.of(full("a", "2"), full("b", "1"))).plan().steps()).isEmpty();
    }

    @Test
    void evictsThePodsOfADrainedNodeAndRemovesItWhenItIsEmpty() {
        var evicting = turn(List.of(full("a", "2"), draining("b", "1")));

        assertThat(evicting.plan().steps()).containsExactly(new Step.EvictPods("b", 1));
        assertThat(sentences(evicting)).contains("1 pod of b is evicted: the node is drained");

        var removing = turn(List.of(full("a", "3"), draining("b", "0")));

        assertThat(removing.plan().steps()).containsExactly(new Step.RemoveNode("b", "small", 1));
    }

    /// Its pod fits on no other node.
    @Test
    void emptiesAndRemovesANodeThatSomebodyElseWantsDrained() {
        var evicting = turn(List.of(full("a", "4"), forced(full("b", "1"))));

        assertThat(evicting.plan().steps()).containsExactly(new Step.EvictPods("b", 1));
        assertThat(sentences(evicting)).contains("1 pod of b is evicted: the node is drained");

        var removing = turn(List.of(full("a", "4"), forced(full("b", "0"))));

        assertThat(removing.plan().steps()).containsExactly(new Step.RemoveNode("b", "small", 1));
        assertThat(sentences(removing)).contains("b is removed: it is drained and empty");
    }

    @Test
    void leavesAProtectedNodeAloneThatSomebodyElseWantsDrained() {
        var nodes = List.of(full("a", "2"), forced(full("b", "1").withNoDelete(true)));

        assertThat(turn(nodes).plan().steps()).isEmpty();
    }

    private static Node forced(Node node) {
        return node.with(new NodeState.Forced());
    }

    /// A finalizer holds the pod. Its grace period was over at second 60.
    @Test
    void removesADrainedNodeHalfAMinuteAfterItsTerminatingPodsShouldHaveEnded() {
        var stuck = shaped("p", "1").terminating(NOW.plusSeconds(60));
        var nodes = List.of(full("a", "2"), draining("b", "0").with(List.of(stuck)));
        now = NOW.plusSeconds(89);

        assertThat(turn(nodes).plan().steps()).isEmpty();
        now = NOW.plusSeconds(90);
        var decision = turn(nodes);

        assertThat(decision.plan().steps()).containsExactly(new Step.RemoveNode("b", "small", 1));
        assertThat(sentences(decision))
                .contains(
                        "b is removed: it is drained, and 1 terminating pod should have ended,"
                                + " e.g. shop/p");
    }

    @Test
    void removesANodeThatHasDrainedForAnHourAroundPodsWhoseEndIsUnknown() {
        var stuck = shaped("p", "1").as(shaped("p", "1").shape().in(Stage.TERMINATING));
        var nodes = List.of(full("a", "2"), draining("b", "0").with(List.of(stuck)));
        now = NOW.plus(Duration.ofMinutes(59));

        assertThat(turn(nodes).plan().steps()).isEmpty();
        now = NOW.plus(Duration.ofMinutes(60));

        assertThat(turn(nodes).plan().steps())
                .containsExactly(new Step.RemoveNode("b", "small", 1));
    }

    /// Cluster Autoscaler counts neither their requests nor waits for them.
    @Test
    void countsNoRequestsOfPodsThatShouldHaveEnded() {
        var stuck = shaped("q", "3").terminating(NOW.minusSeconds(30));
        var one = shaped("p", "1");
        var nodes = List.of(full("a", "2"), full("b", "0").with(List.of(one, stuck)));

        waitTen(nodes);

        assertThat(drained(turn(nodes))).containsExactly("b");
    }

    /// An hour passes between two turns, because the machine was asleep.
    @Test
    void countsNoTimeOfADrainInAJumpOfTheClock() {
        var nodes = List.of(full("a", "2"), draining("b", "1"));
        now = NOW.plusSeconds(60);
        turn(nodes);
        jump(Duration.ofHours(1));

        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.EvictPods("b", 1));
        now = now.plus(Duration.ofMinutes(15)).minusSeconds(61);
        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.EvictPods("b", 1));
        now = now.plusSeconds(1);
        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.UndrainNode("b"));
    }

    @Test
    void countsNoTimeOfATerminatingPodInAJumpOfTheClock() {
        var stuck = shaped("p", "1").terminating(NOW.plusSeconds(60));
        var nodes = List.of(full("a", "2"), draining("b", "0").with(List.of(stuck)));
        turn(nodes);
        jump(Duration.ofHours(1));

        assertThat(turn(nodes).plan().steps()).isEmpty();
        now = now.plusSeconds(90);
        assertThat(turn(nodes).plan().steps())
                .containsExactly(new Step.RemoveNode("b", "small", 1));
    }

    /// Four of five nodes were created a minute before the clock jumped.
    @Test
    void takesNoNodeForUnhealthyThatIsStartingWhileTheClockJumps() {
        var nodes = new ArrayList<Node>(List.of(full("a", "2")));
        for (int i = 1; i <= 4; i++) {
            nodes.add(full("n" + i, "0").withCreated(NOW).withReady(false));
        }
        now = NOW.plusSeconds(60);
        turn(nodes);
        jump(Duration.ofHours(1));

        assertThat(codes(turn(nodes))).doesNotContain(Rules.UNHEALTHY.code());
        now = now.plus(Duration.ofMinutes(15)).minusSeconds(61);
        assertThat(codes(turn(nodes))).doesNotContain(Rules.UNHEALTHY.code());
        now = now.plusSeconds(1);
        assertThat(codes(turn(nodes))).contains(Rules.UNHEALTHY.code());
    }

    private void jump(Duration lost) {
        now = now.plus(lost);
        past = new Scaling().jumped(past, now, lost);
    }

    private static List<String> codes(Decision<Past> decision) {
        return decision.reasons().stream().map(reason -> reason.rule().code()).toList();
    }

    @Test
    void keepsANodeThatIsUsedMoreThanHalf() {
        var nodes = List.of(full("a", "1"), full("b", "2100m"), full("c", "2"));

        waitTen(nodes);

        assertThat(sentences(turn(nodes))).contains("1 node is used above 50%, e.g. b");
        assertThat(drained(turn(nodes))).doesNotContain("b");
    }

    @Test
    void doesNotDrainBelowTheMinimum() {
        policy = limits("small", 2, 9);
        var nodes = List.of(full("a", "1"), full("b", "1"));

        waitTen(nodes);

        assertThat(turn(nodes).plan().steps()).isEmpty();
        assertThat(sentences(turn(nodes)))
                .contains("2 nodes are needed for the minimum of their groups, e.g. a, b");
    }

    /// Three nodes of which any one could go, and then no other.
    @Test
    void countsThePodsOfNodesThatGoTogether() {
        var nodes = List.of(full("a", "2"), full("b", "2"), full("c", "2"));

        waitTen(nodes);

        assertThat(drained(turn(nodes))).hasSize(1);
    }

    @Test
    void aNodeThatTakesPodsOfAnotherOneStays() {
        var nodes = List.of(full("a", "1"), full("b", "1"));

        waitTen(nodes);

        assertThat(drained(turn(nodes))).containsExactly("a");
    }

    @Test
    void drainsNoNodeOfAGroupThatGrows() {
        var nodes = List.of(full("a", "1"), full("b", "1"));
        waitTen(nodes);
        pending = List.of(pods(1, "big", "4", "1Gi"));

        var decision = turn(nodes);

        assertThat(decision.plan().steps()).containsExactly(new Step.ResizeGroup("small", 2, 3));
        assertThat(sentences(decision)).contains("2 nodes belong to groups that grow, e.g. a, b");
        pending = List.of();
        now = now.plus(Duration.ofMinutes(9));
        assertThat(sentences(turn(nodes)))
                .contains("2 nodes belong to groups that grew less than 10 min ago, e.g. a, b");
    }

    @Test
    void keepsANodeToWhichPendingPodsGo() {
        var nodes = List.of(full("a", "4"), full("b", "1"));
        pending = List.of(pods(1, "web-9", "1", "1Gi"));

        assertThat(sentences(turn(nodes)))
                .contains("1 node is needed for pods that are pending or move, e.g. b");
    }

    @Test
    void namesThePodThatKeepsANode() {
        var plain = pods(1, "web-1", "1", "1Gi");
        keeps(pods(1, "lone", "1", "1Gi", Owner.NOBODY), "nothing would replace shop/lone of b");
        keeps(
                plain.as(plain.shape().with(new Disruption(Consent.FORBIDDEN, false))),
                "shop/web-1 of b must not be evicted, by its annotation");
        keeps(
                plain.as(plain.shape().with(new Disruption(Consent.ON_COMPLETION, false))),
                "shop/web-1 of b is evicted only when it has ended, by its annotation");
        keeps(
                plain.as(plain.shape().with(new Disruption(Consent.UNSAID, true))),
                "shop/web-1 of b has a volume on the node");
        keeps(
                pods(1, "db-1", "4", "1Gi"),
                "shop/db-1 of b fits on no other node; a: insufficient cpu: requests 4, 1"
                        + " available",
                "3");
    }

    /// The annotation of the pod overrides every other rule.
    @Test
    void aPodThatIsSafeToEvictKeepsNoNode() {
        var lone = pods(1, "lone", "1", "1Gi", Owner.NOBODY);
        var safe = lone.as(lone.shape().with(new Disruption(Consent.SAFE, true)));
        var nodes = List.of(full("a", "3"), node("b", "pool=small", "4", "16Gi", safe));

        waitTen(nodes);

        assertThat(drained(turn(nodes))).containsExactly("b");
    }

    /// Cluster Autoscaler's limit is an hour.
    @Test
    void aPodOfKubeSystemWithoutABudgetKeepsANodeForAnHour() {
        var dns = Village.pods(1, "dns", "1", "1Gi");
        var shape =
                new Shape(
                        "kube-system",
                        Labels.NONE,
                        dns.shape().requests(),
                        Shape.Placement.ANYWHERE,
                        Owner.REPLICA_SET,
                        0);
        var age = new Age(NOW.minusSeconds(60), NOW);
        var nodes =
                List.of(
                        full("a", "3"),
                        full("b", "0").with(List.of(new Pods(shape, 1, "dns", age))));
        now = NOW.plus(Duration.ofMinutes(60)).minusSeconds(1);

        assertThat(sentences(turn(nodes)))
                .contains(
                        "kube-system/dns of b is a pod of kube-system without a disruption"
                                + " budget");
        assertThat(turn(nodes).wakeAt()).isEqualTo(NOW.plus(Duration.ofMinutes(60)));
        now = NOW.plus(Duration.ofMinutes(60));
        waitTen(nodes);
        assertThat(drained(turn(nodes))).containsExactly("b");
    }

    private void keeps(Pods pod, String sentence) {
        keeps(pod, sentence, "2");
    }

    private void keeps(Pods pod, String sentence, String used) {
        var size = pod.shape().requests().asked(Resources.CPU) > 2_000 ? "9" : "4";
        var nodes = List.of(full("a", used), node("b", "pool=small", size, "16Gi", pod));
        past = Past.NONE;
        waitTen(nodes);
        assertThat(sentences(turn(nodes))).contains(sentence);
        assertThat(drained(turn(nodes))).doesNotContain("b");
    }

    /// Two nodes have a pod of a budget that allows one disruption: one node is drained.
    @Test
    void spendsWhatABudgetAllows() {
        budgets.add(new Budget(new ObjectName("shop", "web"), List.of(), 1));
        var nodes = List.of(full("a", "3"), full("b", "500m"), full("c", "500m"));

        waitTen(nodes);
        var decision = turn(nodes);

        assertThat(drained(decision)).containsExactly("b");
        assertThat(sentences(decision))
                .contains("disruption budget shop/web does not allow to evict shop/p of c");
    }

    @Test
    void drainsOnlySoManyNodesAtATime() {
        policy =
                policy.with(
                        new ScaleDownPolicy(
                                true,
                                TEN,
                                policy.scaleDown().most(),
                                2,
                                TEN,
                                TEN,
                                List.of(),
                                Consolidation.DEFAULT));
        var nodes = new ArrayList<Node>();
        nodes.add(node("big", "pool=large", "64", "256Gi", shaped("p", "40")));
        for (int i = 1; i <= 5; i++) {
            nodes.add(full("n" + i, "1"));
        }

        waitTen(nodes);
        var decision = turn(nodes);

        assertThat(drained(decision)).containsExactly("n1", "n2");
        assertThat(sentences(decision))
                .contains(
                        "3 more unneeded nodes are drained later: at most 2 nodes drain at a"
                                + " time");
    }

    @Test
    void takesADrainingNodeBackBeforeItBuysOne() {
        pending = List.of(pods(1, "web-9", "3", "1Gi"));

        var decision = turn(List.of(full("a", "4"), draining("b", "0")));

        assertThat(decision.plan().steps()).containsExactly(new Step.UndrainNode("b"));
        assertThat(sentences(decision))
                .contains("b takes pods again: 1 pending pod fits on it, e.g. shop/web-9");
    }

    @Test
    void takesANodeBackWhosePodsLostTheirPlace() {
        var nodes = List.of(full("a", "4"), draining("b", "1"));

        var decision = turn(nodes);

        assertThat(decision.plan().steps()).containsExactly(new Step.UndrainNode("b"));
        assertThat(sentences(decision))
                .contains("b takes pods again: 1 of its pods fit on no other node, e.g. shop/p");
    }

    /// A budget that never allows an eviction must not hold up the others.
    @Test
    void takesANodeBackThatCannotBeEmptiedAndTriesItLater() {
        var nodes = List.of(full("a", "3"), draining("b", "1"));
        now = NOW.plus(Duration.ofMinutes(15));

        assertThat(turn(nodes).plan().steps()).containsExactly(new Step.UndrainNode("b"));

        var active = List.of(full("a", "3"), full("b", "1"));
        now = now.plus(Duration.ofMinutes(29));
        assertThat(sentences(turn(active)))
                .contains("1 node was taken back less than 30 min ago, e.g. b");
        now = now.plus(Duration.ofMinutes(1));
        assertThat(sentences(turn(active)))
                .contains("1 node is unneeded for less than 10 min, e.g. b");
    }

    /// The pods were evicted, and the scheduler found no place for the larger one.
    @Test
    void pausesAfterARemovalThatFailed() {
        evictTwoPods(DrainCause.LOW_UTILISATION);

        var decision = turn(placedOtherwise());

        assertThat(sentences(decision))
                .contains(
                        "1 pod that was moved from a drained node of small fits on no node that"
                                + " stays, e.g. shop/p; small drains no node for 20 min");
        pending = List.of();
        now = now.plus(Duration.ofMinutes(19));
        var nodes = List.of(full("a", "2"), full("c", "1"));
        assertThat(sentences(turn(nodes)))
                .contains(
                        "2 nodes belong to groups that pause after a removal that failed, e.g. a,"
                                + " c");
    }

    /// The pods of b fit on a and c, if the larger one goes to a.
    private void evictTwoPods(DrainCause why) {
        var pods = List.of(shaped("p", "2"), shaped("q", "1"));
        var draining = draining("b", "0").with(new NodeState.Draining(NOW, why)).with(pods);
        turn(List.of(full("a", "2"), full("c", "3"), draining));
        pending = List.of(shaped("p", "2"));
        now = now.plusSeconds(60);
    }

    /// The smaller one went to a.
    private static List<Node> placedOtherwise() {
        var pods = List.of(shaped("p", "2"), shaped("q", "1"));
        return List.of(full("a", "0").with(pods), full("c", "3"));
    }

    /// One pod moves to a. Five minutes later its workload has twenty more pods, of which one finds
    /// room.
    @Test
    void countsNoRemovalAsFailedIfNewPodsNeedTheNodes() {
        turn(List.of(full("a", "2"), draining("b", "1")));
        pending = List.of(shaped("q", "1").times(20));
        now = now.plus(Duration.ofMinutes(5));
        var pods = List.of(shaped("p", "2"), shaped("q", "1"));

        var decision = turn(List.of(full("a", "0").with(pods)));

        assertThat(decision.plan().steps()).containsExactly(new Step.ResizeGroup("small", 1, 6));
        assertThat(codes(decision)).doesNotContain(RemovalRules.REMOVAL_FAILED.code());
    }

    /// The moved pod is pending, and so is a smaller one that is new.
    @Test
    void countsARemovalAsFailedIfNewPodsNeedLessThanTheMovedOnes() {
        evictTwoPods(DrainCause.LOW_UTILISATION);
        pending = List.of(shaped("p", "2"), pods(1, "new", "1900m", "512Mi"));

        assertThat(codes(turn(placedOtherwise()))).contains(RemovalRules.REMOVAL_FAILED.code());
    }

    /// Nodes that go for another cause go in any case: nothing is learned from their pods.
    @Test
    void countsNoRemovalAsFailedOfANodeThatGoesForAnotherCause() {
        evictTwoPods(DrainCause.TOO_OLD);

        assertThat(codes(turn(placedOtherwise())))
                .doesNotContain(RemovalRules.REMOVAL_FAILED.code());
    }

    /// The pods were evicted, the scheduler found no place for one, and its node takes it back.
    @Test
    void pausesAfterARemovalWhosePodsGoBack() {
        evictTwoPods(DrainCause.LOW_UTILISATION);
        var nodes = new ArrayList<>(placedOtherwise());
        nodes.add(draining("b", "0"));

        var decision = turn(nodes);

        assertThat(decision.plan().steps()).containsExactly(new Step.UndrainNode("b"));
        assertThat(sentences(decision))
                .contains(
                        "1 pod that was moved from a drained node of small fits on no node that"
                                + " stays, e.g. shop/p; small drains no node for 20 min");
    }

    @Test
    void leavesNodesAloneThatAreProtectedOrNotManaged() {
        var nodes = List.of(full("a", "3"), full("b", "1").withNoDelete(true));

        waitTen(nodes);

        assertThat(turn(nodes).plan().steps()).isEmpty();
        assertThat(sentences(turn(nodes))).contains("1 node is protected by an annotation, e.g. b");
    }

    @Test
    void drainsNothingIfItIsTurnedOff() {
        policy = policy.with(ScaleDownPolicy.OFF);
        var nodes = List.of(full("a", "2"), full("b", "1"));

        waitTen(nodes);

        assertThat(turn(nodes).plan().steps()).isEmpty();
    }

    /// Of a node with GPUs only the GPUs count. Half of them may be used.
    @Test
    void countsTheGpusOfANode() {
        var table =
                """
                cpu used of 4 | GPUs | used | above half
                2             | 0    | 0    | false
                2100m         | 0    | 0    | true
                2100m         | 4    | 0    | false
                3900m         | 4    | 2    | false
                100m          | 4    | 3    | true
                """;
        for (var row : table.lines().skip(1).toList()) {
            var cells = row.split("\\|", -1);
            var gpu = WellKnown.GPUS.getFirst();
            var node = full("b", "0");
            var pods = shaped("p", cells[0].strip());
            long gpus = Long.parseLong(cells[1].strip());
            long used = Long.parseLong(cells[2].strip());
            var asking = pods.as(pods.shape().with(pods.shape().requests().with(gpu, used)));
            var offering = node.withAllocatable(node.allocatable().with(gpu, gpus));

            assertThat(NodeUse.of(offering.with(List.of(asking))).isAbove(Percent.of(50)))
                    .as(row)
                    .isEqualTo(cells[3].strip().equals("true"));
        }
    }

    /// Of each group, rounded up; the node that takes the pods counts.
    @Test
    void drainsATenthOfTheEmptyNodesOfAGroupInATurn() {
        var table =
                """
                nodes | drained
                2     | 1
                9     | 1
                10    | 1
                11    | 2
                20    | 2
                21    | 3
                """;
        for (var row : table.lines().skip(1).toList()) {
            var cells = row.split("\\|", -1);
            int count = Integer.parseInt(cells[0].strip());
            var nodes = new ArrayList<Node>(List.of(full("full", "3")));
            for (int i = 1; i < count; i++) {
                nodes.add(full("n" + (10 + i), "0"));
            }
            past = Past.NONE;
            now = NOW;
            waitTen(nodes);
            var decision = turn(nodes);

            assertThat(drained(decision)).as(row).hasSize(Integer.parseInt(cells[1].strip()));
        }
    }

    private static Node full(String name, String cpu) {
        return cpu.equals("0")
                ? node(name, "pool=small", "4", "16Gi")
                : node(name, "pool=small", "4", "16Gi", shaped("p", cpu));
    }

    private static Pods shaped(String name, String cpu) {
        return pods(1, name, cpu, "1Gi");
    }

    private static Node draining(String name, String cpu) {
        var node = full(name, cpu);
        var taint = new Taint(Node.DRAINING_TAINT, "", Taint.Effect.NO_SCHEDULE);
        return node.withTaints(List.of(taint))
                .with(new NodeState.Draining(NOW, DrainCause.LOW_UTILISATION));
    }

    private void waitTen(List<Node> nodes) {
        turn(nodes);
        now = now.plus(TEN);
    }

    private Decision<Past> turn(List<Node> nodes) {
        var groups = new ArrayList<Group>();
        for (var name : List.of("small", "large")) {
            int size =
                    (int)
                            nodes.stream()
                                    .filter(node -> name.equals(node.labels().get("pool")))
                                    .count();
            if (size > 0) {
                groups.add(group(name, 99, "0.2").with(size));
            }
        }
        var cluster = Cluster.of(nodes, pending, groups);
        for (var budget : budgets) {
            cluster = cluster.withBudgets(cluster.budgets().with(budget.name(), budget));
        }
        var question = new Question<>(cluster, policy, past, List.<Outcome>of(), now, 0);
        var decision = new Scaling().decide(question);
        past = decision.remember();
        return decision;
    }

    private static Step drain(String node) {
        return new Step.DrainNode(node, DrainCause.LOW_UTILISATION);
    }

    private static List<String> drained(Decision<Past> decision) {
        return decision.plan().steps().stream()
                .filter(step -> step instanceof Step.DrainNode)
                .map(step -> ((Step.DrainNode) step).node())
                .toList();
    }

    private static List<String> sentences(Decision<Past> decision) {
        return decision.reasons().stream().map(Reason::sentence).toList();
    }
}
