package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Pods of nodes that leave by themselves: they need another place now, together with the pending
/// pods. Pods without an owner are not among them, because nothing would replace them.
final class LeavingPods {

    private LeavingPods() {}

    /// The pods of the cluster, by the shape that counts for placing them.
    static List<Pods> of(Cluster cluster) {
        var leaving = new TreeMap<Shape, Pods>();
        for (var node : cluster.nodes()) {
            for (var pods : on(node)) {
                var shape = PendingPods.planned(pods.shape(), cluster.storage());
                leaving.merge(shape, pods.as(shape), Pods::and);
            }
        }
        return List.copyOf(leaving.values());
    }

    /// The pods of the node; none if it does not leave.
    static List<Pods> on(Node node) {
        boolean isLeaving =
                node.state() instanceof NodeState.Leaving && !WellKnown.isVirtual(node.labels());
        return isLeaving
                ? Moves.needy(node).stream()
                        .filter(pods -> pods.shape().stage() == Shape.Stage.STAYING)
                        .filter(pods -> pods.shape().owner() != Owner.NOBODY)
                        .toList()
                : List.of();
    }

    /// The nodes as they are shown, where those that leave are without these pods.
    static List<Node> gone(Cluster cluster, List<Node> shown) {
        var gone = new TreeMap<String, List<Pods>>();
        cluster.nodes().stream()
                .filter(node -> !on(node).isEmpty())
                .forEach(node -> gone.put(node.name(), on(node)));
        return gone.isEmpty()
                ? shown
                : shown.stream()
                        .map(node -> without(node, gone.getOrDefault(node.name(), List.of())))
                        .toList();
    }

    static Node without(Node node, List<Pods> some) {
        return some.isEmpty()
                ? node
                : node.with(node.pods().stream().filter(pods -> !some.contains(pods)).toList());
    }

    /// The pending pods and the pods of nodes that leave, each shape once.
    static List<Pods> with(List<Pods> pending, List<Pods> leaving) {
        if (leaving.isEmpty()) {
            return pending;
        }
        var all = new TreeMap<Shape, Pods>();
        pending.forEach(pods -> all.merge(pods.shape(), pods, Pods::and));
        leaving.forEach(pods -> all.merge(pods.shape(), pods, Pods::and));
        return List.copyOf(all.values());
    }

    /// The places of pending pods, and those of pods of nodes that leave.
    record Split(Packing pending, Packing leaving) {}

    /// Pods of one shape are alike, so the first places are those of the pending ones.
    static Split split(Packing packing, List<Pods> leaving) {
        if (leaving.isEmpty()) {
            return new Split(packing, Packing.NOTHING);
        }
        var pending = pending(packing, leaving);
        var placed = new ArrayList<Placed>();
        var others = new ArrayList<Placed>();
        for (var one : packing.placed()) {
            int own = take(pending, one.shape(), one.count());
            add(placed, new Placed(one.shape(), own, one.node()));
            add(others, new Placed(one.shape(), one.count() - own, one.node()));
        }
        var left = new ArrayList<Pods>();
        var othersLeft = new ArrayList<Pods>();
        for (var some : packing.left()) {
            int own = take(pending, some.shape(), some.count());
            if (own > 0) {
                left.add(some.times(own));
            }
            if (own < some.count()) {
                othersLeft.add(some.times(some.count() - own));
            }
        }
        return new Split(
                new Packing(packing.opened(), placed, left),
                new Packing(packing.opened(), others, othersLeft));
    }

    private static void add(List<Placed> placed, Placed one) {
        if (one.count() > 0) {
            placed.add(one);
        }
    }

    private static int take(SortedMap<Shape, Integer> counts, Shape shape, int most) {
        int taken = Math.min(most, counts.getOrDefault(shape, 0));
        counts.merge(shape, -taken, Integer::sum);
        return taken;
    }

    /// The number of pending pods in the packing, by shape.
    private static SortedMap<Shape, Integer> pending(Packing packing, List<Pods> leaving) {
        var counts = new TreeMap<Shape, Integer>();
        packing.placed().forEach(one -> counts.merge(one.shape(), one.count(), Integer::sum));
        packing.left().forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
        leaving.forEach(some ->
                counts.computeIfPresent(
                        some.shape(), (_, count) -> Math.max(0, count - some.count())));
        return counts;
    }
}
