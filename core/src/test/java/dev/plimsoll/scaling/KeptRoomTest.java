package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.slack.Placeholder;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Room that is kept free, inside the scale-up and scale-down decision.
class KeptRoomTest {

    private static final Duration TEN = Duration.ofMinutes(10);

    private Policy policy = keeping(10);
    private Past past = Past.NONE;
    private Instant now = NOW;
    private List<Pods> pending = List.of();

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
        var groups = List.of(group("small", 100, "0.2").with(nodes.size()));
        var cluster = Cluster.of(nodes, pending, groups);
        var answer =
                new Scaling()
                        .answer(new Question<>(cluster, policy, past, List.<Outcome>of(), now, 0));
        past = answer.decision().remember();
        return answer;
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
