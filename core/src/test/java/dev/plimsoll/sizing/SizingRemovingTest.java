package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.EACH;
import static dev.plimsoll.sizing.OneGroup.MINUTE;
import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.sentences;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.EvictPods;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// When a draining node is emptied and removed.
class SizingRemovingTest {

    /// Soft grace 1 min, hard grace 10 min, then 10 min to be killed.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    drains for s | pods | step   | rule           | looks again after s
                              59 |    0 |        | still-draining |  1
                              60 |    0 | remove | remove-empty |
                              60 |    2 |        | still-draining | 540
                             599 |    2 |        | still-draining |  1
                             600 |    2 | evict  | evict-overdue        | 600
                            1199 |    2 | evict  | evict-overdue        |  1
                            1200 |    2 | remove | remove-overdue        |
                    """)
    void removesADrainingNodeWhenItIsEmptyAndLaterAllTheSame(
            long seconds, int pods, String step, String rule, Long again) {
        var draining = new NodeState.Draining(NOW.minusSeconds(seconds));
        var busy = pods(1, shape(500, 0));
        var group = new OneGroup().node(EACH, busy).node(EACH, busy);
        if (pods == 0) {
            group.node("old", EACH, draining, pods(1, shape(Owner.DAEMON_SET, size(10, 0))));
        } else {
            group.node("old", EACH, draining, pods(pods, shape(1, 0)));
        }

        var decision = group.decide();

        assertThat(decision.plan())
                .isEqualTo(
                        switch (step == null ? "" : step) {
                            case "remove" -> Plan.of(new RemoveNode("old", "blue", 2));
                            case "evict" -> Plan.of(new EvictPods("old", pods));
                            default -> Plan.nothing();
                        });
        assertThat(codes(decision)).containsExactly("within-thresholds", rule);
        assertThat(decision.wakeAt())
                .isEqualTo(again == null ? Decision.NEVER : NOW.plusSeconds(again));
    }

    /// A node with one pod that fits on no other node, beside a full one.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    because         | drains for min | maximum | provider's | steps             | rule
                    UNKNOWN         |              9 |       9 |          9 |                   | still-draining
                    UNKNOWN         |             10 |       9 |          9 | undrain           | undrain-blocked
                    UNKNOWN         |             60 |       9 |          9 | undrain           | undrain-blocked
                    UNKNOWN         |             60 |       1 |          9 |                   | drain-waits
                    LOW_UTILISATION |              9 |       9 |          9 |                   | still-draining
                    LOW_UTILISATION |             10 |       9 |          9 | undrain           | undrain-blocked
                    LOW_UTILISATION |             60 |       9 |          9 | undrain           | undrain-blocked
                    LOW_UTILISATION |             60 |       1 |          9 |                   | drain-waits
                    ABOVE_MAX       |             10 |       1 |          9 | evict             | evict-overdue
                    ABOVE_MAX       |             20 |       1 |          9 | remove            | remove-overdue
                    UNHEALTHY       |             10 |       9 |          9 | order 2 to 3, evict  | evict-overdue
                    UNHEALTHY       |             20 |       9 |          9 | order 2 to 3, remove | remove-overdue
                    TOO_OLD         |              9 |       9 |          9 | order 2 to 3      | still-draining
                    TOO_OLD         |             10 |       9 |          9 | order 2 to 3      | replacement-awaited
                    TOO_OLD         |             60 |       9 |          9 | order 2 to 3      | replacement-awaited
                    TOO_OLD         |             60 |       2 |          9 | order 2 to 3      | replacement-awaited
                    TOO_OLD         |             60 |       1 |          9 |                   | drain-waits
                    TOO_OLD         |             10 |       9 |          2 | evict             | evict-overdue
                    TOO_OLD         |             20 |       9 |          2 | remove            | remove-overdue
                    """)
    void podsWithoutAnotherPlaceGoOnlyWhereTheCauseOfTheDrainRequiresIt(
            DrainCause because, long minutes, int most, int provider, String steps, String rule) {
        var draining = new NodeState.Draining(NOW.minus(MINUTE.multipliedBy(minutes)), because);
        var group =
                new OneGroup()
                        .lines(0, 0, 10_000)
                        .limits(0, most)
                        .provider(0, provider)
                        .node(EACH, pods(1, shape(600, 0)))
                        .node("old", EACH, draining, pods(1, shape(500, 0)));
        if (SizingFacts.mayUndrain(because)) {
            group.lines(0, 0, 20_000);
        }

        var decision = group.decide();

        assertThat(decision.plan().steps().stream().map(SizingRemovingTest::words).toList())
                .isEqualTo(steps == null ? List.of() : List.of(steps.split(", ")));
        assertThat(codes(decision)).contains(rule);
    }

    private static String words(Step step) {
        return switch (step) {
            case Step.ResizeGroup(_, int from, int to, _) -> "order " + from + " to " + to;
            case Step.UndrainNode _ -> "undrain";
            case EvictPods _ -> "evict";
            case RemoveNode _ -> "remove";
            case GiveUp _, Step.DrainNode _, Step.UseBatch _, Step.RunReplicas _ ->
                    throw new AssertionError(step);
        };
    }

    /// Pods are evicted when another node has room for them. The node is removed with its pods only
    /// `killAfter` later, although it has drained for an hour.
    @ParameterizedTest
    @EnumSource(names = {"LOW_UTILISATION", "TOO_OLD"})
    void podsThatWaitedForAPlaceAreEvictedBeforeTheirNodeIsRemoved(DrainCause because) {
        var draining = new NodeState.Draining(NOW.minus(MINUTE.multipliedBy(60)), because);
        var blocked =
                new OneGroup()
                        .lines(0, 0, 20_000)
                        .limits(0, 1)
                        .node(EACH, pods(1, shape(600, 0)))
                        .node("old", EACH, draining, pods(1, shape(500, 0)))
                        .decide();

        var free = afterWaiting(draining, blocked.remember(), 1);
        var last = afterWaiting(draining, free.remember(), 9);
        var over = afterWaiting(draining, last.remember(), 10);

        assertThat(codes(blocked)).contains("drain-waits");
        assertThat(free.plan()).isEqualTo(Plan.of(new EvictPods("old", 1)));
        assertThat(sentences(free)).contains("1 pod is evicted from old after 61 min of draining");
        assertThat(free.wakeAt()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
        assertThat(last.plan()).isEqualTo(Plan.of(new EvictPods("old", 1)));
        assertThat(over.plan()).isEqualTo(Plan.of(new RemoveNode("old", "blue", 1)));
    }

    private static Decision<Past> afterWaiting(NodeState draining, Past past, long minutes) {
        return new OneGroup()
                .lines(0, 0, 20_000)
                .limits(0, 1)
                .at(NOW.plus(Duration.ofMinutes(minutes)))
                .remembers(past)
                .node(EACH, pods(1, shape(400, 0)))
                .node("old", EACH, draining, pods(1, shape(500, 0)))
                .decide();
    }

    @Test
    void removesDownToTheProvidersMinimumAndNotBelow() {
        var drained = new NodeState.Draining(NOW.minus(MINUTE));
        var busy = pods(1, shape(500, 0));
        var group = new OneGroup().node(EACH, busy).node(EACH, busy).node("old", EACH, drained);

        assertThat(group.provider(2, 9).decide().plan())
                .isEqualTo(Plan.of(new RemoveNode("old", "blue", 2)));
        assertThat(group.provider(3, 9).decide().plan()).isEqualTo(Plan.nothing());
        assertThat(codes(group.decide()))
                .containsExactly("within-thresholds", "provider-min-nodes");
    }

    @Test
    void neverRemovesOrEmptiesWhatIsMarkedNotToBeDeleted() {
        var old = new NodeState.Draining(NOW.minus(Duration.ofDays(1)));
        var kept =
                Node.of("kept", EACH)
                        .with(old)
                        .withNoDelete(true)
                        .with(List.of(pods(1, shape(1, 0))));

        var decision = new OneGroup().node(EACH, pods(1, shape(500, 0))).node(kept).decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).containsExactly("within-thresholds", "no-delete");
    }

    @Test
    void goesOnRemovingWhileItCoolsDown() {
        var asked =
                new OneGroup().nodes(2, EACH).template(EACH).waiting(10, shape(500, 100)).decide();
        var sick =
                Node.of("sick", EACH)
                        .with(new NodeState.Draining(NOW.minus(Duration.ofHours(1))))
                        .withReady(false);

        var decision =
                new OneGroup()
                        .nodes(2, EACH)
                        .node(sick)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new RemoveNode("sick", "blue", 8)));
        assertThat(codes(decision)).containsExactly("cooling-down", "remove-empty");
    }

    @Test
    void callsOffAndRemovesInOneTurn() {
        var drained = new NodeState.Draining(NOW.minus(MINUTE));

        var decision = new OneGroup().nodes(5, EACH).owes(3).node("old", EACH, drained).decide();

        assertThat(decision.plan())
                .isEqualTo(Plan.of(new GiveUp("blue", 9, 6), new RemoveNode("old", "blue", 5)));
    }

    /// A step names the fewest machines that are left if the ask before it fails.
    @Test
    void removesWhetherOrNotItsAskIsTaken() {
        var sick =
                Node.of("sick", EACH)
                        .with(new NodeState.Draining(NOW.minus(MINUTE)))
                        .withReady(false);

        var decision =
                new OneGroup()
                        .template(EACH)
                        .nodes(2, EACH)
                        .node(sick)
                        .waiting(10, shape(500, 100))
                        .decide();

        assertThat(decision.plan())
                .isEqualTo(
                        Plan.of(new ResizeGroup("blue", 3, 9), new RemoveNode("sick", "blue", 2)));
    }

    /// The clock jumps ahead by an hour, a minute after the drain began.
    @Test
    void nothingExpiresInAJumpOfTheClock() {
        var jump = Duration.ofHours(1);
        var after = NOW.plus(MINUTE).plus(jump);
        var past = new Sizing().jumped(Past.NONE, after, jump);

        var then = draining(past, after);
        var later = draining(past, after.plus(Duration.ofMinutes(9)));

        assertThat(then.plan()).isEqualTo(Plan.nothing());
        assertThat(then.wakeAt()).isEqualTo(after.plus(Duration.ofMinutes(9)));
        assertThat(later.plan()).isEqualTo(Plan.of(new EvictPods("busy", 1)));
        assertThat(sentences(later))
                .contains("1 pod is evicted from busy after 10 min of draining");
    }

    /// Two jumps add up, and the drain began between them.
    @Test
    void aTimeCountsFromAJumpAtTheLatest() {
        var hour = Duration.ofHours(1);
        var after = NOW.plus(MINUTE).plus(hour);
        var before = new Sizing().jumped(Past.NONE, NOW.minus(MINUTE), hour);
        var past = new Sizing().jumped(before, after, hour);

        var then = draining(past, after);

        assertThat(then.wakeAt()).isEqualTo(after.plus(Duration.ofMinutes(10)));
    }

    /// A busy node that drains since [OneGroup#NOW], beside one that has room for its pod.
    private static Decision<Past> draining(Past past, Instant now) {
        return new OneGroup()
                .at(now)
                .remembers(past)
                .node(EACH, pods(1, shape(300, 0)))
                .node("busy", EACH, new NodeState.Draining(NOW), pods(1, shape(200, 0)))
                .decide();
    }
}
