package dev.plimsoll.simulator.subnet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.simulator.Curve;
import dev.plimsoll.simulator.subnet.Load.Hours;
import dev.plimsoll.turn.Journal;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Two clusters on one subnet, each with a loop of its own. To each, the addresses of the other one
/// are others'.
class TwoControllersTest {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

    @Test
    void bothSettleUnderAConstantLoad() {
        Seeds.forOneIn(
                20,
                random -> {
                    var pair = pair(random, 0);

                    turn(pair, 0, 500);
                    pair.forEach(each -> each.world().countFromHere());
                    turn(pair, 500, 1_000);

                    for (var each : pair) {
                        assertThat(each.world().summary().changes()).isZero();
                        assertStuckOnlyForWantOfAWholeGrant(each.world());
                    }
                });
    }

    /// A node gets all that it asks for or nothing, and neither loop sees that the other one's pods
    /// wait: they do where less is free than such a node needs at once.
    private static void assertStuckOnlyForWantOfAWholeGrant(SubnetWorld world) {
        long stuck = world.summary().stuck();
        if (stuck > 0) {
            assertThat((long) world.capacity() - world.used()).isLessThanOrEqualTo(stuck);
        }
    }

    @Test
    void bothHardlyChangeTheBatchWhilePodsMove() {
        Seeds.forOneIn(
                40,
                random -> {
                    var pair = pair(random, 1);

                    turn(pair, 0, 1_000);
                    pair.forEach(each -> each.world().countFromHere());
                    turn(pair, 1_000, 3_000);

                    for (var each : pair) {
                        assertThat(each.world().summary().changes()).isLessThanOrEqualTo(4);
                    }
                });
    }

    /// Ten nodes join the one cluster for an hour; the other one gives way.
    @Test
    void oneGivesWayToTheOther() {
        var busy =
                new Load("busy", 1_019, 14, 400, 0, Curve.flat(), new Hours(10, 1, 2), Hours.NONE);
        var pair = pair(busy, still(1_019, 14, 200, 0), 1);

        turn(pair, 0, 300);
        int alone = pair.getLast().world().batch();
        turn(pair, 300, 400);

        assertThat(alone).isEqualTo(8);
        assertThat(pair.getLast().world().batch()).isEqualTo(4);
    }

    private static void turn(List<Contender> pair, int from, int to) {
        for (int tick = from; tick < to; tick++) {
            for (var each : pair) {
                each.turn(START.plus(SubnetWorld.TICK.multipliedBy(tick)));
                assertThat(each.world().used()).isLessThanOrEqualTo(each.world().capacity());
            }
        }
    }

    private static List<Contender> pair(SplittableRandom random, int churn) {
        int capacity = List.of(251, 507, 1_019).get(random.nextInt(3));
        var one = any(random, capacity, churn);
        var other = random.nextBoolean() ? one : any(random, capacity, churn);
        return pair(one, other, random.nextInt(1_000));
    }

    private static List<Contender> pair(Load one, Load other, int seed) {
        var usual = SubnetWorld.Manners.USUAL;
        return Contender.pair(
                new Contender.Field(one, usual, START, seed),
                new Contender.Field(other, usual, START, seed + 1),
                Journal.none());
    }

    private static Load any(SplittableRandom random, int capacity, int churn) {
        int nodes = random.nextInt(1, capacity / 25);
        int pods = Math.min(200 * nodes, random.nextInt(0, capacity * 9 / 20));
        return still(capacity, nodes, pods, churn * Math.max(1, pods / 100));
    }

    private static Load still(int capacity, int nodes, int pods, int churn) {
        return new Load(
                "still", capacity, nodes, pods, churn, Curve.flat(), Hours.NONE, Hours.NONE);
    }
}
