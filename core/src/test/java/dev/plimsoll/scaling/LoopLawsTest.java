package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Step;
import dev.plimsoll.scaling.LoopWorld.Scheduler;
import dev.plimsoll.slack.Placeholder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Laws of the loop in closed loops of four hours, whatever the nodes, pods, zones and faults.
class LoopLawsTest {

    private static final Duration FOUR_HOURS = Duration.ofHours(4);
    private static final Instant FIRST_HOUR = NOW.plus(Duration.ofHours(1));
    private static final Instant LAST_HOUR = NOW.plus(Duration.ofHours(3));
    private static final Instant END = NOW.plus(FOUR_HOURS);

    /// Rules that fire, and events that happen, in some loops, so that no law holds for want of
    /// cases.
    private static final List<String> EVERYWHERE =
            List.of(
                    "budget-exhausted",
                    "fits-nowhere-else",
                    "growth-did-not-help",
                    "machines-given-up",
                    "node-utilised",
                    "pod-with-local-storage",
                    "pods-coming",
                    "removal-failed",
                    ClosedLoop.REPLACEMENT_DONE,
                    ClosedLoop.REPLACEMENT_GIVEN_UP,
                    "room-missing",
                    "room-needs-node",
                    "scale-up",
                    "scale-up-for-room",
                    "slack-moved",
                    "zone-reached");

    private final SortedSet<String> fired = new TreeSet<>();

    @Test
    void settlesWhereTheSchedulerFillsNodes() {
        Seeds.forHits(
                250,
                1_250,
                random -> {
                    var loop = new ClosedLoop(new AnyLoop(random), Scheduler.FILLS, random.split());
                    loop.run(FOUR_HOURS);

                    assertThat(loop.since(LAST_HOUR)).as(loop.toString()).isEmpty();
                    holdsItsRoom(loop);
                    fired.addAll(loop.fired());
                    return loop.hasTaken(Step.RemoveNode.class);
                });
        assertThat(fired).containsAll(EVERYWHERE);
    }

    @Test
    void failsSeldomWhereTheSchedulerSpreadsPods() {
        Seeds.forHits(
                250,
                1_250,
                random -> {
                    var any = new AnyLoop(random);
                    var loop = new ClosedLoop(any, Scheduler.SPREADS, random.split());
                    loop.run(FOUR_HOURS);

                    long groups = any.groups().size();
                    long failed = loop.failures(END);
                    assertThat(loop.failures(FIRST_HOUR))
                            .as(loop.toString())
                            .isLessThanOrEqualTo(2 * groups);
                    assertThat(failed).as(loop.toString()).isLessThanOrEqualTo(4 * groups);
                    if (failed == 0) {
                        assertThat(loop.since(LAST_HOUR)).as(loop.toString()).isEmpty();
                        holdsItsRoom(loop);
                    }
                    fired.addAll(loop.fired());
                    return loop.hasTaken(Step.RemoveNode.class);
                });
        assertThat(fired).containsAll(EVERYWHERE);
    }

    /// A replacement that is done or given up leaves the cluster no dearer, whatever fails.
    @Test
    void costsNoMoreAfterAReplacement() {
        Seeds.forAtLeast(
                30,
                random -> {
                    var loop = new ClosedLoop(new AnyLoop(random), Scheduler.FILLS, random.split());
                    loop.run(FOUR_HOURS);

                    var before = loop.beforeReplacements();
                    assertThat(before)
                            .as(loop.toString())
                            .allSatisfy(hour -> assertThat(loop.hour()).isLessThanOrEqualTo(hour));
                    if (!before.isEmpty()) {
                        fired.addAll(loop.fired());
                    }
                    return !before.isEmpty();
                });
        assertThat(fired).contains(ClosedLoop.REPLACEMENT_DONE, ClosedLoop.REPLACEMENT_GIVEN_UP);
    }

    /// All wanted room is held, or the decision says that no group may grow for it.
    private static void holdsItsRoom(ClosedLoop loop) {
        var answer = loop.ask();
        if (!answer.details().placeholders().stream().allMatch(Placeholder::isHeld)) {
            assertThat(answer.decision().reasons())
                    .as(loop.toString())
                    .anyMatch(reason -> reason.rule().equals(Rules.ROOM_MISSING));
        }
    }
}
