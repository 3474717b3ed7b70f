package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.ScenarioParts.agent;
import static dev.plimsoll.simulator.ScenarioParts.asks;
import static dev.plimsoll.simulator.ScenarioParts.group;
import static dev.plimsoll.simulator.ScenarioParts.in;
import static dev.plimsoll.simulator.ScenarioParts.offers;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.selection.Labels;
import java.time.Duration;
import java.util.List;

/// The scenario of an ordinary day: a shop with few customers at night and most in the evening, and
/// batch jobs that arrive all day, in bursts at full hours, and mostly at night.
///
/// At its peak the shop requests about 140 cores and the jobs about 200. The pods of `search` and
/// `index` fit only on a nearly empty node, so one of them is starved now and then.
public final class Day {

    private static final Curve CUSTOMERS =
            new Curve(
                    List.of(
                            300, 240, 200, 180, 180, 220, 330, 500, 680, 800, 860, 850, //
                            720, 700, 780, 800, 790, 800, 860, 950, 1000, 920, 680, 430));
    private static final Curve JOBS =
            new Curve(
                    List.of(
                            800, 950, 1000, 950, 800, 600, 400, 300, 350, 400, 400, 400, //
                            400, 400, 400, 400, 400, 400, 450, 500, 500, 550, 600, 700));

    private static final String WEB = "web";
    private static final String BATCH = "batch";
    private static final int SWING = 25;

    private Day() {}

    public static Scenario scenario() {
        return new Scenario(groups(), workloads(), agent());
    }

    /// Machines of 4 cores and 16 GiB, and of 8 cores and 16 GiB, less the reserved resources.
    private static List<Group> groups() {
        return List.of(
                group(WEB, 12, offers(3_920, 14_900), "0.192"),
                group(BATCH, 4, offers(7_910, 14_900), "0.34"));
    }

    private static List<Workload> workloads() {
        return List.of(
                deployment("frontend", shop(500, 512, 0), 80),
                deployment("checkout", shop(250, 1_024, 1_000), 60),
                deployment("catalog", shop(1_000, 3_072, 0), 40),
                deployment("recommend", shop(750, 4_096, 0), 24),
                deployment("search", shop(3_000, 9_216, 0), 5),
                jobs("report", job(2_000, 3_072), new Workload.Arrivals(10, 70), minutes(3, 15)),
                jobs("encode", job(4_000, 4_096), new Workload.Arrivals(40, 0), minutes(8, 40)),
                jobs("sweep", job(500, 1_024), new Workload.Arrivals(100, 20), minutes(3, 10)),
                jobs("index", job(7_000, 12_288), new Workload.Arrivals(2, 0), minutes(20, 40)));
    }

    private static Workload deployment(String name, Shape shape, int peak) {
        int mayMiss = Math.ceilDiv(peak, 10);
        return new Workload.Deployment(
                name, shape, new Workload.Load(CUSTOMERS, peak, SWING), mayMiss);
    }

    private static Workload jobs(
            String name, Shape shape, Workload.Arrivals arrivals, Workload.Span runs) {
        return new Workload.Jobs(name, shape, JOBS, arrivals, runs);
    }

    private static Workload.Span minutes(int shortest, int longest) {
        return new Workload.Span(Duration.ofMinutes(shortest), Duration.ofMinutes(longest));
    }

    private static Shape shop(long cpuMillis, long memoryMebibytes, int priority) {
        return new Shape(
                "shop",
                Labels.NONE,
                asks(cpuMillis, memoryMebibytes),
                in(WEB),
                Owner.REPLICA_SET,
                priority);
    }

    private static Shape job(long cpuMillis, long memoryMebibytes) {
        return new Shape(
                "jobs", Labels.NONE, asks(cpuMillis, memoryMebibytes), in(BATCH), Owner.JOB, 0);
    }
}
