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

/// The scenario of a few hours in which one thing after another goes wrong: demand that falls and
/// comes back, a provider that delivers no machines, a spot interruption, a pod that fits on no
/// node, a node that fails, and a disruption budget that allows no eviction.
///
/// Every group has a fault of its own at a time, so that a decision has one cause.
public final class FaultScenario {

    /// The name of its cluster.
    public static final String NAME = "faults";

    /// The time after which nothing more happens.
    public static final Duration LENGTH = Duration.ofHours(4);

    private static final String WEB = "web";
    private static final String BATCH = "batch";
    private static final String SPOT = "spot";
    private static final String FRONTEND = "frontend";

    private FaultScenario() {}

    public static Scenario scenario() {
        return new Scenario(NAME, groups(), workloads(), agent(), incidents());
    }

    private static List<Group> groups() {
        return List.of(
                group(WEB, 8, offers(3_920, 14_900), "0.192"),
                group(BATCH, 3, offers(7_910, 14_900), "0.34"),
                group(SPOT, 4, offers(3_920, 14_900), "0.06"));
    }

    private static List<Workload> workloads() {
        return List.of(
                new Workload.Fixed(FRONTEND, shape(WEB, 500, 512), 36, 4),
                new Workload.Fixed("ledger", shape(WEB, 500, 1_024), 4, 0),
                new Workload.Fixed("search", shape(WEB, 3_000, 9_216), 0, 1),
                new Workload.Fixed("worker", shape(BATCH, 3_500, 4_096), 4, 1),
                new Workload.Fixed("render", shape(SPOT, 1_000, 2_048), 11, 2));
    }

    private static List<Incident> incidents() {
        return List.of(
                new Incident.Scaling(minutes(10), "search", 1),
                new Incident.Scaling(minutes(40), FRONTEND, 16),
                new Incident.Scaling(minutes(44), FRONTEND, 36),
                new Incident.NoDelivery(minutes(70), BATCH, minutes(40)),
                new Incident.Scaling(minutes(80), "worker", 10),
                new Incident.SpotNotice(minutes(140), SPOT),
                new Incident.NodeFailure(minutes(160), WEB),
                new Incident.Scaling(minutes(200), FRONTEND, 10));
    }

    private static Shape shape(String pool, long cpuMillis, long memoryMebibytes) {
        return new Shape(
                "shop",
                Labels.NONE,
                asks(cpuMillis, memoryMebibytes),
                in(pool),
                Owner.REPLICA_SET,
                0);
    }

    private static Duration minutes(int minutes) {
        return Duration.ofMinutes(minutes);
    }
}
