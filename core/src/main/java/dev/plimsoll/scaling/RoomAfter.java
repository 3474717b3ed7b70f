package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.slack.Placeholder;
import dev.plimsoll.slack.Slack;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The room to keep free in the cluster as it will be without some nodes, whose pods are on the
/// others.
///
/// Without the last node of a group the placeholders may get another size: the reference node is
/// one of a group that has nodes.
final class RoomAfter {

    private RoomAfter() {}

    /// Whether as many placeholders have a place then as now, or all that are wanted.
    static boolean isHeld(ScalingFacts facts, Set<String> going) {
        return isHeld(facts, going, List.of());
    }

    /// @param coming new nodes
    static boolean isHeld(ScalingFacts facts, Set<String> going, List<Node> coming) {
        var kept = facts.policy().keptFree();
        return kept.isNothing(facts.cluster()) || isHeld(facts, kept, going, coming);
    }

    private static boolean isHeld(
            ScalingFacts facts, KeptFree kept, Set<String> going, List<Node> coming) {
        var pods = new ArrayList<>(facts.pending().demand());
        var staying = new ArrayList<Node>();
        for (var node : facts.nodes()) {
            if (going.contains(node.name())) {
                pods.addAll(Moves.needy(node));
            } else {
                staying.add(node);
            }
        }
        staying.addAll(coming);
        var nodes = placed(facts, staying, pods);
        var seen = Room.seen(facts, facts.cluster().withNodes(nodes), going);
        var held =
                Slack.hold(
                        kept.wanted(seen),
                        facts.room().past(),
                        seen,
                        NodeFit.of(nodes, seen.cluster()));
        int missing = missing(facts.room().placeholders());
        return missing(held.placeholders()) <= missing;
    }

    private static List<Node> placed(ScalingFacts facts, List<Node> nodes, List<Pods> pods) {
        var start = PackingStart.of(nodes, facts.cluster());
        return CheapestPacking.cheapest(start, List.of(), pods).after(nodes).stream()
                .sorted((one, other) -> one.name().compareTo(other.name()))
                .toList();
    }

    private static int missing(List<Placeholder> placeholders) {
        return (int) placeholders.stream().filter(one -> !one.isHeld()).count();
    }
}
