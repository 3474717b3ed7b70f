package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
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
        if (daemon.owner() != Owner.DAEMON_SET) {
            throw new IllegalArgumentException(
                    "a daemon's owner is DAEMON_SET, got " + daemon.owner());
        }
    }

    /// A cluster that runs this scenario.
    ///
    /// @param seed of all random numbers
    public EmbeddedCluster world(Instant start, long seed) {
        return new EmbeddedCluster(this, start, seed);
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
