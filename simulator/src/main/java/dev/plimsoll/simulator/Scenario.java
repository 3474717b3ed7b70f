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
/// workloads, and the DaemonSet pod of every node.
public record Scenario(List<Group> groups, List<Workload> workloads, Shape daemon) {

    public Scenario {
        groups = List.copyOf(groups);
        workloads = List.copyOf(workloads);
        requireDistinct(groups.stream().map(Group::name));
        requireDistinct(workloads.stream().map(Workload::name));
        groups.forEach(Scenario::requireWithinLimits);
        groups.forEach(Scenario::requirePrice);
        if (daemon.owner() != Owner.DAEMON_SET) {
            throw new IllegalArgumentException(
                    "a daemon's owner is DAEMON_SET, got " + daemon.owner());
        }
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
