package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.decision.Step;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import dev.plimsoll.turn.Fuse.Killed;
import dev.plimsoll.turn.Loops.Manager;
import dev.plimsoll.turn.Loops.Managers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/// A short day of a small world that is managed by a process which is killed once, or never.
/// Everything but the kill is the same for one seed.
final class Day {

    /// When the next process starts.
    enum Back {
        AT_ONCE,
        NEXT_TICK
    }

    private static final int PHASES = 3;
    private static final Duration OWN_WRITES_TIMEOUT = Duration.ofMinutes(10);

    private final long seed;
    private final int[][] demand = new int[PHASES][];
    private int phaseTicks = 16;
    private Policy policy;
    private int mostMachines = Policy.UNLIMITED;
    private Managers managers = (_, _) -> Manager.SIZING;
    private int faultPercent;
    private int deliveredTicks = Integer.MAX_VALUE;
    private boolean isLagging;
    private Predicate<Step> isRefused = _ -> false;

    /// The number of pods of each group in each phase is random.
    Day(long seed) {
        this.seed = seed;
        var random = new SplittableRandom(seed);
        for (int phase = 0; phase < PHASES; phase++) {
            demand[phase] = random.ints(3, 0, 16).toArray();
        }
        var defaults = Policy.defaults(Reading.PLIMSOLL);
        this.policy = draining(defaults.shrink().slow(), defaults.shrink().fast());
    }

    /// Some of the steps fail.
    Day failing(int percent) {
        faultPercent = percent;
        return this;
    }

    /// Some steps fail whenever they are tried.
    Day refusing(Predicate<Step> steps) {
        isRefused = steps;
        return this;
    }

    /// The process observes the world late.
    Day lagging() {
        isLagging = true;
        return this;
    }

    /// No machine joins after these ticks.
    Day deliveringFor(int ticks) {
        deliveredTicks = ticks;
        return this;
    }

    Day withPhasesOf(int ticks) {
        phaseTicks = ticks;
        return this;
    }

    Day managedBy(Managers others) {
        managers = others;
        return this;
    }

    /// All loops keep to a maximum number of machines.
    Day withMostMachines(int most) {
        mostMachines = most;
        return this;
    }

    /// Many pods in each group, then few.
    Day shrinking() {
        demand[0] = new int[] {15, 15, 15};
        demand[1] = new int[] {1, 1, 1};
        demand[2] = demand[1];
        return this;
    }

    /// Many pods in each group.
    Day busy() {
        demand[0] = new int[] {15, 15, 15};
        demand[1] = demand[0];
        demand[2] = demand[0];
        return this;
    }

    /// The number of nodes that a turn drains makes no difference in the end: draining begins and
    /// ends at the same utilisation.
    Day drainingToItsLine() {
        policy = draining(new Drop(policy.growth().above(), 30), policy.shrink().fast());
        return this;
    }

    /// A draining node is not removed on this day.
    Day drainingForLong() {
        var day = Duration.ofDays(1);
        policy = policy.with(new Graces(day, day, day));
        return this;
    }

    private static Policy draining(Drop slow, Drop fast) {
        var defaults = Policy.defaults(Reading.PLIMSOLL);
        var minute = Duration.ofMinutes(1);
        return defaults.with(new Limits(1, 30))
                .with(new Shrink(slow, fast, defaults.shrink().order(), Duration.ZERO))
                .with(new Graces(minute, minute.multipliedBy(2), minute.multipliedBy(2)));
    }

    Run uninterrupted() {
        return new Run(Fuse.NEVER, Back.AT_ONCE);
    }

    /// @param point at which the process is killed, counted from one
    Run killed(int point, Back back) {
        return new Run(point, back);
    }

    /// A point that a process passed.
    ///
    /// @param tried the number of steps of the tick that it had tried
    record Point(int number, int tick, int tried) {}

    /// The course of the day.
    final class Run {

        final SmallWorld world;
        final MemoryJournal journal;
        final LastingMemory memory;
        private final Loops loops;
        private final List<Point> points = new ArrayList<>();
        private final List<SortedMap<String, Instant>> draining = new ArrayList<>();
        private Turns<Cluster> turns;
        private String where = "";

        private Run(int killAt, Back back) {
            var fuse = new Fuse(killAt);
            world = new SmallWorld(fuse, seed).failing(faultPercent).refusing(isRefused);
            journal = new MemoryJournal(fuse);
            memory = new LastingMemory(fuse);
            loops = new Loops(policy, mostMachines, managers, fuse);
            world.journaled(plan -> journal.holds(plan) && memory.holds(plan));
            fuse.watch(() ->
                    points.add(
                            new Point(points.size() + 1, world.tick(), world.tried(world.tick()))));
            turns = start();
            for (int tick = 0; tick < PHASES * phaseTicks; tick++) {
                if (tick == deliveredTicks) {
                    world.stopDelivering();
                }
                world.tick(demand[tick / phaseTicks]);
                turn(back);
                draining.add(world.draining("blue"));
            }
            if (!journal.failures().isEmpty()) {
                throw new AssertionError(journal.failures());
            }
        }

        /// The draining nodes of blue after a tick, and since when they drain.
        SortedMap<String, Instant> draining(int tick) {
            return draining.get(tick - 1);
        }

        /// All points from a tick on.
        List<Point> from(int tick) {
            return points.stream().filter(point -> point.tick() >= tick).toList();
        }

        /// The points before the first step of a tick was tried; of ticks without steps, some.
        List<Point> beforeTheFirstStep() {
            return points.stream()
                    .filter(point -> point.tried() == 0)
                    .filter(point -> world.tried(point.tick()) > 0 || point.number() % 6 == 0)
                    .toList();
        }

        /// The points after the last step of a tick was tried.
        List<Point> afterTheLastStep() {
            return points.stream()
                    .filter(point -> point.tried() > 0)
                    .filter(point -> point.tried() == world.tried(point.tick()))
                    .toList();
        }

        /// The points between the first and the last step of a tick.
        List<Point> amidThePlan() {
            return points.stream()
                    .filter(point -> point.tried() > 0)
                    .filter(point -> point.tried() < world.tried(point.tick()))
                    .toList();
        }

        /// Where it was killed.
        @Override
        public String toString() {
            return where;
        }

        private void turn(Back back) {
            try {
                turn();
            } catch (Killed killed) {
                where = "killed " + killed.getMessage() + " in tick " + world.tick();
                turns = start();
                if (back == Back.AT_ONCE) {
                    turn();
                }
            }
        }

        private void turn() {
            turns.turn(world.now(), loops.at(world.tick()));
        }

        /// A new process. It has the memory, and observes the world.
        private Turns<Cluster> start() {
            if (!isLagging) {
                return new Turns<>(world, journal, memory, 0);
            }
            var late = new LaggingWorld(world, world::tick, new SplittableRandom(seed));
            var own = new OwnWrites(late, world::now, OWN_WRITES_TIMEOUT);
            return new Turns<>(own, journal, memory, 0);
        }
    }
}
