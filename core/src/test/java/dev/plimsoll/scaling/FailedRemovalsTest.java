package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// How often removals fail, and how long groups wait after them.
class FailedRemovalsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long HOUR = 60;
    private static final long DAY = 24 * HOUR;

    /// The pods of node c fit elsewhere, also in the order of a scheduler that spreads: the large
    /// one on a, the small one on b, the emptiest. But the small one prefers a and is bound first,
    /// so the large one must go back. Five minutes later the small one is made anew, back on c.
    @Test
    void failsTwiceInTheFirstHourSevenTimesInTheFirstDayThenOnceADay() {
        var large = pods(1, "large", "3", "3Gi");
        var small = urgent(pods(1, "small", "1", "1Gi"));
        var town = new Town(Policy.DEFAULT).with(group("small", 9, "0.2").with(0));
        town.with(node("a", "pool=small", "12", "12Gi", pods(1, "p", "9", "9Gi")));
        town.with(node("b", "pool=small", "4", "4Gi", pods(1, "q", "2100m", "2Gi")));
        town.with(node("c", "pool=small", "8", "8Gi", large, small));
        town.preferring(small.shape(), "a");

        var failures = failures(town, small, 10 * DAY);

        assertThat(failures.stream().filter(minute -> minute < HOUR)).hasSize(2);
        assertThat(failures.stream().filter(minute -> minute < DAY)).hasSize(7);
        for (int day = 1; day < 10; day++) {
            long from = day * DAY;
            assertThat(failures.stream().filter(at -> at >= from && at < from + DAY))
                    .as("day %d of %s", day, failures)
                    .hasSizeBetween(0, 2);
        }
        assertThat(failures).hasSizeBetween(15, 17);
    }

    private static Pods urgent(Pods pods) {
        var shape = pods.shape();
        return pods.as(
                new Shape(
                        shape.namespace(),
                        shape.labels(),
                        shape.requests(),
                        shape.placement(),
                        shape.owner(),
                        10));
    }

    /// The minutes of the turns in which a removal failed.
    private static List<Long> failures(Town town, Pods small, long minutes) {
        var failures = new ArrayList<Long>();
        for (long minute = 0; minute < minutes; minute++) {
            var reasons = town.turn().decision().reasons();
            if (reasons.stream().anyMatch(one -> one.rule().equals(RemovalRules.REMOVAL_FAILED))) {
                failures.add(minute);
                town.at(
                        Duration.ofMinutes(minute + 5),
                        each -> {
                            each.finish(small.shape());
                            each.submit(small);
                            each.preferring(small.shape(), "c");
                        });
                town.at(
                        Duration.ofMinutes(minute + 6),
                        each -> each.preferring(small.shape(), "a"));
            }
        }
        return failures;
    }

    /// The removal begins a day after the last failure, and another one an hour later.
    @Test
    void forgetsOneFailureADayWithRemovalsThatSucceed() {
        var failed = new BackOff(3, NOW.minus(Duration.ofDays(1)), NOW.minus(Duration.ofHours(22)));

        var first = afterARemoval(failed, NOW);
        var second = afterARemoval(first, NOW.plus(Duration.ofHours(1)));
        var third = afterARemoval(second, NOW.plus(Duration.ofHours(25)));

        assertThat(first.failures()).isEqualTo(2);
        assertThat(second).isEqualTo(first);
        assertThat(third.failures()).isEqualTo(1);
    }

    @Test
    void timeThatPassesWithoutARemovalForgetsNothing() {
        var failed = new BackOff(3, NOW.minus(Duration.ofDays(9)), NOW.minus(Duration.ofDays(8)));
        var full = node("a", "pool=small", "4", "16Gi", pods(1, "p", "3", "1Gi"));
        var cluster = Cluster.of(List.of(full), List.of(), List.of(group("small", 9, "0.2")));

        assertThat(drains(turn(cluster, past(failed), NOW))).isEqualTo(failed);
    }

    private static BackOff afterARemoval(BackOff failed, Instant start) {
        var full = node("a", "pool=small", "4", "16Gi", pods(1, "p", "2", "1Gi"));
        var draining =
                node("b", "pool=small", "4", "16Gi", pods(1, "q", "1", "1Gi"))
                        .with(new NodeState.Draining(start, DrainCause.LOW_UTILISATION));
        var group = group("small", 9, "0.2");
        var before = Cluster.of(List.of(full, draining), List.of(), List.of(group.with(2)));
        var pods = List.of(pods(1, "p", "2", "1Gi"), pods(1, "q", "1", "1Gi"));
        var after = Cluster.of(List.of(full.with(pods)), List.of(), List.of(group.with(1)));

        var evicted = turn(before, past(failed), start);
        return drains(turn(after, evicted, start.plus(MINUTE.multipliedBy(10))));
    }

    private static Past turn(Cluster cluster, Past past, Instant now) {
        var question = new Question<>(cluster, Policy.DEFAULT, past, List.<Outcome>of(), now, 0);
        return new Scaling().decide(question).remember();
    }

    private static Past past(BackOff drains) {
        var groups = new TreeMap<String, GroupPast>();
        var timers = GroupPast.NONE.timers().withDrains(drains);
        groups.put("small", GroupPast.NONE.with(timers));
        return new Past(groups);
    }

    private static BackOff drains(Past past) {
        return past.group("small").timers().drains();
    }
}
