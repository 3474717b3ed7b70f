package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.ScenarioParts.agent;
import static dev.plimsoll.simulator.ScenarioParts.asks;
import static dev.plimsoll.simulator.ScenarioParts.offers;
import static dev.plimsoll.simulator.ScenarioParts.zonalGroup;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.WellKnown;
import java.time.Duration;
import java.util.List;

/// The scenario of a day in a cluster whose groups grow for pending pods: a shop that follows its
/// customers and is deployed again and again in working hours, and batch jobs that come in bursts.
///
/// Its pods select no group. Some need a zone, some a node of their own, some must not be evicted,
/// and one workload is marked, so that room is kept free for one more of its pods.
public final class PodsDay {

    /// The name of its cluster.
    public static final String NAME = "pods";

    private static final String SHOP = "shop";
    private static final String JOBS = "jobs";
    private static final String GENERAL = "general";
    private static final int SWING = 25;

    private static final Curve CUSTOMERS =
            new Curve(
                    List.of(
                            300, 240, 200, 180, 180, 220, 330, 500, 680, 800, 860, 850, //
                            720, 700, 780, 800, 790, 800, 860, 950, 1000, 920, 680, 430));

    /// Releases in working hours only.
    private static final Curve RELEASES =
            new Curve(
                    List.of(
                            0, 0, 0, 0, 0, 0, 0, 0, 200, 800, 1000, 1000, //
                            500, 800, 1000, 1000, 800, 400, 0, 0, 0, 0, 0, 0));

    private static final Curve BATCHES =
            new Curve(
                    List.of(
                            800, 950, 1000, 950, 800, 600, 400, 300, 350, 400, 400, 400, //
                            400, 400, 400, 400, 400, 400, 450, 500, 500, 550, 600, 700));

    private PodsDay() {}

    public static Scenario scenario() {
        return new Scenario(NAME, groups(), workloads(), agent(), List.of());
    }

    /// Machines of 4 cores and 16 GiB in each of three zones, and of 8 cores and 16 GiB in one,
    /// less the reserved resources.
    private static List<Group> groups() {
        return List.of(
                zonalGroup("compute-a", "compute", 1, offers(7_910, 14_900), "0.34"),
                zonalGroup("general-a", GENERAL, 4, offers(3_920, 14_900), "0.192"),
                zonalGroup("general-b", GENERAL, 4, offers(3_920, 14_900), "0.192"),
                zonalGroup("general-c", GENERAL, 4, offers(3_920, 14_900), "0.192"));
    }

    private static List<Workload> workloads() {
        return List.of(
                deployment("frontend", shop(500, 512), 100),
                deployment("checkout", shop(250, 1_024), 60),
                deployment("catalog", shop(1_000, 3_072), 36),
                deployment("search", shop(3_000, 9_216), 4),
                deployment("cache", cache(), 9),
                always("ledger", shop(750, 2_048, inZone("a")), 3),
                always("stock", shop(750, 2_048, inZone("b")), 3),
                jobs("release", RELEASES, shop(500, 512), arrivals(0, 20), minutes(4, 10)),
                jobs("report", BATCHES, job(2_000, 3_072), arrivals(8, 6), minutes(3, 15)),
                jobs("encode", BATCHES, kept(job(3_500, 4_096)), arrivals(6, 0), minutes(8, 40)),
                jobs("backup", BATCHES, kept(job(400, 1_024)), arrivals(4, 0), minutes(20, 60)),
                jobs("sweep", BATCHES, job(500, 1_024), arrivals(50, 14), minutes(3, 10)));
    }

    private static Workload deployment(String name, Shape shape, int peak) {
        var load = new Workload.Load(CUSTOMERS, peak, SWING);
        return new Workload.Deployment(name, shape, load, Math.ceilDiv(peak, 10));
    }

    private static Workload always(String name, Shape shape, int replicas) {
        var load = new Workload.Load(Curve.flat(), replicas, 0);
        return new Workload.Deployment(name, shape, load, 1);
    }

    private static Workload jobs(
            String name, Curve curve, Shape shape, Workload.Arrivals arrivals, Workload.Span runs) {
        return new Workload.Jobs(name, shape, curve, arrivals, runs);
    }

    private static Workload.Arrivals arrivals(int scattered, int burst) {
        return new Workload.Arrivals(scattered, burst);
    }

    private static Workload.Span minutes(int shortest, int longest) {
        return new Workload.Span(Duration.ofMinutes(shortest), Duration.ofMinutes(longest));
    }

    private static Shape shop(long cpuMillis, long memoryMebibytes) {
        return shop(cpuMillis, memoryMebibytes, Shape.Placement.ANYWHERE);
    }

    private static Shape shop(long cpuMillis, long memoryMebibytes, Shape.Placement placement) {
        return new Shape(
                SHOP,
                Labels.NONE,
                asks(cpuMillis, memoryMebibytes),
                placement,
                Owner.REPLICA_SET,
                0);
    }

    private static Shape job(long cpuMillis, long memoryMebibytes) {
        return new Shape(
                JOBS,
                Labels.NONE,
                asks(cpuMillis, memoryMebibytes),
                Shape.Placement.ANYWHERE,
                Owner.JOB,
                0);
    }

    /// A pod that must not be evicted: it would begin again from its start.
    private static Shape kept(Shape shape) {
        return shape.with(new Shape.Disruption(Shape.Consent.FORBIDDEN, false));
    }

    /// No two pods of the cache are on one node. Room for one more is kept free.
    private static Shape cache() {
        var labels = Labels.of(Replica.APP, "cache");
        var own = new Selector.AllOf(List.of(Requirement.in(Replica.APP, "cache")));
        var apart = new PodTerm(List.of(SHOP), Selector.nothing(), own, WellKnown.HOSTNAME);
        var constraints = new PodConstraints(List.of(), List.of(apart), List.of());
        return shop(1_000, 4_096, with(Labels.NONE, constraints))
                .with(labels)
                .with(new Reserve.Placeholders(1));
    }

    private static Shape.Placement inZone(String zone) {
        return with(Labels.of(WellKnown.ZONE, zone), PodConstraints.ANY);
    }

    private static Shape.Placement with(Labels nodeSelector, PodConstraints constraints) {
        return new Shape.Placement(
                nodeSelector,
                new Affinity.Anywhere(),
                List.of(),
                constraints,
                List.of(),
                List.of(),
                List.of());
    }
}
