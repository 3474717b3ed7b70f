package dev.plimsoll.sizing;

import static dev.plimsoll.cluster.DrainCause.LOW_UTILISATION;
import static dev.plimsoll.cluster.DrainCause.UNHEALTHY;
import static dev.plimsoll.sizing.OneGroup.EACH;
import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.NO_PRICE;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Rotation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Defects of Escalator that Plimsoll does not have, by their number in our notes. A test of both
/// readings holds in `reading: source` too; where that keeps the defect, because it is Escalator's
/// rule, the test shows both.
///
/// The others have their tests elsewhere, or cannot exist here:
///
/// - D7, a ceiling of doubles: `SourceReadingTest.countsExactly`.
/// - D10, D11, metrics and logs that disagree with the decision: they are made of its reasons,
///   which `SizingLawsTest.everyEffectIsTrueOfThePlan` checks.
/// - D14, all groups wait for machines of one: `IncidentsTest.aGroupWithoutMachinesHoldsNoOther` in
///   `simulator`.
/// - D16, only the first page of a list is read: `ServerTextTest` in `formats`, and
///   `ListWatchTest.readsCompressedPagesOneAfterTheOther` in `kube`.
/// - D13, the process ends if the provider fails: a failure is an outcome,
///   `SizingGrowingTest.asksAgainAtOnceIfTheProviderRefused`.
/// - D17, unknown keys: `EscalatorFileTest.refusesWhatEscalatorLetsPass`.
class EscalatorDefectsTest {

    private static final NodeState OVERDUE =
            new NodeState.Draining(NOW.minus(Duration.ofMinutes(5)));

    private static OneGroup group(Reading reading) {
        return new OneGroup().with(Policy.defaults(reading));
    }

    /// D1 and D18. The group needs eight nodes, and three are its maximum.
    @Test
    void theMaximumLimitsWhatIsUndrainedAndOrdered() {
        for (var reading : Reading.values()) {
            var draining = new NodeState.Draining(NOW);
            var group = group(reading).limits(1, 3).nodes(1, EACH).template(EACH);
            group.node("old", EACH, draining).waiting(10, shape(500, 0));
            var full = group(reading).limits(1, 3).nodes(3, EACH).node("old", EACH, draining);

            var ours = Plan.of(new UndrainNode("old"), new ResizeGroup("blue", 2, 3));
            var escalators = Plan.of(new UndrainNode("old"), new ResizeGroup("blue", 2, 8));

            boolean isSource = reading == Reading.SOURCE;
            assertThat(group.decide().plan()).isEqualTo(isSource ? escalators : ours);
            assertThat(full.waiting(4, shape(600, 0)).decide().plan())
                    .isEqualTo(isSource ? Plan.of(new UndrainNode("old")) : Plan.nothing());
        }
    }

    /// D2. One of five nodes is cordoned; the machine that was ordered for it boots.
    @Test
    void ordersNoMachineAgainThatIsOnItsWayToTheMinimum() {
        for (var reading : Reading.values()) {
            var group = group(reading).limits(5, 9).nodes(4, EACH).owes(1);
            group.node("cordoned", EACH, new NodeState.Cordoned());

            assertThat(group.decide().plan())
                    .isEqualTo(
                            reading == Reading.SOURCE
                                    ? Plan.of(new ResizeGroup("blue", 6, 7))
                                    : Plan.nothing());
        }
    }

    /// D3. One of the nodes is protected, and the provider keeps three machines.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void aNodeThatMayNotBeRemovedDoesNotHoldTheOthers(Reading reading) {
        var group = group(reading).provider(3, 9).node(EACH, pods(1, shape(500, 0)));
        group.node(Node.of("a", EACH).with(OVERDUE).withNoDelete(true));
        group.node("b", EACH, OVERDUE).node("c", EACH, OVERDUE).node("d", EACH, OVERDUE);

        var decision = group.decide();

        assertThat(decision.plan())
                .isEqualTo(Plan.of(new RemoveNode("b", "blue", 4), new RemoveNode("c", "blue", 3)));
        assertThat(codes(decision)).contains("no-delete", "provider-min-nodes");
    }

    /// D4. Two of four machines go, and the group needs eight: two are removed from the ten that
    /// are ordered, not ten ordered after two are removed.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void ordersBeforeItRemovesMarkedNodes(Reading reading) {
        var group = group(reading).nodes(2, EACH).template(EACH).waiting(10, shape(500, 0));
        group.node("f1", EACH, new NodeState.Forced()).node("f2", EACH, new NodeState.Forced());

        assertThat(group.decide().plan())
                .isEqualTo(
                        Plan.of(
                                new ResizeGroup("blue", 4, 10),
                                new RemoveNode("f1", "blue", 3),
                                new RemoveNode("f2", "blue", 2)));
    }

    /// D5. The pod selects no group.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void aNodeWithPodsOfOthersIsNotEmpty(Reading reading) {
        var labels = Labels.of("team", "blue");
        var group = new Group("blue", labels, 2, Limits.UNLIMITED, Template.UNKNOWN, NO_PRICE);
        var old = Node.of("old", EACH).with(OVERDUE).with(List.of(pods(1, shape(1, 0))));
        var marked = Node.of("marked", EACH).with(new NodeState.Forced()).with(old.pods());
        var seen = new Seen(group, List.of(old, marked), List.of(), List.of());
        var policy = Policy.defaults(reading).with(new Limits(0, 9));

        var decision =
                new Sizing().decide(new Question<>(seen, policy, Past.NONE, List.of(), NOW, 0));

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
    }

    /// D6.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void noDeleteProtectsAMarkedNode(Reading reading) {
        var kept = Node.of("kept", EACH).with(new NodeState.Forced()).withNoDelete(true);
        var group = group(reading).node(EACH, pods(1, shape(500, 0))).node(kept);

        assertThat(group.decide().plan()).isEqualTo(Plan.nothing());
    }

    /// D8. The cordoned node and the node that is not Ready are newer, and have another size.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void aNewNodeIsLikeTheNewestReadyOneInWhateverOrderTheyAreListed(Reading reading) {
        var odd = size(1, 1);
        var nodes =
                List.of(
                        Node.of("cordoned", odd).withCreated(NOW).with(new NodeState.Cordoned()),
                        Node.of("starting", odd).withCreated(NOW).withReady(false),
                        Node.of("newest", EACH).withCreated(NOW.minusSeconds(60)),
                        Node.of("older", odd).withCreated(NOW.minusSeconds(90)));
        for (int turn = 0; turn < nodes.size(); turn++) {
            var group = group(reading);
            for (int i = 0; i < nodes.size(); i++) {
                group.node(nodes.get((i + turn) % nodes.size()));
            }

            assertThat(group.decide().remember().group().template().allocatable()).isEqualTo(EACH);
        }
    }

    /// D9. At 39 % of four nodes Escalator drains two and counts their pods over the other two, at
    /// 78 %.
    @Test
    void aGroupDoesNotGrowBackWhatItDrained() {
        for (var reading : Reading.values()) {
            var world = new SteadyWorld(Policy.defaults(reading), EACH, List.of());
            for (int i = 0; i < 4; i++) {
                world.nodeWith(shape(390, 0));
            }
            int drained = 0;
            int grown = 0;
            for (int tick = 0; tick < 120; tick++) {
                for (var step : world.tick().plan().steps()) {
                    drained += step instanceof DrainNode ? 1 : 0;
                    grown += step instanceof ResizeGroup || step instanceof UndrainNode ? 1 : 0;
                }
            }

            assertThat(drained).isPositive();
            assertThat(grown > 0).isEqualTo(reading == Reading.SOURCE);
        }
    }

    /// D12. The provider terminates one of two machines and refuses the other: it is asked once
    /// more, for that machine alone.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void asksAgainOnlyForTheMachineThatWasNotRemoved(Reading reading) {
        var one = group(reading).node(EACH, pods(1, shape(500, 0)));
        one.node("a", EACH, OVERDUE).node("b", EACH, OVERDUE);
        var first = one.decide();

        var next = group(reading).node(EACH, pods(1, shape(500, 0))).node("b", EACH, OVERDUE);
        var second =
                next.remembers(first.remember())
                        .tells(
                                new Outcome.Done(new RemoveNode("a", "blue", 2)),
                                new Outcome.Failed(new RemoveNode("b", "blue", 1), "throttled"))
                        .decide();

        assertThat(first.plan())
                .isEqualTo(Plan.of(new RemoveNode("a", "blue", 2), new RemoveNode("b", "blue", 1)));
        assertThat(second.plan()).isEqualTo(Plan.of(new RemoveNode("b", "blue", 1)));
    }

    /// D19. Somebody changed the node while it was drained, so nothing was written: the next turn
    /// looks at the changed node, which takes no pods any more, and drains another.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void decidesAgainAboutANodeThatChangedMeanwhile(Reading reading) {
        var first = group(reading).limits(1, 9).rates(1, 1).nodes(3, EACH).decide();
        var drain = new DrainNode("n1", LOW_UTILISATION);

        var again =
                group(reading)
                        .limits(1, 9)
                        .rates(1, 1)
                        .node("n1", EACH, new NodeState.Cordoned())
                        .nodes(2, EACH)
                        .remembers(first.remember())
                        .tells(new Outcome.Stale(drain))
                        .decide();

        assertThat(first.plan()).isEqualTo(Plan.of(drain));
        assertThat(again.plan()).isEqualTo(Plan.of(new DrainNode("n2", LOW_UTILISATION)));
    }

    /// D15. A pod that has a node is not pending, whether or not it runs yet.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void aPodThatHasANodeDoesNotStarve(Reading reading) {
        var group = group(reading).lines(0, 0, 9_500).starve(true).template(EACH);
        group.node(EACH, pods(1, shape(900, 0)));

        assertThat(group.decide().plan()).isEqualTo(Plan.nothing());
    }

    /// D20. The group is at its minimum without the unhealthy node, and almost empty.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void anUnhealthyNodeCountsAsDrainedInTheTurnThatDrainsIt(Reading reading) {
        var ill = Node.of("ill", EACH).withCreated(NOW.minus(Duration.ofDays(1))).withReady(false);
        var rotation =
                new Rotation(Duration.ZERO, Duration.ofMinutes(5), new Policy.HealthCheck(100, 99));
        var atMinimum = group(reading).limits(2, 9).nodes(2, EACH).node(ill);
        var belowMinimum = group(reading).limits(3, 9).nodes(2, EACH).node(ill);
        atMinimum.with(atMinimum.policy().with(rotation));
        belowMinimum.with(belowMinimum.policy().with(rotation));

        var drain = new DrainNode("ill", UNHEALTHY);
        assertThat(atMinimum.decide().plan()).isEqualTo(Plan.of(drain));
        assertThat(belowMinimum.decide().plan())
                .isEqualTo(Plan.of(drain, new ResizeGroup("blue", 3, 4)));
    }
}
