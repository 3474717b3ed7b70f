package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static dev.plimsoll.simulator.Village.deployment;
import static dev.plimsoll.simulator.Village.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.quantity.Money;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TallyTest {

    @Test
    void aMachineIsPaidForFromTheRequestUntilItIsGone() {
        var world = Village.of(group("blue", 1)).checkedWorld(NOON, 1);

        world.advanceTo(NOON.plusSeconds(10));
        world.act(Plan.of(new ResizeGroup("blue", 1, 4)));
        world.advanceTo(NOON.plusSeconds(20));
        world.act(Plan.of(new ResizeGroup("blue", 4, 2)));
        world.advanceTo(NOON.plusSeconds(1_000));
        world.act(Plan.of(new RemoveNode("blue-1", "blue", 1)));
        world.advanceTo(NOON.plusSeconds(2_000));

        long nodeSeconds = 10 + 4 * 10 + 2 * 980 + 1_000;
        var dollars = new Money(nodeSeconds * 1_000_000L);
        assertThat(world.summary())
                .isEqualTo(
                        new Summary(
                                Duration.ofSeconds(2_000),
                                List.of(
                                        new Summary.Bill(
                                                "blue",
                                                Duration.ofSeconds(nodeSeconds),
                                                dollars,
                                                4)),
                                new Summary.Waits(Duration.ZERO, Duration.ZERO, Duration.ZERO),
                                new Summary.Counts(0, 0, 0, 0)));
        assertThat(world.summary().cost()).isEqualTo(dollars);
    }

    @Test
    void podsThatStillWaitCountWithTheTimeSoFar() {
        var world = Village.of(group("blue", 1), deployment("web", 3_000, 2)).checkedWorld(NOON, 1);

        world.advanceTo(NOON.plusMillis(90_500));

        assertThat(world.summary().waits()).isEqualTo(waits(1, 91, 91));
        assertThat(world.summary().pods()).isEqualTo(new Summary.Counts(1, 0, 0, 1));
    }

    @Test
    void aPercentileIsTheShortestWaitThatSoManyDidNotExceed() {
        var tally = new Tally(NOON);
        for (int seconds = 1; seconds <= 20; seconds++) {
            tally.waited(Duration.ofSeconds(seconds));
        }

        assertThat(waits(tally)).isEqualTo(waits(10, 19, 20));
        tally.waited(Duration.ofSeconds(21));
        assertThat(waits(tally)).isEqualTo(waits(11, 20, 21));
    }

    @Test
    void aWaitIsRoundedUpToTheSecond() {
        var tally = new Tally(NOON);

        tally.waited(Duration.ofMillis(1_001));

        assertThat(waits(tally)).isEqualTo(waits(2, 2, 2));
    }

    private static Summary.Waits waits(Tally tally) {
        return tally.summary(NOON, List.of()).waits();
    }

    private static Summary.Waits waits(int median, int p95, int longest) {
        return new Summary.Waits(
                Duration.ofSeconds(median), Duration.ofSeconds(p95), Duration.ofSeconds(longest));
    }
}
