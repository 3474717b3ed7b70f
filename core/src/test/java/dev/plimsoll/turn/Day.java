package dev.plimsoll.turn;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.decision.Step;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import dev.plimsoll.turn.Fuse.Killed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/// A short day of a small world that is looked after by a loop a group, in a process that is killed
/// once, or never. Everything but the kill is the same for one seed.
final class Day {

    /// When the process is there again.
    enum Back {
        AT_ONCE,
        NEXT_TICK
    }

    private static final int PHASES = 3;
    private static final int PHASE_TICKS = 16;

    private final long seed;
    private final int[][] demand = new int[PHASES][];
    private Policy policy;
    private int faultPercent;
    private Predicate<Step> isRefused = _ -> false;

    /// How many pods there are in each group, phase by phase, is left to chance.
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

    /// Many pods in each group, then few.
    Day shrinking() {
        demand[0] = new int[] {15, 15, 15};
        demand[1] = new int[] {1, 1, 1};
        demand[2] = demand[1];
        return this;
    }

    /// How many nodes a turn drains makes no difference in the end: it goes on to the same line at
    /// which it begins.
    Day drainingToItsLine() {
        policy = draining(new Drop(policy.growth().above(), 30), policy.shrink().fast());
        return this;
    }

    private static Policy draining(Drop slow, Drop fast) {
        var defaults = Policy.defaults(Reading.PLIMSOLL);
        var minute = Duration.ofMinutes(1);
        return defaults.with(new Limits(1, 30))
                .with(new Shrink(slow, fast, defaults.shrink().order()))
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
    /// @param tried how many steps of the tick it had tried
    record Point(int number, int tick, int tried) {}

    /// The day as it went.
    final class Run {

        final SmallWorld world;
        final MemoryJournal<Seen, Policy, Past> journal;
        private final Fuse fuse;
        private final List<Point> points = new ArrayList<>();
        private List<Loop<Seen, Policy, Past>> loops;
        private String where = "";

        private Run(int killAt, Back back) {
            fuse = new Fuse(killAt);
            world = new SmallWorld(fuse, seed).failing(faultPercent).refusing(isRefused);
            journal = new MemoryJournal<>(fuse);
            world.journaled(journal::holds);
            fuse.watch(() ->
                    points.add(
                            new Point(points.size() + 1, world.tick(), world.tried(world.tick()))));
            loops = start();
            for (int tick = 0; tick < PHASES * PHASE_TICKS; tick++) {
                world.tick(demand[tick / PHASE_TICKS]);
                turn(back);
            }
        }

        /// Those before the first step of a tick was tried; of ticks without steps, some.
        List<Point> beforeTheFirstStep() {
            return points.stream()
                    .filter(point -> point.tried() == 0)
                    .filter(point -> world.tried(point.tick()) > 0 || point.number() % 6 == 0)
                    .toList();
        }

        /// Those after the last step of a tick was tried.
        List<Point> afterTheLastStep() {
            return points.stream()
                    .filter(point -> point.tried() > 0)
                    .filter(point -> point.tried() == world.tried(point.tick()))
                    .toList();
        }

        /// Those between the first and the last step of a tick.
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
                loops = start();
                if (back == Back.AT_ONCE) {
                    turn();
                }
            }
        }

        private void turn() {
            var cluster = world.observe();
            loops.forEach(loop -> loop.turn(cluster, world.now()));
        }

        /// A new process: it knows what the journal and the world show.
        private List<Loop<Seen, Policy, Past>> start() {
            var started = new ArrayList<Loop<Seen, Policy, Past>>();
            for (var name : world.groups()) {
                var recalled = journal.recall(name, Past.NONE);
                started.add(new Loop<>(spec(name), world, journal, recalled, 0));
            }
            return started;
        }

        private LoopSpec<Seen, Policy, Past> spec(String group) {
            return new LoopSpec<>(
                    group,
                    cluster -> {
                        fuse.point("before it looks at " + group);
                        return Seen.of(cluster, group);
                    },
                    question -> {
                        var decision = new Sizing().decide(question);
                        fuse.point("after it decided");
                        return decision;
                    },
                    () -> policy);
        }
    }
}
