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
                                        new Summary.OfGroup(
                                                "blue",
                                                new Summary.Bill(
                                                        Duration.ofSeconds(nodeSeconds),
                                                        dollars,
                                                        new Money(3_600_000_000L),
                                                        4),
                                                waits(0, 0, 0),
                                                new Summary.Counts(0, 0, 0, 0),
                                                new Summary.Regrets(3, 0, 1, 0))),
                                waits(0, 0, 0),
                                new Summary.Counts(0, 0, 0, 0)));
        assertThat(world.summary().cost()).isEqualTo(dollars);
        assertThat(world.summary().hour()).isEqualTo(new Money(3_600_000_000L));
    }

    @Test
    void podsThatStillWaitCountWithTheTimeSoFar() {
        var world = Village.of(group("blue", 1), deployment("web", 3_000, 2)).checkedWorld(NOON, 1);

        world.advanceTo(NOON.plusMillis(90_500));

        assertThat(world.summary().waits()).isEqualTo(waits(1, 91, 91));
        assertThat(world.summary().pods()).isEqualTo(new Summary.Counts(1, 0, 0, 1));
    }

    @Test
    void aPercentileIsTheShortestWaitThatSoManyPercentDoNotExceed() {
        var waits = new Percentiles();
        for (int seconds = 1; seconds <= 20; seconds++) {
            waits.add(Duration.ofSeconds(seconds));
        }

        assertThat(waits.at(50)).hasSeconds(10);
        assertThat(waits.at(95)).hasSeconds(19);
        waits.add(Duration.ofSeconds(21));
        assertThat(waits.at(50)).hasSeconds(11);
        assertThat(waits.at(95)).hasSeconds(20);
        assertThat(waits.at(100)).hasSeconds(21);
    }

    @Test
    void aWaitIsRoundedUpToTheSecond() {
        var waits = new Percentiles();

        waits.add(Duration.ofMillis(1_001));

        assertThat(waits.at(50)).hasSeconds(2);
    }

    /// Each step counts once, and only within 15 minutes.
    @Test
    void countsPurchasesThatADrainFollowsAndRemovalsThatAPurchaseFollows() {
        var counter = new RegretCounter();

        counter.bought(2, NOON);
        counter.bought(3, NOON.plusSeconds(60));
        counter.drained(NOON.plusSeconds(15 * 60 + 1));
        counter.drained(NOON.plusSeconds(15 * 60 + 2));
        counter.removed(NOON.plusSeconds(16 * 60));
        counter.removed(NOON.plusSeconds(17 * 60));
        counter.bought(1, NOON.plusSeconds(32 * 60));

        assertThat(counter.regrets()).isEqualTo(new Summary.Regrets(6, 3, 2, 1));
    }

    private static Summary.Waits waits(int median, int p95, int longest) {
        return new Summary.Waits(
                Duration.ofSeconds(median), Duration.ofSeconds(p95), Duration.ofSeconds(longest));
    }
}
