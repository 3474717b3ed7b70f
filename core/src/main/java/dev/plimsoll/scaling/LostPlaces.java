package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Past.Moved;
import dev.plimsoll.slack.Placeholder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The placeholders that had a place in the last turn and have none, and whether pods took it that
/// were moved or new ones.
final class LostPlaces {

    private final ScalingFacts facts;
    private final Demand demand;
    private final List<Placeholder> lost;
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    LostPlaces(ScalingFacts facts, Demand demand, List<Placeholder> lost) {
        this.facts = facts;
        this.demand = demand;
        this.lost = lost;
        if (!lost.isEmpty()) {
            facts.cluster().nodes().forEach(node -> nodes.put(node.name(), node));
        }
    }

    boolean isEmpty() {
        return lost.isEmpty();
    }

    /// How many of the places moved pods took: those on nodes that run pods of their shape, or all
    /// while such pods are pending. New pods took them if the demand grew by as much, in a resource
    /// that the placeholders request.
    int takenBy(Moved moved) {
        boolean arePending = isAmong(facts.pending().pods(), moved);
        var taken = lost.stream().filter(one -> arePending || isOn(one.before(), moved)).toList();
        return demand.hasGrownBy(sum(taken), moved.demand()) ? 0 : taken.size();
    }

    private boolean isOn(String name, Moved moved) {
        var node = nodes.get(name);
        return node != null && isAmong(node.pods(), moved);
    }

    private static boolean isAmong(List<Pods> pods, Moved moved) {
        return pods.stream().anyMatch(some -> some.shape().id().equals(moved.shape()));
    }

    private static Resources sum(List<Placeholder> placeholders) {
        var sum = Resources.NONE;
        for (var placeholder : placeholders) {
            sum = sum.plus(placeholder.shape().requests());
        }
        return sum;
    }
}
