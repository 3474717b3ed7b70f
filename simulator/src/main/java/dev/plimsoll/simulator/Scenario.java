package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// The input of a simulation: groups, which start with as many machines as their targets,
/// workloads, the DaemonSet pod of every node, and incidents.
///
/// @param name the name of the cluster
public record Scenario(
        String name,
        List<Group> groups,
        List<Workload> workloads,
        Shape daemon,
        List<Incident> incidents) {

    public Scenario {
        incidents = List.copyOf(incidents);
        groups = List.copyOf(groups);
        workloads = List.copyOf(workloads);
        requireDistinct(groups.stream().map(Group::name));
        requireDistinct(workloads.stream().map(Workload::name));
        groups.forEach(Scenario::requireWithinLimits);
        groups.forEach(Scenario::requirePrice);
        for (var incident : incidents) {
            requireKnown(incident, groups, workloads);
        }
        if (daemon.owner() != Owner.DAEMON_SET) {
            throw new IllegalArgumentException(
                    "a daemon's owner is DAEMON_SET, got " + daemon.owner());
        }
    }

    /// A cluster without a name, to which nothing happens.
    public Scenario(List<Group> groups, List<Workload> workloads, Shape daemon) {
        this("", groups, workloads, daemon, List.of());
    }

    /// A cluster that runs this scenario.
    ///
    /// @param seed of all random numbers
    public EmbeddedCluster world(Instant start, long seed) {
        return new EmbeddedCluster(this, start, seed, _ -> {});
    }

    /// The same cluster, which checks its invariants after every event and every step and throws an
    /// `IllegalStateException` that names the broken ones.
    public EmbeddedCluster checkedWorld(Instant start, long seed) {
        return new EmbeddedCluster(this, start, seed, new Invariants(this)::check);
    }

    /// The price of one machine an hour.
    static Money priceHour(Group group) {
        return switch (group.price()) {
            case Price.Known(var hour, _) -> hour;
            case Price.Unknown _ ->
                    throw new IllegalArgumentException(group.name() + " has no price");
        };
    }

    /// The workload of that name, which incidents scale.
    Workload workload(String its) {
        return workloads.stream()
                .filter(workload -> workload.name().equals(its))
                .findFirst()
                .orElseThrow();
    }

    private static void requireKnown(
            Incident incident, List<Group> groups, List<Workload> workloads) {
        var name =
                switch (incident) {
                    case Incident.Scaling(_, var workload, _) -> workload;
                    case Incident.NoDelivery(_, var group, _) -> group;
                    case Incident.SpotNotice(_, var group) -> group;
                    case Incident.NodeFailure(_, var group) -> group;
                };
        boolean isKnown =
                incident instanceof Incident.Scaling
                        ? workloads.stream().anyMatch(workload -> isFixed(workload, name))
                        : groups.stream().anyMatch(group -> group.name().equals(name));
        if (!isKnown) {
            throw new IllegalArgumentException(
                    "an incident names a group or a fixed workload, got " + name);
        }
    }

    private static boolean isFixed(Workload workload, String name) {
        return workload instanceof Workload.Fixed && workload.name().equals(name);
    }

    private static void requirePrice(Group group) {
        if (group.variants().size() != 1 || !(group.price() instanceof Price.Known)) {
            throw new IllegalArgumentException(
                    "%s has one variant with a known price, got %s"
                            .formatted(group.name(), group.variants()));
        }
    }

    private static void requireWithinLimits(Group group) {
        var limits = group.provider();
        if (group.target() < limits.least() || group.target() > limits.most()) {
            throw new IllegalArgumentException(
                    "%s starts with %d to %d machines, got %d"
                            .formatted(
                                    group.name(), limits.least(), limits.most(), group.target()));
        }
    }

    private static void requireDistinct(Stream<String> names) {
        var sorted = names.sorted().toList();
        if (sorted.stream().distinct().count() < sorted.size()) {
            throw new IllegalArgumentException("names are unique, got " + sorted);
        }
    }
}
