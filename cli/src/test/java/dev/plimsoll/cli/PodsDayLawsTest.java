package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cli.EmbeddedPodsDay.Turn;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.simulator.EmbeddedCluster;
import dev.plimsoll.simulator.PodWaits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Laws of the embedded day of groups managed by pods, whose scheduler spreads. The cluster checks
/// its own invariants all the time.
class PodsDayLawsTest {

    private static final Duration DAY = Duration.ofHours(24);

    /// For a few turns, room may have a place on no node and on no machine that is ordered.
    private static final Duration ORDERED = Duration.ofMinutes(2);

    /// The slowest boot takes four minutes. A pod may find that others have taken its node.
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(9);

    /// What the turns of one day were like.
    private static final class Day {
        private int evictions;
        private int drains;
        private int purchasesForRoom;
        private int rebuilt;
        private Instant missingSince = Instant.MAX;
        private Duration longestMissing = Duration.ZERO;

        private void look(Turn turn) {
            isWithinLimits(turn);
            turn.decision().plan().steps().forEach(step -> look(step, turn));
            watchRoom(turn);
        }

        /// The limits of the policy.
        private static void isWithinLimits(Turn turn) {
            turn.policy()
                    .groups()
                    .forEach((name, group) -> {
                        var limits = group.limits();
                        assertThat(turn.seen().group(name).target())
                                .as("%s at %s", name, turn.now())
                                .isBetween(limits.least(), limits.most());
                    });
        }

        private void look(Step step, Turn turn) {
            switch (step) {
                case Step.DrainNode(var name, _) -> {
                    drains++;
                    var ready = node(turn, name).readySince();
                    assertThat(Duration.between(ready, turn.now()))
                            .as("%s drained at %s", name, turn.now())
                            .isGreaterThanOrEqualTo(turn.policy().scaleDown().unneededFor());
                }
                case Step.EvictPods(var name, _) -> {
                    evictions++;
                    assertThat(node(turn, name).pods())
                            .noneMatch(pods -> isProtected(pods.shape()));
                }
                case Step.RemoveNode(var name, _, _) ->
                        assertThat(node(turn, name).isEmpty()).as(name).isTrue();
                case Step.ResizeGroup _ ->
                        purchasesForRoom += turn.has("scale-up-for-room") ? 1 : 0;
                case Step.GiveUp _, Step.UndrainNode _, Step.UseBatch _, Step.RunReplicas _ -> {}
            }
        }

        private static boolean isProtected(Shape shape) {
            return shape.disruption().consent() == Shape.Consent.FORBIDDEN;
        }

        private static Node node(Turn turn, String name) {
            return turn.seen().nodes().stream()
                    .filter(node -> node.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        private void watchRoom(Turn turn) {
            if (turn.has("slack-missing")) {
                missingSince = missingSince.isBefore(turn.now()) ? missingSince : turn.now();
                var missing = Duration.between(missingSince, turn.now());
                longestMissing = missing.compareTo(longestMissing) > 0 ? missing : longestMissing;
            } else {
                rebuilt += missingSince.equals(Instant.MAX) ? 0 : 1;
                missingSince = Instant.MAX;
            }
        }

        @Override
        public String toString() {
            return "evictions %d, drains %d, purchases for room %d, rebuilt %d, longest missing %s"
                    .formatted(evictions, drains, purchasesForRoom, rebuilt, longestMissing);
        }
    }

    @Test
    void theMorningKeepsItsLaws() {
        for (long seed = 1; seed <= Seeds.few(1, 3); seed++) {
            keepsItsLaws(seed, Duration.ofHours(10));
        }
    }

    @Tag("long")
    @Test
    void wholeDaysKeepTheirLaws() {
        for (long seed = 1; seed <= 20; seed++) {
            keepsItsLaws(seed, DAY);
        }
    }

    private static void keepsItsLaws(long seed, Duration length) {
        var day = new Day();
        var world = EmbeddedPodsDay.run(seed, length, day::look);

        assertThat(day.evictions).as("seed %d: %s", seed, day).isGreaterThan(10);
        assertThat(day.drains).as("seed %d: %s", seed, day).isGreaterThan(10);
        assertThat(day.rebuilt).as("seed %d: %s", seed, day).isPositive();
        assertThat(day.purchasesForRoom).as("seed %d: %s", seed, day).isPositive();
        assertThat(day.longestMissing).as("seed %d: %s", seed, day).isLessThanOrEqualTo(ORDERED);
        assertThat(world.summary().pods().killed()).as("seed %d", seed).isZero();
        assertThat(world.summary().waits().longest()).as("seed %d", seed).isLessThan(LONGEST_WAIT);
        isCalm(world, seed);
    }

    /// Few nodes are drained soon after others were bought, which may be after a purchase for room
    /// alone; and at most every second removal is followed by a purchase: bursts come back at every
    /// full hour.
    private static void isCalm(EmbeddedCluster world, long seed) {
        long bought = 0;
        long drainedAfter = 0;
        long removed = 0;
        long boughtAfter = 0;
        for (var group : world.summary().groups()) {
            bought += group.regrets().bought();
            drainedAfter += group.regrets().drainedAfter();
            removed += group.regrets().removed();
            boughtAfter += group.regrets().boughtAfter();
        }
        assertThat(5 * drainedAfter).as("seed %d", seed).isLessThanOrEqualTo(bought);
        assertThat(2 * boughtAfter).as("seed %d", seed).isLessThanOrEqualTo(removed);
    }

    /// The same pods, in the same bursts. Bursts are larger than a tenth of the cluster, and on a
    /// single day other nodes are there when they come, so a tenth helps over many days and a fifth
    /// on every day.
    @Tag("long")
    @Test
    void podsWaitLessWithSlack() {
        var none = new ArrayList<PodWaits>();
        var tenth = new ArrayList<PodWaits>();
        for (long seed = 1; seed <= 8; seed++) {
            none.add(waits(EmbeddedPodsDay.policy().withoutSlack(), seed));
            tenth.add(waits(EmbeddedPodsDay.keeping(Percent.of(10)), seed));
            var fifth = waits(EmbeddedPodsDay.keeping(Percent.of(20)), seed);

            assertThat(fifth.delayed()).as("seed %d", seed).isLessThan(none.getLast().delayed());
            assertThat(fifth.mean()).as("seed %d", seed).isLessThan(none.getLast().mean());
        }
        assertThat(delayed(tenth)).isLessThan(delayed(none));
        assertThat(waited(tenth).multipliedBy(10)).isLessThan(waited(none).multipliedBy(9));
    }

    private static PodWaits waits(Loops loops, long seed) {
        return EmbeddedPodsDay.run(loops, seed, DAY, _ -> {}).podWaits().getLast();
    }

    private static long delayed(List<PodWaits> days) {
        return days.stream().mapToLong(PodWaits::delayed).sum();
    }

    private static Duration waited(List<PodWaits> days) {
        return days.stream().map(PodWaits::mean).reduce(Duration.ZERO, Duration::plus);
    }
}
