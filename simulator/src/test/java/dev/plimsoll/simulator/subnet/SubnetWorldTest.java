package dev.plimsoll.simulator.subnet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.simulator.Curve;
import dev.plimsoll.simulator.subnet.Load.Hours;
import dev.plimsoll.simulator.subnet.SubnetWorld.Manners;
import dev.plimsoll.turn.Journal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SubnetWorldTest {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

    @Test
    void noAddressIsHeldTwiceAndNoPodHasTwo() {
        Seeds.forOneIn(
                40,
                random -> {
                    var world = new SubnetWorld(anyLoad(random), anyManners(random), START, 7);

                    for (int tick = 1; tick < 200; tick++) {
                        world.advanceTo(START.plus(SubnetWorld.TICK.multipliedBy(tick)));
                        if (random.nextInt(5) == 0) {
                            var step =
                                    new Step.UseBatch(
                                            "pods", world.batch(), 1 << random.nextInt(8), 50);
                            assertThat(world.act(Plan.of(step)))
                                    .containsExactly(new Outcome.Done(step));
                        }
                        for (var pool : world.pools()) {
                            assertThat(pool.assigned()).isBetween(0, pool.demand());
                            assertThat(pool.free()).isNotNegative();
                            assertThat(pool.assigned() + pool.free()).isBetween(0, pool.max());
                            assertThat(pool.requested()).isBetween(0, pool.max());
                        }
                        assertThat(world.used()).isLessThanOrEqualTo(world.capacity());
                    }
                });
    }

    @Test
    void aStepOnAnotherBatchIsStale() {
        var world = new SubnetWorld(Load.steady(), Manners.USUAL, START, 1);
        var step = new Step.UseBatch("pods", 8, 4, 50);

        assertThat(world.act(Plan.of(step))).containsExactly(new Outcome.Stale(step));
        assertThat(world.batch()).isEqualTo(16);
    }

    @Test
    void showsTheSameValueWhileNothingHappens() {
        var world = new SubnetWorld(still(251, 4, 40), Manners.USUAL, START, 1);
        world.advanceTo(START.plus(SubnetWorld.TICK.multipliedBy(10)));
        var before = world.observe();

        world.advanceTo(START.plus(SubnetWorld.TICK.multipliedBy(20)));
        var after = world.observe();
        world.act(Plan.of(new Step.UseBatch("pods", 16, 8, 50)));

        assertThat(after).isSameAs(before);
        assertThat(world.observe().batch()).isEqualTo(8);
    }

    /// A tenth of 28 nodes is three.
    @Test
    void aRaiseIsToldInWavesAndALoweringAtOnce() {
        var waves = new Manners(Agent.AT_ONCE, 3, 250, 10);
        var world = new SubnetWorld(Load.steady(), waves, START, 1);

        world.act(Plan.of(new Step.UseBatch("pods", 16, 8, 50)));
        assertThat(world.observe().lagging()).isEqualTo(28);
        world.advanceTo(START.plus(SubnetWorld.TICK));
        assertThat(world.observe().lagging()).isZero();
        world.act(Plan.of(new Step.UseBatch("pods", 8, 16, 50)));
        world.advanceTo(START.plus(SubnetWorld.TICK.multipliedBy(2)));
        assertThat(world.observe().lagging()).isEqualTo(25);
        world.advanceTo(START.plus(SubnetWorld.TICK.multipliedBy(11)));
        assertThat(world.observe().lagging()).isZero();
    }

    @Test
    void equalSeedsGiveEqualHistories() {
        assertThat(history(3)).isEqualTo(history(3)).isNotEqualTo(history(4));
    }

    private static List<Object> history(long seed) {
        var told = new ArrayList<>();
        var field = new Contender.Field(Load.day(), Manners.USUAL, START, seed);
        for (var contender : Contender.all(field, Journal.none(), Journal.none())) {
            for (int tick = 0; tick < 500; tick++) {
                contender.turn(START.plus(SubnetWorld.TICK.multipliedBy(tick)));
                told.add(contender.world().observe());
            }
            told.add(contender.world().summary());
        }
        return told;
    }

    /// The figures of docs/batching.md come from `plimsoll simulate subnet --load churn`. Where
    /// others take addresses for an hour, `state` comes back one power of two at a time.
    @Test
    void ourRulesHardlyChangeTheBatchWhilePodsMove() {
        int largest = Seeds.few(4_091, 65_531);
        for (var load : Load.churning()) {
            if (load.capacity() > largest) {
                continue;
            }
            boolean still = load.others().equals(Hours.NONE);
            for (var contender : contenders(load, Manners.USUAL, 1)) {
                int most = still || contender.name().equals("feed-forward") ? 2 : 4;
                turn(contender, 0, 100);
                contender.world().countFromHere();
                turn(contender, 100, 1_100);

                assertThat(contender.world().summary().changes())
                        .as("%s by %s", load.name(), contender.name())
                        .isLessThanOrEqualTo(most);
            }
        }
    }

    /// Agents that take one step a tick, and releases that take long.
    @Test
    void ourRulesSettleWithSlowNodesToo() {
        Seeds.forOneIn(
                40,
                random -> {
                    int nodes = random.nextInt(1, 40);
                    int pods = random.nextInt(0, 900);
                    var load = still(1019, nodes, Math.min(pods, 200 * nodes));
                    for (var contender : contenders(load, anyManners(random), 1)) {
                        turn(contender, 0, 400);
                        contender.world().countFromHere();
                        turn(contender, 400, 600);

                        assertThat(contender.world().summary().changes())
                                .as("%s %s", load, contender.name())
                                .isZero();
                    }
                });
    }

    @Test
    void theSourcesTextCyclesUnderALoadThatNeverChanges() {
        var field = new Contender.Field(Load.steady(), Manners.USUAL, START, 1);
        var prose = Contender.all(field, Journal.none(), Journal.none()).getLast();

        turn(prose, 0, 1_000);

        assertThat(prose.name()).isEqualTo("prose");
        assertThat(prose.world().summary().changes()).isGreaterThan(200);
    }

    /// Feed-forward and state.
    private static List<Contender> contenders(Load load, Manners manners, long seed) {
        var field = new Contender.Field(load, manners, START, seed);
        return Contender.all(field, Journal.none(), Journal.none()).subList(0, 2);
    }

    private static void turn(Contender contender, int from, int to) {
        for (int tick = from; tick < to; tick++) {
            contender.turn(START.plus(SubnetWorld.TICK.multipliedBy(tick)));
        }
    }

    private static Load still(int capacity, int nodes, int pods) {
        return new Load("still", capacity, nodes, pods, 0, Curve.flat(), Hours.NONE, Hours.NONE);
    }

    private static Manners anyManners(SplittableRandom random) {
        return new Manners(
                random.nextBoolean() ? Agent.AT_ONCE : Agent.STEPWISE,
                random.nextInt(0, 31),
                250,
                random.nextInt(1, 101));
    }

    private static Load anyLoad(SplittableRandom random) {
        return new Load(
                "any",
                1019,
                random.nextInt(1, 40),
                random.nextInt(0, 900),
                random.nextInt(0, 20),
                Curve.flat(),
                new Hours(random.nextInt(10), 0, 1),
                Hours.NONE);
    }
}
