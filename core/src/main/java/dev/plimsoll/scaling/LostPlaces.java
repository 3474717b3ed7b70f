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
    private final List<Placeholder> lost;
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    LostPlaces(ScalingFacts facts, List<Placeholder> lost) {
        this.facts = facts;
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
        return hasGrownBy(taken, demand(facts).less(moved.demand())) ? 0 : taken.size();
    }

    private boolean isOn(String name, Moved moved) {
        var node = nodes.get(name);
        return node != null && isAmong(node.pods(), moved);
    }

    private static boolean isAmong(List<Pods> pods, Moved moved) {
        return pods.stream().anyMatch(some -> some.shape().id().equals(moved.shape()));
    }

    private static boolean hasGrownBy(List<Placeholder> taken, Resources grown) {
        var room = Resources.NONE;
        for (var placeholder : taken) {
            room = room.plus(placeholder.shape().requests());
        }
        for (var name : room.names()) {
            if (room.asked(name) > 0 && grown.asked(name) >= room.asked(name)) {
                return true;
            }
        }
        return false;
    }

    /// What running pods and the pending pods to place request. Evicted pods and those that their
    /// workload makes for them count once: pods that terminate do not count, nor do those that go
    /// with their node.
    static Resources demand(ScalingFacts facts) {
        var demand = sum(facts.pending().pods());
        for (var node : facts.cluster().nodes()) {
            demand = demand.plus(sum(Moves.movers(node)));
        }
        return demand;
    }

    private static Resources sum(List<Pods> pods) {
        var sum = Resources.NONE;
        for (var some : pods) {
            sum = sum.plus(some.shape().requests().times(some.count()));
        }
        return sum;
    }
}
