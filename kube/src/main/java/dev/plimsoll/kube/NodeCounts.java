package dev.plimsoll.kube;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.formats.document.Trees;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Nodes counted as Cluster Autoscaler does.
///
/// @param notStarted not Ready and younger than 15 minutes
/// @param beingDeleted draining, or leaving by themselves
/// @param unregistered machines that were ordered and have not joined
/// @param longUnregistered those that were ordered more than 15 minutes ago
record NodeCounts(
        int ready,
        int notStarted,
        int beingDeleted,
        int unready,
        int unregistered,
        int longUnregistered) {

    /// How long a machine may take, as Cluster Autoscaler sees it.
    static final Duration LONGEST_START = Duration.ofMinutes(15);

    /// The number and the share of nodes that may be unready in a healthy group.
    private static final int UNREADY = 3;

    private static final int UNREADY_PERCENT = 45;

    /// @param missing machines that have not joined
    /// @param late those of them that were ordered long ago
    static NodeCounts of(List<Node> nodes, int missing, int late, Instant now) {
        int ready = 0;
        int notStarted = 0;
        int beingDeleted = 0;
        for (var node : nodes) {
            if (node.state() instanceof NodeState.Draining
                    || node.state() instanceof NodeState.Leaving) {
                beingDeleted++;
            } else if (node.ready()) {
                ready++;
            } else if (node.created().plus(LONGEST_START).isAfter(now)) {
                notStarted++;
            }
        }
        int unready = nodes.size() - ready - notStarted - beingDeleted;
        return new NodeCounts(ready, notStarted, beingDeleted, unready, missing - late, late);
    }

    int total() {
        return ready + notStarted + beingDeleted + unready;
    }

    /// Machines that are ordered or start.
    int coming() {
        return notStarted + unregistered;
    }

    boolean isHealthy() {
        return unready <= UNREADY || unready * 100L <= total() * (long) UNREADY_PERCENT;
    }

    Map<String, Object> tree() {
        return Trees.ordered(
                "registered",
                Trees.ordered(
                        "total",
                        total(),
                        "ready",
                        ready,
                        "notStarted",
                        notStarted,
                        "beingDeleted",
                        beingDeleted,
                        "unready",
                        Trees.ordered("total", unready, "resourceUnready", 0)),
                "longUnregistered",
                longUnregistered,
                "unregistered",
                unregistered);
    }
}
