package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.simulator.Summary;
import dev.plimsoll.sizing.Policy;
import java.math.BigInteger;
import java.util.List;

/// A node group at one moment, as a screen shows it.
///
/// @param pending the number of its pending pods
/// @param hour the price of its machines for an hour
record GroupState(String name, Nodes nodes, Utilisation used, int pending, Money hour) {

    /// Numbers of machines.
    ///
    /// @param arriving ordered and not Ready
    record Nodes(int ready, int draining, int arriving) {

        static final Nodes NONE = new Nodes(0, 0, 0);

        Nodes plus(Nodes other) {
            return new Nodes(
                    ready + other.ready, draining + other.draining, arriving + other.arriving);
        }
    }

    /// The requests on the Ready nodes.
    ///
    /// @param band the utilisation at which the group neither grows nor drains nodes
    record Utilisation(Use cpu, Use memory, Band band) {}

    /// The part of a capacity that pods request.
    record Use(long requested, long capacity) {

        /// The length of a bar in eighths of a cell, rounded half up; 0 without a capacity.
        ///
        /// @param cells the length of a full bar
        int eighths(int cells) {
            return capacity == 0 ? 0 : Math.toIntExact(Math.min(8L * cells, of(8L * cells)));
        }

        /// Rounded half up; `-` without a capacity.
        String percent() {
            return capacity == 0 ? "-" : of(100) + "%";
        }

        private long of(long whole) {
            var twice = BigInteger.valueOf(requested).multiply(BigInteger.valueOf(2 * whole));
            var all = BigInteger.valueOf(capacity);
            return twice.add(all).divide(all.shiftLeft(1)).longValueExact();
        }
    }

    /// The thresholds of a group: it drains nodes below the first, and grows above the second.
    record Band(Percent low, Percent high) {

        /// Of a group without thresholds.
        static final Band ANY = new Band(Percent.of(0), new Percent(Integer.MAX_VALUE));

        static Band of(Policy policy) {
            return new Band(policy.shrink().slow().below(), policy.growth().above());
        }

        /// Negative below the band, zero in it, positive above it.
        int compare(Use use) {
            var requested = BigInteger.valueOf(use.requested());
            var capacity = BigInteger.valueOf(use.capacity());
            if (high.compare(requested, capacity) > 0) {
                return 1;
            }
            return low.compare(requested, capacity) < 0 ? -1 : 0;
        }
    }

    static GroupState of(Cluster cluster, Summary.OfGroup summary, Band band) {
        var nodes = cluster.nodesOf(summary.name());
        var ready = nodes.stream().filter(Node::isReady).toList();
        long draining =
                nodes.stream().filter(node -> node.state() instanceof NodeState.Draining).count();
        long starting = nodes.stream().filter(node -> node.isActive() && !node.isReady()).count();
        int ordered = Math.max(0, cluster.group(summary.name()).target() - nodes.size());
        return new GroupState(
                summary.name(),
                new Nodes(ready.size(), (int) draining, (int) starting + ordered),
                new Utilisation(use(ready, Resources.CPU), use(ready, Resources.MEMORY), band),
                summary.pods().waiting(),
                summary.bill().hour());
    }

    private static Use use(List<Node> nodes, String resource) {
        long requested = 0;
        long capacity = 0;
        for (var node : nodes) {
            requested = Math.addExact(requested, node.asked().asked(resource));
            capacity = Math.addExact(capacity, node.allocatable().asked(resource));
        }
        return new Use(requested, capacity);
    }
}
