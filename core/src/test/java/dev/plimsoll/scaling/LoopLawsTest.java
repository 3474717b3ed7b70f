package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.scaling.LoopWorld.Scheduler;
import dev.plimsoll.slack.Placeholder;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Laws of the loop in closed loops of four hours, whatever the nodes, pods, zones and faults.
class LoopLawsTest {

    private static final Duration FOUR_HOURS = Duration.ofHours(4);
    private static final Instant FIRST_HOUR = NOW.plus(Duration.ofHours(1));
    private static final Instant LAST_HOUR = NOW.plus(Duration.ofHours(3));
    private static final Instant END = NOW.plus(FOUR_HOURS);

    /// Loops in which a rule fires or an event happens, of each hundred at least, so that no law
    /// holds for want of cases.
    private static final Map<String, Integer> FOLLOWED =
            Map.ofEntries(
                    Map.entry("budget-exhausted", 8),
                    Map.entry("fits-nowhere-else", 15),
                    Map.entry(LoopWorld.NODE_LOST, 10),
                    Map.entry(LoopWorld.NODE_NOT_READY, 10),
                    Map.entry(LoopWorld.PODS_EVICTED, 4),
                    Map.entry(ClosedLoop.REPLACEMENT_DONE, 1),
                    Map.entry("scale-up", 10),
                    Map.entry("scale-up-for-room", 3),
                    Map.entry("slack-held", 15),
                    Map.entry(ClosedLoop.STEP_FAILED, 4),
                    Map.entry("unneeded", 20));

    /// Rarer ones, of each thousand at least; counted in `./check long`.
    private static final Map<String, Integer> RARE =
            Map.ofEntries(
                    Map.entry("disruption-window", 2),
                    Map.entry("growth-did-not-help", 2),
                    Map.entry("machines-given-up", 5),
                    Map.entry("order-failed", 2),
                    Map.entry(LoopWorld.OUTAGE, 5),
                    Map.entry(ClosedLoop.REPLACEMENT_GIVEN_UP, 1),
                    Map.entry("room-missing", 5),
                    Map.entry("zone-reached", 1));

    private final SortedMap<String, Integer> happened = new TreeMap<>();
    private int loops;
    private int dearer;

    @Test
    void settlesForNoHigherCostWhereTheSchedulerFollows() {
        Seeds.forSome(
                200,
                4_000,
                random -> {
                    var any = new AnyLoop(random);
                    var loop = ran(any, Scheduler.FILLS, random);

                    assertThat(loop.since(LAST_HOUR)).as(loop.toString()).isEmpty();
                    holdsItsRoom(loop);
                    if (!any.hasFaults()) {
                        assertThat(loop.failedRemovals()).as(loop.toString()).isEmpty();
                    }
                    costsNoMoreAfterAReplacement(any, loop);
                });
        assertThat(dearer).as("dearer after one was given up").isLessThanOrEqualTo(loops / 1_000);
        happensOften(FOLLOWED);
    }

    @Test
    void failsSeldomWhereTheSchedulerSpreadsPods() {
        Seeds.forSome(
                200,
                4_000,
                random -> {
                    var loop = ran(new AnyLoop(random), Scheduler.SPREADS, random);

                    failsSeldom(loop);
                    if (loop.failures(END) == 0) {
                        assertThat(loop.since(LAST_HOUR)).as(loop.toString()).isEmpty();
                        holdsItsRoom(loop);
                    }
                });
        happensOften(FOLLOWED);
    }

    /// The scheduler of these loops fills nodes so badly that removals do fail.
    @Test
    void failsSeldomWherePodsFitOnFewNodesInOneArrangementOnly() {
        var failing = new AtomicInteger();
        Seeds.forSome(
                100,
                2_000,
                random -> {
                    var loop = ran(AnyLoop.tight(random), Scheduler.SPREADS, random);

                    failsSeldom(loop);
                    if (!loop.failedRemovals().isEmpty()) {
                        failing.incrementAndGet();
                    }
                });
        if (Long.getLong("plimsoll.seed") == null) {
            assertThat(failing.get()).isGreaterThanOrEqualTo(loops / 50);
        }
    }

    private ClosedLoop ran(AnyLoop any, Scheduler scheduler, SplittableRandom random) {
        var loop = new ClosedLoop(any, scheduler, random.split());
        loop.run(FOUR_HOURS);
        loop.fired().forEach(event -> happened.merge(event, 1, Integer::sum));
        loops++;
        return loop;
    }

    private void happensOften(Map<String, Integer> often) {
        if (Long.getLong("plimsoll.seed") != null) {
            return;
        }
        often.forEach((event, least) ->
                assertThat(happened.getOrDefault(event, 0))
                        .as("loops with %s of %s", event, loops)
                        .isGreaterThanOrEqualTo(least * loops / 100));
        RARE.forEach((event, least) ->
                assertThat(happened.getOrDefault(event, 0))
                        .as("loops with %s of %s", event, loops)
                        .isGreaterThanOrEqualTo(least * (loops / 1_000)));
    }

    /// At most two failed removals a group in the first hour, and four in four hours, as the world
    /// sees them.
    private static void failsSeldom(ClosedLoop loop) {
        loop.failedRemovals()
                .forEach((group, times) -> {
                    assertThat(times.headSet(FIRST_HOUR))
                            .as("failed removals of %s: %s", group, loop)
                            .hasSizeLessThanOrEqualTo(2);
                    assertThat(times)
                            .as("failed removals of %s: %s", group, loop)
                            .hasSizeLessThanOrEqualTo(4);
                });
    }

    /// A replacement that is done or given up leaves the cluster no dearer, unless a group did not
    /// deliver: then others grow in its place, which may cost more. Among faults, one that is given
    /// up after some of its pods have moved may leave them on nodes of which none can go; that is
    /// rare.
    private void costsNoMoreAfterAReplacement(AnyLoop any, ClosedLoop loop) {
        boolean isUndelivered =
                loop.fired().contains("machines-given-up") || loop.fired().contains("order-failed");
        if (any.hasFaults() && isUndelivered) {
            return;
        }
        boolean isDearer =
                loop.beforeReplacements().stream()
                        .anyMatch(hour -> loop.hour().compareTo(hour) > 0);
        if (isDearer && any.hasFaults() && loop.fired().contains(ClosedLoop.REPLACEMENT_GIVEN_UP)) {
            dearer++;
            return;
        }
        assertThat(isDearer).as(loop.toString()).isFalse();
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
