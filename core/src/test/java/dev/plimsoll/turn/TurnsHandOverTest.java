package dev.plimsoll.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.decision.Step;
import dev.plimsoll.turn.Day.Back;
import dev.plimsoll.turn.Day.Run;
import dev.plimsoll.turn.Loops.Manager;
import dev.plimsoll.turn.Loops.Managers;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Groups that move from one loop to another, and groups that no loop has any more.
class TurnsHandOverTest {

    private static final int FAULTS = 20;
    private static final int PHASE = 4;
    private static final int SHARE = Seeds.few(3, 1);

    /// The ticks in which groups are with other loops.
    private record Away(int from, int until) {

        static Away in(SplittableRandom random) {
            int from = random.nextInt(PHASE + 3, PHASE + 5);
            return new Away(from, random.nextInt(from + 1, from + 3));
        }

        boolean has(int tick) {
            return tick >= from && tick < until;
        }
    }

    /// The machines of these days do not join, so the loops wait for them all day.
    @Test
    void groupsThatChangeTheirLoopsKeepTheirTimersWhereverTheProcessIsKilled() {
        Seeds.forOneIn(
                2_000,
                random -> {
                    long seed = random.nextLong();
                    var away = Away.in(random);
                    var stayed = waiting(seed).managedBy(swapped(_ -> false)).uninterrupted();
                    var day = waiting(seed).managedBy(swapped(away::has));

                    everyRun(
                            day,
                            away,
                            run -> {
                                assertThat(coolDown(run, "blue"))
                                        .as(run.toString())
                                        .isEqualTo(coolDown(stayed, "blue"))
                                        .isNotEqualTo(CoolDown.OVER);
                                assertThat(missingSince(run, "blue"))
                                        .as(run.toString())
                                        .isEqualTo(missingSince(stayed, "blue"));
                                assertThat(missingSince(run, "green"))
                                        .as(run.toString())
                                        .isEqualTo(missingSince(stayed, "green"));
                            });
                });
    }

    @Test
    void aNodeDrainsSinceTheSameTimeAfterItsGroupMovedToAnotherLoopAndBack() {
        Seeds.forAtLeast(
                1,
                2_000,
                random -> {
                    long seed = random.nextLong();
                    var away = Away.in(random);
                    var day = draining(seed).managedBy(swapped(away::has));
                    var before = day.uninterrupted().draining(away.from() - 1);

                    everyRun(
                            day,
                            away,
                            run ->
                                    assertThat(run.draining(3 * PHASE))
                                            .as(run.toString())
                                            .containsAllEntriesOf(before));
                    return !before.isEmpty();
                });
    }

    @Test
    void theNodesOfAGroupThatNoLoopHasTakePodsAgainWhereverTheProcessIsKilled() {
        Seeds.forAtLeast(
                1,
                1_000,
                random -> {
                    long seed = random.nextLong();
                    var away = new Away(random.nextInt(PHASE + 3, PHASE + 5), Integer.MAX_VALUE);
                    var day =
                            draining(seed)
                                    .failing(FAULTS)
                                    .lagging()
                                    .managedBy(without("blue", away));
                    var before = day.uninterrupted().draining(away.from() - 1);

                    everyRun(
                            day,
                            away,
                            run -> {
                                assertThat(run.world.draining("blue")).as(run.toString()).isEmpty();
                                assertThat(run.memory.owners("blue")).as(run.toString()).isEmpty();
                            });
                    return !before.isEmpty();
                });
    }

    /// The provider refuses to un-drain its nodes, so the group is not left when it returns.
    @Test
    void aGroupThatReturnsInTimeHasItsMemoryAgainWhereverTheProcessIsKilled() {
        Seeds.forAtLeast(
                1,
                1_000,
                random -> {
                    long seed = random.nextLong();
                    var away = Away.in(random);
                    var stayed = refusing(seed).uninterrupted();
                    var day = refusing(seed).managedBy(without("blue", away));
                    if (stayed.draining(away.from() - 1).isEmpty()) {
                        return false;
                    }
                    var before = stayed.world.draining("blue");

                    everyRun(
                            day,
                            away,
                            run -> {
                                assertThat(run.world.draining("blue"))
                                        .as(run.toString())
                                        .isEqualTo(before);
                                assertThat(run.memory.owners("blue"))
                                        .as(run.toString())
                                        .containsExactly(new LoopId("Sizing", "blue"));
                                assertThat(coolDown(run, "blue"))
                                        .as(run.toString())
                                        .isEqualTo(coolDown(stayed, "blue"))
                                        .isNotEqualTo(CoolDown.OVER);
                            });
                    return true;
                });
    }

    /// Many pods, and machines that do not join.
    private static Day waiting(long seed) {
        return new Day(seed).busy().withPhasesOf(PHASE).deliveringFor(0);
    }

    /// Nodes that drain all day.
    private static Day draining(long seed) {
        return new Day(seed).shrinking().withPhasesOf(PHASE).drainingForLong();
    }

    private static Day refusing(long seed) {
        return draining(seed).refusing(step -> step instanceof Step.UndrainNode);
    }

    /// Whether groups have other managers in a tick.
    private interface Swap {

        boolean isAt(int tick);
    }

    /// Blue moves from the sizing loop to the scaling loop, and green the other way.
    private static Managers swapped(Swap swap) {
        return (group, tick) ->
                switch (group) {
                    case "blue" -> swap.isAt(tick) ? Manager.SCALING : Manager.SIZING;
                    case "green" -> swap.isAt(tick) ? Manager.SIZING : Manager.SCALING;
                    default -> Manager.SIZING;
                };
    }

    private static Managers without(String left, Away away) {
        return (group, tick) ->
                group.equals(left) && away.has(tick) ? Manager.NOBODY : Manager.SIZING;
    }

    /// The day without a kill, and killed at every point since groups changed their loops: in
    /// `./check`, at every third.
    private static void everyRun(Day day, Away away, Consumer<Run> law) {
        var whole = day.uninterrupted();
        law.accept(whole);
        for (var point : whole.from(away.from())) {
            if (point.number() % SHARE == 0) {
                var back = point.number() % 2 == 0 ? Back.AT_ONCE : Back.NEXT_TICK;
                law.accept(day.killed(point.number(), back));
            }
        }
    }

    private static CoolDown coolDown(Run run, String group) {
        return run.memory.of(group).coolDown();
    }

    /// The time of the oldest order that has not joined.
    private static Instant missingSince(Run run, String group) {
        return run.memory.of(group).missing().stream()
                .map(Missing::since)
                .findFirst()
                .orElseThrow();
    }
}
