package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.EvictPods;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Groups under constant demand, whatever their thresholds, pods, nodes, boot times and faults.
class ClosedLoopTest {

    private static final int HOUR = 60;
    private static final int DAY = 24 * HOUR;

    /// Faults happen before.
    private static final int FAULTY = 90;

    /// A group that takes no step for this time while no pause lasts is settled.
    private static final int QUIET = 40;

    private static final int MOST_SLEEP = 5;

    /// A group in its loop, and what it does.
    private static final class Loop {

        private final SteadyWorld world;
        private final RandomGenerator random;
        private final int mostSleep;
        private final List<Integer> faults = new ArrayList<>();
        private final List<Integer> grown = new ArrayList<>();
        private final List<Integer> drained = new ArrayList<>();
        private final List<String> told = new ArrayList<>();
        private int lastStep;
        private int settled = Integer.MAX_VALUE;

        /// @param mostSleep how many ticks may pass without a turn while nothing happens
        private Loop(SteadyWorld world, RandomGenerator random, int mostSleep) {
            this.world = world;
            this.random = random;
            this.mostSleep = mostSleep;
        }

        private void drawFaults() {
            for (int i = random.nextInt(1, 5); i > 0; i--) {
                faults.add(random.nextInt(FAULTY));
            }
            faults.add(FAULTY);
            faults.sort(null);
        }

        private void run(int ticks) {
            while (world.ticks() < ticks) {
                while (!faults.isEmpty() && faults.getFirst() <= world.ticks()) {
                    faults.removeFirst();
                    fault();
                }
                var decision = world.tick();
                int tick = world.ticks();
                note(tick, decision);
                boolean isIdle = decision.plan().steps().isEmpty();
                if (isIdle && !isPausing(decision) && settled > tick && tick - lastStep >= QUIET) {
                    settled = tick;
                }
                if (isIdle) {
                    int next = faults.isEmpty() ? ticks : Math.min(ticks, faults.getFirst());
                    world.sleep(decision.wakeAt(), Math.min(next, tick + mostSleep));
                }
            }
        }

        private void fault() {
            lastStep = world.ticks();
            settled = Integer.MAX_VALUE;
            int kind = faults.isEmpty() ? 1 : random.nextInt(6);
            told.add(world.ticks() + " fault " + kind);
            switch (kind) {
                case 0 -> world.deliverNothing();
                case 1 -> world.boots(random.nextInt(1, 6));
                case 2 -> world.cordon(random);
                case 3 -> world.uncordon(random);
                case 4 -> world.protect(random);
                default -> world.interrupt(random);
            }
        }

        private void note(int tick, Decision<Past> decision) {
            for (var step : decision.plan().steps()) {
                switch (step) {
                    case Step.ResizeGroup _, Step.UndrainNode _ -> grown.add(tick);
                    case Step.DrainNode _ -> drained.add(tick);
                    case Step.GiveUp _,
                            Step.EvictPods _,
                            Step.RemoveNode _,
                            Step.UseBatch _,
                            Step.RunReplicas _ -> {}
                }
                lastStep = tick;
            }
            if (!decision.plan().steps().isEmpty()) {
                told.add(tick + " " + world + " " + OneGroup.codes(decision) + decision.plan());
            }
        }

        private static boolean isPausing(Decision<Past> decision) {
            var timers = decision.remember().group().timers();
            return !timers.orders().isNone() || !timers.drains().isNone();
        }

        private int firstDrain() {
            return drained.isEmpty() ? Integer.MAX_VALUE : drained.getFirst();
        }

        private String story() {
            return world.policy + "\n" + String.join("\n", told);
        }
    }

    /// Without faults, a scheduler that follows the simulated moves lets no drain fail, and in a
    /// group of one zone no growth follows a drain. With faults, or a scheduler that spreads, few
    /// drains fail. In any case a group that has settled neither grows nor drains again.
    @Test
    void aGroupThatHasSettledStaysAsItIs() {
        Seeds.forAtLeast(
                400,
                random -> {
                    boolean drains = false;
                    for (int i = Seeds.few(4, 6); i > 0; i--) {
                        drains |= settles(random, random.nextBoolean(), random.nextBoolean());
                    }
                    return drains;
                });
    }

    private static boolean settles(RandomGenerator random, boolean spreads, boolean isFaulty) {
        var loop = new Loop(any(random), random, MOST_SLEEP);
        if (spreads) {
            loop.world.spread();
        }
        if (isFaulty) {
            loop.drawFaults();
        }

        loop.run(4 * HOUR);

        var failed = loop.world.failedDrains();
        assertThat(loop.grown).as(loop::story).noneMatch(tick -> tick > loop.settled);
        assertThat(loop.drained).as(loop::story).noneMatch(tick -> tick > loop.settled);
        if (!spreads && !isFaulty) {
            assertThat(failed).as(loop::story).isEmpty();
            assertThat(loop.settled).as(loop::story).isLessThan(4 * HOUR);
            // In several zones, a pod whose zone is out of reach takes a drained node when it is
            // empty.
            int first = loop.world.isZonal() ? HOUR * 4 : loop.firstDrain();
            assertThat(loop.grown).as(loop::story).noneMatch(tick -> tick > first);
        }
        assertThat(failed).as(loop::story).hasSizeLessThanOrEqualTo(4);
        assertThat(within(failed, 0, HOUR)).as(loop::story).isLessThanOrEqualTo(2);
        return loop.settled < 4 * HOUR && !loop.drained.isEmpty();
    }

    /// If the scheduler spreads or places pods anywhere, at most two drains fail in the first hour
    /// and six in the first day; then about one a day.
    @Test
    void failedDrainsBecomeRare() {
        Seeds.forAtLeast(
                200,
                random -> {
                    boolean fails = false;
                    for (int i = Seeds.few(4, 6); i > 0; i--) {
                        fails |= failed(random) > 0;
                    }
                    return fails;
                });
    }

    private static int failed(RandomGenerator random) {
        var loop = new Loop(any(random), random, DAY);
        if (random.nextBoolean()) {
            loop.world.spread();
        } else {
            loop.world.scatterAlways(random);
        }

        loop.run(2 * DAY);

        var failed = loop.world.failedDrains();
        assertThat(within(failed, 0, HOUR)).as(loop::story).isLessThanOrEqualTo(2);
        assertThat(within(failed, 0, DAY)).as(loop::story).isLessThanOrEqualTo(6);
        assertThat(within(failed, DAY, 2 * DAY)).as(loop::story).isLessThanOrEqualTo(2);
        return failed.size();
    }

    /// Other pods take the port that a moved pod needs whenever its node drains, and leave when the
    /// drain has failed. Each pause is twice as long as the last.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void drainsThatAlwaysFailBecomeRare(boolean afterEviction) {
        var world =
                new SteadyWorld(
                        policy(10, 40, 100).with(new Limits(2, 10)), size(1_000, 1_000), List.of());
        var port = withPort(100);
        var other = withPort(0);
        world.nodeWith(port);
        world.nodeWith(shape(300, 0));
        world.nodeWith(shape(310, 0));
        int failed = 0;
        while (world.ticks() < 3 * DAY) {
            var decision = world.tick();
            boolean evicts = decision.plan().steps().stream().anyMatch(EvictPods.class::isInstance);
            if (afterEviction ? evicts : world.drainingFor() == 9) {
                world.occupy(other);
            }
            if (world.failedDrains().size() > failed) {
                world.vacate(other);
                failed++;
            }
        }

        var times = world.failedDrains();
        assertThat(times).hasSizeGreaterThan(6);
        assertThat(within(times, 0, HOUR)).isLessThanOrEqualTo(2);
        assertThat(within(times, 0, DAY)).isLessThanOrEqualTo(7);
        assertThat(within(times, DAY, 2 * DAY)).isLessThanOrEqualTo(1);
        assertThat(within(times, 2 * DAY, 3 * DAY)).isLessThanOrEqualTo(1);
    }

    private static long within(List<Integer> times, int after, int until) {
        return times.stream().filter(tick -> tick > after && tick <= until).count();
    }

    private static Shape inZone(Shape shape, String zone) {
        var placement =
                new Placement(Labels.of(WellKnown.ZONE, zone), new Affinity.Anywhere(), List.of());
        return new Shape("shop", Labels.NONE, shape.requests(), placement, Owner.REPLICA_SET, 0);
    }

    private static Shape withPort(long cpuMillis) {
        var anywhere = Placement.ANYWHERE;
        var placement =
                new Placement(
                        anywhere.nodeSelector(),
                        anywhere.affinity(),
                        anywhere.tolerations(),
                        anywhere.constraints(),
                        List.of(new HostPort("TCP", HostPort.ANY, 80)),
                        anywhere.mounts(),
                        anywhere.unknown());
        return new Shape("shop", Labels.NONE, size(cpuMillis, 0), placement, Owner.REPLICA_SET, 0);
    }

    /// Full thresholds and large pods are frequent: drains fail only in such groups.
    private static SteadyWorld any(RandomGenerator random) {
        boolean tight = random.nextInt(3) > 0;
        int grow = tight ? random.nextInt(95, 120) : random.nextInt(50, 130);
        int upper = tight ? random.nextInt(85, grow + 1) : random.nextInt(10, grow + 1);
        var each = size(1_000, 1_000);
        var world =
                new SteadyWorld(policy(random.nextInt(upper + 1), upper, grow), each, List.of());
        world.boots(random.nextInt(1, 6));
        boolean isZonal = random.nextInt(4) == 0;
        if (isZonal) {
            world.zones(List.of("a", "b", "c").subList(0, random.nextInt(2, 4)));
        }
        for (int i = random.nextInt(2, 13); i > 0; i--) {
            world.node(each);
        }
        for (int i = random.nextInt(20); i > 0; i--) {
            long cpu = tight ? 100 * random.nextLong(2, 10) : random.nextLong(50, 1_000);
            var shape = shape(cpu, random.nextLong(200));
            world.pods(1, isZonal && random.nextInt(4) == 0 ? inZone(shape, "b") : shape);
        }
        world.scatter(random);
        return world;
    }

    private static Policy policy(int lower, int upper, int grow) {
        var defaults = Policy.defaults(Reading.PLIMSOLL);
        var growth = defaults.growth();
        var shrink = defaults.shrink();
        return defaults.with(
                        new Growth(
                                Percent.of(grow),
                                true,
                                growth.coolDown(),
                                growth.provisionTimeout()))
                .with(
                        new Shrink(
                                new Drop(Percent.of(upper), shrink.slow().nodes()),
                                new Drop(Percent.of(lower), shrink.fast().nodes()),
                                shrink.order(),
                                shrink.settle()));
    }
}
