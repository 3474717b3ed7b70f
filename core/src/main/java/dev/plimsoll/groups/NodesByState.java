package dev.plimsoll.groups;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The nodes of a group by what can be expected of them at one moment.
///
/// @param ready active and started
/// @param starting active, not started yet, and in time
/// @param stuck active and not started in time, or not Ready any more
/// @param draining on their way out
/// @param others cordoned or to be removed by force: machines that exist and are left alone
/// @param missing what the provider owes
/// @param arriving how many of those are in time
public record NodesByState(
        List<Node> ready,
        List<Node> starting,
        List<Node> stuck,
        List<Node> draining,
        int others,
        List<Missing> missing,
        int arriving) {

    /// @param nodes of the group
    /// @param target how many machines the provider was asked to keep
    /// @param known the machines that were missing the last time, oldest first
    /// @param timeout how long a machine may take to start
    public static NodesByState at(
            Instant now, List<Node> nodes, int target, List<Missing> known, Duration timeout) {
        var ready = new ArrayList<Node>();
        var starting = new ArrayList<Node>();
        var stuck = new ArrayList<Node>();
        var draining = new ArrayList<Node>();
        int others = 0;
        for (var node : nodes) {
            switch (node.state()) {
                case NodeState.Draining _ -> draining.add(node);
                case NodeState.Cordoned _, NodeState.Forced _ -> others++;
                case NodeState.Active _ -> {
                    if (node.isReady()) {
                        ready.add(node);
                    } else if (now.isBefore(node.created().plus(timeout))) {
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
                        .filter(ask -> now.isBefore(ask.since().plus(timeout)))
                        .mapToInt(Missing::nodes)
                        .sum();
        return new NodesByState(ready, starting, stuck, draining, others, missing, arriving);
    }

    public int active() {
        return ready.size() + starting.size() + stuck.size();
    }

    /// Active nodes and those that the provider brings in time.
    public int coming() {
        return active() + arriving;
    }

    public int owed() {
        return missing.stream().mapToInt(Missing::nodes).sum();
    }

    /// Machines that exist beside the active ones.
    public int leaving() {
        return draining.size() + others;
    }

    /// What came satisfies the oldest asks; what is owed beyond the known asks is new.
    private static List<Missing> missing(List<Missing> known, int owed, Instant now) {
        var asks = new ArrayList<Missing>();
        int left = owed;
        for (var ask : known.reversed()) {
            int still = Math.min(left, ask.nodes());
            if (still > 0) {
                asks.addFirst(new Missing(still, ask.since()));
                left -= still;
            }
        }
        if (left > 0) {
            asks.add(new Missing(left, now));
        }
        return asks;
    }
}
