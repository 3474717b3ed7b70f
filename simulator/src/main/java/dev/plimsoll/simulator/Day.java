package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import java.math.BigDecimal;
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

    private static final String POOL = "pool";
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

    private static Group group(String name, int nodes, Resources offers, String dollarsHour) {
        var labels = Labels.of(POOL, name);
        return new Group(
                name,
                labels,
                nodes,
                new Limits(0, 100),
                new Template(offers, labels, List.of()),
                new Price.Known(Money.dollars(new BigDecimal(dollarsHour)), "the scenario"));
    }

    private static Resources offers(long cpuMillis, long memoryMebibytes) {
        return asks(cpuMillis, memoryMebibytes).with(Resources.PODS, 58);
    }

    private static Resources asks(long cpuMillis, long memoryMebibytes) {
        return Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(memoryMebibytes));
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

    private static Shape.Placement in(String pool) {
        return new Shape.Placement(Labels.of(POOL, pool), new Affinity.Anywhere(), List.of());
    }

    /// The monitoring agent of each node; it tolerates every taint.
    private static Shape agent() {
        var everything =
                new Toleration("", Toleration.Match.EXISTS, "", List.of(Taint.Effect.values()));
        return new Shape(
                "kube-system",
                Labels.NONE,
                asks(100, 200),
                new Shape.Placement(Labels.NONE, new Affinity.Anywhere(), List.of(everything)),
                Owner.DAEMON_SET,
                2_000_000_000);
    }
}
