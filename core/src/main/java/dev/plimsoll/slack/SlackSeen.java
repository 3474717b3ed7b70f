package dev.plimsoll.slack;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.prices.Price;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The input of slack.
///
/// @param cluster nodes on which placeholders can be, and pending pods, which get their place first
/// @param outside the names of nodes that the rate does not count: arriving machines, and nodes of
///   no group that is resized
/// @param templates the next nodes of the groups; if there is none, existing nodes stand for them
/// @param prices of nodes by name; the price of other nodes is unknown
public record SlackSeen(
        Cluster cluster,
        SortedSet<String> outside,
        List<SlackTemplate> templates,
        SortedMap<String, Price> prices) {

    public SlackSeen {
        outside = Collections.unmodifiableSortedSet(new TreeSet<>(outside));
        templates = templates.stream().sorted(Comparator.comparing(SlackTemplate::name)).toList();
        prices = Collections.unmodifiableSortedMap(new TreeMap<>(prices));
    }

    /// The nodes that the rate counts: also those that are not Ready, but none that is being
    /// removed.
    List<Node> counted() {
        return cluster.nodes().stream()
                .filter(node -> !outside.contains(node.name()) && !isGoing(node))
                .toList();
    }

    private static boolean isGoing(Node node) {
        return switch (node.state()) {
            case NodeState.Draining _, NodeState.Forced _, NodeState.Leaving _ -> true;
            case NodeState.Active _, NodeState.Paused _ -> false;
            case NodeState.Cordoned _, NodeState.Closed _ -> false;
        };
    }
}
