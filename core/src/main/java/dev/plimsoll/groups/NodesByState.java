package dev.plimsoll.groups;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Clock;
import dev.plimsoll.decision.Missing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The nodes of a group by their state at one time.
///
/// @param ready active and Ready
/// @param starting active, not Ready yet, and younger than the timeout
/// @param stuck active, not Ready, and older than the timeout
/// @param draining tainted for removal
/// @param others the number of nodes that are cordoned, marked for forced removal, leaving by
///   themselves or closed; they are left alone
/// @param missing machines that the provider was asked for and that have not joined
/// @param failed the number of missing machines that the provider reports as failed
/// @param arriving the number of missing machines that are neither late nor failed
public record NodesByState(
        List<Node> ready,
        List<Node> starting,
        List<Node> stuck,
        List<Node> draining,
        int others,
        List<Missing> missing,
        int failed,
        int arriving) {

    /// @param nodes all nodes of the group
    /// @param target the provider's target for the group
    /// @param known the machines that were missing in the last turn, oldest first
    /// @param timeout how long a machine may take to become Ready
    public static NodesByState at(
            Instant now,
            List<Node> nodes,
            int target,
            List<Missing> known,
            Duration timeout,
            Clock clock) {
        var ready = new ArrayList<Node>();
        var starting = new ArrayList<Node>();
        var stuck = new ArrayList<Node>();
        var draining = new ArrayList<Node>();
        int others = 0;
        for (var node : nodes) {
            switch (node.state()) {
                case NodeState.Draining _ -> draining.add(node);
                case NodeState.Cordoned _,
                        NodeState.Forced _,
                        NodeState.Leaving _,
                        NodeState.Closed _ ->
                        others++;
                case NodeState.Active _, NodeState.Paused _ -> {
                    if (node.isReady()) {
                        ready.add(node);
                    } else if (now.isBefore(clock.counted(node.created()).plus(timeout))) {
                        starting.add(node);
                    } else {
                        stuck.add(node);
                    }
                }
            }
        }
        int owed = Math.max(0, target - nodes.size());
        var missing = missing(known, owed, now);
        int arriving =
                missing.stream()
                        .filter(order -> now.isBefore(order.since().plus(timeout)))
                        .mapToInt(Missing::nodes)
                        .sum();
        return new NodesByState(ready, starting, stuck, draining, others, missing, 0, arriving);
    }

    /// The same, where the provider reports that many machines as failed. Those that its target
    /// does not count are not missing.
    NodesByState withFailed(int machines) {
        int gone = Math.min(machines, owed());
        return new NodesByState(
                ready,
                starting,
                stuck,
                draining,
                others,
                missing,
                gone,
                Math.min(arriving, owed() - gone));
    }

    public int active() {
        return ready.size() + starting.size() + stuck.size();
    }

    /// Active nodes and arriving machines.
    public int coming() {
        return active() + arriving;
    }

    public int owed() {
        return missing.stream().mapToInt(Missing::nodes).sum();
    }

    /// Nodes that are not active.
    public int leaving() {
        return draining.size() + others;
    }

    /// Machines that joined are taken from the oldest orders; missing ones beyond the known orders
    /// are new.
    private static List<Missing> missing(List<Missing> known, int owed, Instant now) {
        var orders = new ArrayList<Missing>();
        int left = owed;
        for (var order : known.reversed()) {
            int still = Math.min(left, order.nodes());
            if (still > 0) {
                orders.addFirst(new Missing(still, order.since()));
                left -= still;
            }
        }
        if (left > 0) {
            orders.add(new Missing(left, now));
        }
        return orders;
    }
}
