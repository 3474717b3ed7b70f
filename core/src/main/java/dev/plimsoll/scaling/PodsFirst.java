package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.packing.TrialNodes;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.slack.Placeholders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;

/// The pods and placeholders of a packing on the same nodes, pods first and existing nodes first:
/// the scheduler binds a pod at once where it fits, so a new node is for the placeholder that loses
/// its place.
final class PodsFirst {

    private final TrialNodes trial;
    private final List<String> names = new ArrayList<>();
    private final Resources whole;

    private PodsFirst(ScalingFacts facts, Packing packing) {
        var existing = facts.nodesForPending();
        var opened = packing.opened().stream().map(node -> node.offer().node(node.node())).toList();
        var nodes = new ArrayList<>(existing);
        nodes.addAll(opened);
        nodes.forEach(node -> names.add(node.name()));
        trial = new TrialNodes(existing, facts.cluster(), false);
        trial.addTier(opened);
        whole = nodes.stream().map(Node::allocatable).reduce(Resources.NONE, Resources::plus);
    }

    /// The same packing if the rules do not allow that order.
    static Packing of(ScalingFacts facts, Packing packing) {
        var opened = new LinkedHashSet<String>();
        packing.opened().forEach(node -> opened.add(node.node()));
        boolean hasPodOnNew = false;
        boolean hasPlaceholderOnExisting = false;
        for (var one : packing.placed()) {
            boolean isNew = opened.contains(one.node());
            hasPodOnNew |= isNew && !Placeholders.areOf(one.shape());
            hasPlaceholderOnExisting |= !isNew && Placeholders.areOf(one.shape());
        }
        return hasPodOnNew && hasPlaceholderOnExisting
                ? new PodsFirst(facts, packing).again(packing)
                : packing;
    }

    private Packing again(Packing packing) {
        var pods = new TreeMap<Shape, Pods>();
        var placeholders = new TreeMap<Shape, Pods>();
        for (var one : packing.placed()) {
            (Placeholders.areOf(one.shape()) ? placeholders : pods)
                    .merge(one.shape(), new Pods(one.shape(), one.count(), ""), Pods::and);
        }
        var placed = new ArrayList<Placed>();
        boolean areAllPlaced = put(pods.values(), placed) && put(placeholders.values(), placed);
        return areAllPlaced ? new Packing(packing.opened(), placed, packing.left()) : packing;
    }

    /// @return whether all found a place
    private boolean put(Collection<Pods> some, List<Placed> placed) {
        for (var pods : trial.sorted(List.copyOf(some), whole)) {
            int left = pods.count();
            for (var move : trial.put(pods.shape(), pods.count())) {
                placed.add(new Placed(pods.shape(), move.count(), names.get(move.node())));
                left -= move.count();
            }
            if (left > 0) {
                return false;
            }
        }
        return true;
    }
}
