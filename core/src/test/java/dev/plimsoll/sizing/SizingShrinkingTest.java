package dev.plimsoll.sizing;

import static dev.plimsoll.cluster.DrainCause.ABOVE_MAX;
import static dev.plimsoll.cluster.DrainCause.LOW_UTILISATION;
import static dev.plimsoll.sizing.OneGroup.EACH;
import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.effects;
import static dev.plimsoll.sizing.OneGroup.named;
import static dev.plimsoll.sizing.OneGroup.pinned;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.sentences;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Policy.Order;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which nodes a group drains, and how many in a turn.
class SizingShrinkingTest {

    @Test
    void drainsWhatIsAboveItsMaximumEvenWhenFull() {
        var full = new OneGroup().limits(0, 2).nodes(3, EACH).waiting(6, shape(500, 0)).decide();
        var fits = new OneGroup().limits(0, 2).nodes(3, EACH).waiting(4, shape(500, 0)).decide();

        assertThat(full.plan()).isEqualTo(Plan.of(new DrainNode("n1", ABOVE_MAX)));
        assertThat(fits.plan()).isEqualTo(Plan.of(new DrainNode("n1", ABOVE_MAX)));
        assertThat(sentences(full))
                .containsExactly("blue has 3 nodes, above its maximum of 2; it shrinks to 2");
    }

    @Test
    void callsOffWhatWouldComeAboveItsMaximum() {
        var decision =
                new OneGroup()
                        .limits(0, 3)
                        .template(EACH)
                        .nodes(2, EACH)
                        .owes(3)
                        .waiting(6, shape(500, 0))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new GiveUp("blue", 5, 3)));
        assertThat(codes(decision)).containsExactly("above-max", "cancel-arriving");
    }

    @Test
    void drainsNothingAboveItsMaximumThatIsMarkedNotToBeDeleted() {
        var group = new OneGroup().limits(0, 1);
        for (var name : List.of("a", "b", "c")) {
            group.node(
                    Node.of(name, EACH)
                            .withReady(!name.equals("a"))
                            .withNoDelete(!name.equals("c")));
        }

        var decision = group.decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("c", ABOVE_MAX)));
        assertThat(sentences(decision))
                .containsExactly("blue has 3 nodes, above its maximum of 1; it shrinks to 2");
    }

    /// A drain failed, and the next one is due in 20 min.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    later by s | drains | looks again at s
                             0 |        | 1200
                          1199 |        | 1200
                          1200 | n1     |
                    """)
    void drainsNothingInThePauseAfterADrainThatFailed(long seconds, String node, Long again) {
        var failed = BackOff.NONE.failed(NOW, Duration.ofMinutes(20), Duration.ofDays(1));
        var timers = GroupPast.Timers.NONE.withDrains(failed);
        var group = new OneGroup().limits(1, 9).nodes(2, EACH).waiting(1, shape(100, 0));

        var decision =
                group.remembers(Past.NONE.with(GroupPast.NONE.with(timers)))
                        .at(NOW.plusSeconds(seconds))
                        .decide();

        assertThat(decision.plan())
                .isEqualTo(
                        node == null
                                ? Plan.nothing()
                                : Plan.of(new DrainNode(node, LOW_UTILISATION)));
        if (node == null) {
            assertThat(sentences(decision))
                    .containsExactly(
                            "a drain of blue failed; it drains no nodes for another "
                                    + (1_200 - seconds)
                                    + " s");
            assertThat(decision.wakeAt()).isEqualTo(NOW.plusSeconds(again));
        }
    }

    /// Lines 10, 40 and 70 percent of ten nodes, for each resource from both sides.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    cpu m | memory Mi | drained | rule
                     4000 |         0 |       0 | within-thresholds
                     3999 |         0 |       2 | low-utilisation
                     4001 |         0 |       0 | within-thresholds
                        0 |     16000 |       0 | within-thresholds
                        0 |     15999 |       2 | low-utilisation
                     1000 |         0 |       2 | low-utilisation
                      999 |         0 |       5 | very-low-utilisation
                      999 |      4000 |       2 | low-utilisation
                      999 |      3999 |       5 | very-low-utilisation
                        0 |         0 |       5 | very-low-utilisation
                    """)
    void drainsSlowlyBelowOneLineAndFastBelowTheOther(
            long cpu, long memory, int drained, String rule) {
        var group = new OneGroup().nodes(10, EACH);
        group.pendingInSmallPods(cpu, memory);

        var decision = group.decide();

        assertThat(decision.plan().steps()).hasSize(drained).allMatch(DrainNode.class::isInstance);
        assertThat(codes(decision)).containsExactly(rule);
    }

    /// At 39% of four nodes the source drains two, and is at 78%.
    @Test
    void drainsOnlySoManyThatTheOthersStayBelowTheLineAtWhichItGrows() {
        var decision = new OneGroup().nodes(4, EACH).waiting(12, shape(130, 0)).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("n1", LOW_UTILISATION)));
        assertThat(sentences(decision))
                .containsExactly(
                        "blue keeps 3 nodes whose removal would bring its utilisation above 70%:"
                                + " n2, n3, n4",
                        "cpu utilisation of blue is 39% with 4 nodes, below 40%; it drains to 3"
                                + " nodes: n1");
        assertThat(effects(decision))
                .containsExactly("would-grow-again CAPPED", "low-utilisation CHOSE");
    }

    @Test
    void keepsTheOneNodeWhoseMemoryHasNoLimit() {
        var decision =
                new OneGroup()
                        .node(Resources.NONE.with("cpu", 1_000))
                        .node(EACH, pods(1, shape(0, 3_900)))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("n2", LOW_UTILISATION)));
    }

    @Test
    void passesOverNodesWhosePodsFindNoPlace() {
        var large = shape(700, 0);
        var small = shape(100, 0);

        var decision =
                new OneGroup()
                        .node(EACH, pods(1, large))
                        .node(EACH, pods(4, small))
                        .node(EACH, pods(1, shape(0, 10)))
                        .node(EACH)
                        .lines(0, 4_000, 10_000)
                        .order(Policy.Order.OLDEST)
                        .decide();

        assertThat(decision.plan())
                .isEqualTo(
                        Plan.of(
                                new DrainNode("n1", LOW_UTILISATION),
                                new DrainNode("n2", LOW_UTILISATION)));

        var full =
                new OneGroup()
                        .node(EACH, pods(1, large))
                        .node(EACH, pods(1, shape(400, 0)))
                        .node(EACH, pods(1, shape(0, 10)), pods(1, shape(90, 3_900)))
                        .lines(0, 9_000, 20_000)
                        .decide();

        assertThat(codes(full)).contains("drain-blocked");
    }

    @Test
    void keepsRoomForThePodsOfNodesThatDrainAlready() {
        var group =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(EACH, pods(1, shape(150, 0)))
                        .node(EACH, pods(1, shape(700, 0)))
                        .node(EACH, pods(1, shape(700, 0)));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new DrainNode("n1", LOW_UTILISATION)));

        group.node("old", EACH, new NodeState.Draining(NOW), pods(2, shape(200, 0)));
        assertThat(group.decide().plan()).isEqualTo(Plan.nothing());
        assertThat(codes(group.decide())).containsExactly("drain-blocked", "still-draining");
    }

    @Test
    void drainsNoMoreWhileAPodOfADrainingNodeFindsNoPlace() {
        var decision =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(EACH, pods(1, shape(300, 0)))
                        .node(EACH, pods(1, shape(300, 0)))
                        .node(EACH, pods(1, shape(300, 0)))
                        .node("old", EACH, new NodeState.Draining(NOW), pods(1, shape(800, 0)))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(decision))
                .contains("blue cannot drain 1 node (old): shop/pod fits on no other node");
    }

    /// What moved is taken back, and the node takes pods again, if one of its pods stays.
    @Test
    void aNodeThatCannotGoKeepsItsPodsAndItsRoom() {
        var pinned = pinned("n1", size(50, 0));
        var itsPods =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(named("n1", pods(1, shape(590, 0)), pods(1, pinned)))
                        .node(named("n2", pods(1, pinned("n2", size(400, 0)))))
                        .node(EACH, pods(1, shape(395, 0)));
        var itsRoom =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .order(Policy.Order.OLDEST)
                        .node(named("n1", pods(1, shape(300, 0)), pods(1, pinned)))
                        .node(EACH, pods(1, shape(600, 0)))
                        .node(EACH, pods(1, shape(500, 0)));

        assertThat(itsPods.decide().plan())
                .isEqualTo(Plan.of(new DrainNode("n3", LOW_UTILISATION)));
        assertThat(itsRoom.decide().plan())
                .isEqualTo(Plan.of(new DrainNode("n2", LOW_UTILISATION)));
    }

    @Test
    void keepsRoomForPodsThatWait() {
        var group =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(EACH, pods(1, shape(300, 0)))
                        .node(EACH, pods(1, shape(600, 0)))
                        .node(EACH, pods(1, shape(800, 0)));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new DrainNode("n1", LOW_UTILISATION)));

        group.waiting(1, shape(300, 0));
        assertThat(group.decide().plan()).isEqualTo(Plan.nothing());
    }

    @Test
    void movesTheLargestPodsFirst() {
        var decision =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(
                                EACH,
                                pods(1, shape(400, 0)),
                                pods(1, shape(230, 0)),
                                pods(1, shape(200, 0)))
                        .node(EACH, pods(1, shape(600, 0)))
                        .node(EACH, pods(1, shape(570, 0)))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("n1", LOW_UTILISATION)));
    }

    @Test
    void neverDrainsBelowItsMinimumOrTheProviders() {
        var group = new OneGroup().limits(4, 10).nodes(5, EACH).decide();
        var provider = new OneGroup().limits(0, 10).provider(4, 10).nodes(5, EACH).decide();

        assertThat(group.plan()).isEqualTo(Plan.of(new DrainNode("n1", LOW_UTILISATION)));
        assertThat(codes(group)).containsExactly("min-nodes", "very-low-utilisation");
        assertThat(provider.plan()).isEqualTo(Plan.of(new DrainNode("n1", LOW_UTILISATION)));
        assertThat(codes(provider)).containsExactly("provider-min-nodes", "very-low-utilisation");
    }

    @Test
    void drainsNoMoreThanTheProviderLetsGoOnceThoseThatDrainAreGone() {
        var decision =
                new OneGroup()
                        .limits(0, 10)
                        .rates(2, 2)
                        .provider(3, 10)
                        .nodes(4, EACH)
                        .node("old", EACH, new NodeState.Draining(NOW))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("n1", LOW_UTILISATION)));
        assertThat(codes(decision))
                .containsExactly("provider-min-nodes", "very-low-utilisation", "still-draining");
    }

    /// Low utilisation and a maximum both pass over a paused node, which still takes pods.
    @Test
    void neverDrainsAPausedNode() {
        var paused = Node.of("a", EACH).with(new NodeState.Paused());
        var idle = new OneGroup().limits(1, 9).node(paused).node(Node.of("b", EACH));
        var tooMany = new OneGroup().limits(0, 1).node(paused).node(Node.of("b", EACH));

        assertThat(idle.decide().plan()).isEqualTo(Plan.of(new DrainNode("b", LOW_UTILISATION)));
        assertThat(tooMany.decide().plan()).isEqualTo(Plan.of(new DrainNode("b", ABOVE_MAX)));
    }

    @Test
    void drainsInTheOrderTheOperatorChose() {
        var one = shape(100, 0);
        for (var order : Order.values()) {
            var decision =
                    new OneGroup()
                            .order(order)
                            .rates(1, 1)
                            .node(EACH, pods(1, shape(110, 0)), pods(1, one))
                            .node(EACH, pods(1, shape(200, 0)))
                            .node(EACH, pods(2, shape(90, 0)))
                            .decide();

            var first =
                    switch (order) {
                        case OLDEST -> "n1";
                        case EMPTIEST -> "n3";
                        case CHEAPEST_TO_MOVE -> "n2";
                    };
            assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode(first, LOW_UTILISATION)));
        }
    }

    @Test
    void callsOffWhatDidNotComeYetBeforeItDrains() {
        var decision = new OneGroup().nodes(5, EACH).owes(3).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new GiveUp("blue", 8, 5)));
        assertThat(codes(decision)).containsExactly("cancel-arriving");
    }

    @Test
    void doesNotCallOffWhatAStarvedPodWaitsFor() {
        var busy = pods(1, shape(200, 0));
        var decision =
                new OneGroup()
                        .template(EACH)
                        .nodes(0, EACH)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .owes(1)
                        .waiting(1, shape(900, 0))
                        .lines(1_000, 6_000, 7_000)
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(decision))
                .containsExactly("arriving nodes of blue will take 1 pod: shop/pod-1");
    }

    @Test
    void saysThatNoNodeMayBeDrained() {
        var decision = new OneGroup().rates(0, 0).nodes(3, EACH).waiting(1, shape(600, 0)).decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(decision))
                .containsExactly(
                        "cpu utilisation of blue is 20% with 3 nodes, below 40%, but no node may be"
                                + " drained");
    }

    @Test
    void drainingNodesAreNotedBesideAPlan() {
        var decision =
                new OneGroup()
                        .nodes(4, EACH)
                        .node("old", EACH, new NodeState.Draining(NOW))
                        .decide();

        assertThat(effects(decision))
                .containsExactly(
                        "min-nodes CAPPED", "very-low-utilisation CHOSE", "still-draining NOTED");
    }
}
