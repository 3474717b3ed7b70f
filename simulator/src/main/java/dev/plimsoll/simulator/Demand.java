package dev.plimsoll.simulator;

import dev.plimsoll.simulator.Workload.Deployment;
import dev.plimsoll.simulator.Workload.Fixed;
import dev.plimsoll.simulator.Workload.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.SplittableRandom;

/// The demand of the workloads: replicas by the minute, jobs by the hour.
///
/// Every workload has its own random numbers, independent of the cluster. Runs of a scenario with
/// the same seed therefore face the same demand.
final class Demand {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Timeline timeline;
    private final Roster roster;

    Demand(Timeline timeline, Roster roster) {
        this.timeline = timeline;
        this.roster = roster;
    }

    void begin(Workload workload, SplittableRandom random) {
        switch (workload) {
            case Deployment deployment -> new Follower(deployment, random).minute();
            case Fixed fixed -> roster.scale(fixed, fixed.replicas());
            case Jobs jobs -> hour(jobs, random);
        }
    }

    /// A deployment that follows its curve.
    private final class Follower {

        /// How many minutes a deployment keeps replicas that it no longer needs.
        private static final int WINDOW = 5;

        private final Deployment deployment;
        private final SplittableRandom random;
        private final Deque<Integer> recent = new ArrayDeque<>();
        private int noise;

        private Follower(Deployment deployment, SplittableRandom random) {
            this.deployment = deployment;
            this.random = random;
        }

        private void minute() {
            recent.addLast(needed(timeline.now()));
            if (recent.size() > WINDOW) {
                recent.removeFirst();
            }
            roster.scale(deployment, Collections.max(recent));
            timeline.at(timeline.now().truncatedTo(ChronoUnit.MINUTES).plus(MINUTE), this::minute);
        }

        private int needed(Instant moment) {
            var load = deployment.load();
            noise = Math.floorDiv(9 * noise, 10) + random.nextInt(-load.swing(), load.swing() + 1);
            long share = (long) load.curve().at(moment) * Math.max(0, 1000 + noise);
            return Math.toIntExact(
                    Math.max(1, Math.ceilDiv(Math.multiplyExact(load.peak(), share), 1_000_000)));
        }
    }

    /// Plans the jobs of the current hour, and the planning of the next.
    private void hour(Jobs jobs, SplittableRandom random) {
        var hour = timeline.now().truncatedTo(ChronoUnit.HOURS);
        int share = jobs.curve().at(hour);
        int scattered = random.nextInt(2 * part(jobs.arrivals().scattered(), share) + 1);
        int burst = part(jobs.arrivals().burst(), share);
        int bursting = random.nextInt(burst / 2, burst + 1);
        arrive(jobs, random, new Slot(hour, HOUR), scattered);
        arrive(jobs, random, new Slot(hour, MINUTE), bursting);
        timeline.at(hour.plus(HOUR), () -> hour(jobs, random));
    }

    private record Slot(Instant from, Duration length) {}

    private void arrive(Jobs jobs, SplittableRandom random, Slot slot, int count) {
        for (int i = 0; i < count; i++) {
            var at = slot.from().plusSeconds(random.nextLong(slot.length().toSeconds()));
            var runs =
                    Duration.ofSeconds(
                            random.nextLong(
                                    jobs.runs().shortest().toSeconds(),
                                    jobs.runs().longest().toSeconds() + 1));
            if (!at.isBefore(timeline.now())) {
                timeline.at(at, () -> roster.submit(jobs, runs));
            }
        }
    }

    /// A part in thousandths, rounded up.
    private static int part(int whole, int thousandths) {
        return Math.ceilDiv(Math.multiplyExact(whole, thousandths), 1000);
    }
}
