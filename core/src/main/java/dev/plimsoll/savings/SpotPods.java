package dev.plimsoll.savings;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The pods that may run on spot nodes: those that tolerate a known spot taint, those whose owner
/// has a pod on a spot node, and as many of a shape as are there already.
///
/// While pods are packed, nodes offer a resource of our own, spot nodes another one than the
/// others, and all other pods request that of the others. A taint or a label would not do: a
/// topology spread counts only nodes whose taints the pod tolerates and whose labels it selects.
final class SpotPods {

    private static final String SPOT = "plimsoll.dev/spot";
    private static final String ON_DEMAND = "plimsoll.dev/on-demand";

    /// More than there are pods on a node.
    private static final long ENOUGH = 1 << 20;

    /// Whether pods that may run on spot nodes may run on others too.
    private enum Use {
        ALLOWED,
        REQUIRED
    }

    private final SortedMap<Shape, Integer> counts;
    private final Use use;

    /// Shapes with our resources, and the same shapes without them.
    private final Map<Shape, Shape> plain = new LinkedHashMap<>();

    /// @param counts by shape, the number of pods that may run on spot nodes without a toleration
    private SpotPods(SortedMap<Shape, Integer> counts, Use use) {
        this.counts = counts;
        this.use = use;
    }

    /// @param states the nodes at several times; the pods that are on spot nodes at one of them may
    ///   stay there
    static SpotPods of(SavingsSeen seen, List<List<PricedNode>> states) {
        var counts = new TreeMap<>(seen.onSpot());
        for (var nodes : states) {
            onSpot(nodes).forEach((shape, pods) -> counts.merge(shape, pods, Math::max));
        }
        return new SpotPods(counts, Use.ALLOWED);
    }

    /// By shape, the number of pods on spot nodes.
    private static SortedMap<Shape, Integer> onSpot(List<PricedNode> nodes) {
        var counts = new TreeMap<Shape, Integer>();
        for (var each : nodes) {
            if (isSpot(each.node())) {
                each.node()
                        .pods()
                        .forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
            }
        }
        return counts;
    }

    /// The same pods, which are on spot nodes only.
    SpotPods required() {
        return new SpotPods(counts, Use.REQUIRED);
    }

    static boolean isSpot(Node node) {
        return WellKnown.isSpot(node.labels());
    }

    /// Whether a pod that moves may run on spot nodes.
    boolean areIn(Division division) {
        var there = onSpot(division.stay());
        return division.pods().stream().anyMatch(some -> allowed(some, there) > 0);
    }

    /// The pods that move, with our resources.
    List<Pods> marked(Division division) {
        var there = onSpot(division.stay());
        var marked = new ArrayList<Pods>();
        for (var some : division.pods()) {
            int spot = allowed(some, there);
            if (spot > 0) {
                marked.add(some.as(allowed(some.shape())).times(spot));
            }
            if (spot < some.count()) {
                marked.add(some.as(requesting(some.shape(), ON_DEMAND)).times(some.count() - spot));
            }
        }
        return marked;
    }

    /// @param there pods that stay on spot nodes
    /// @return how many of the pods may run on spot nodes
    private int allowed(Pods some, Map<Shape, Integer> there) {
        if (tolerates(some.shape())) {
            return some.count();
        }
        int most = counts.getOrDefault(some.shape(), 0);
        int left = most - there.getOrDefault(some.shape(), 0);
        return Math.min(some.count(), Math.max(0, left));
    }

    private static boolean tolerates(Shape shape) {
        return WellKnown.SPOT_TAINTS.stream().anyMatch(shape::tolerates);
    }

    /// Pods that may not run on spot nodes, with our resource.
    List<Pods> onOthers(List<Pods> pods) {
        return pods.stream().map(some -> some.as(requesting(some.shape(), ON_DEMAND))).toList();
    }

    private Shape allowed(Shape shape) {
        return use == Use.REQUIRED ? requesting(shape, SPOT) : shape;
    }

    private Shape requesting(Shape shape, String resource) {
        var other = shape.with(shape.requests().with(resource, 1));
        plain.put(other, shape);
        return other;
    }

    /// The node with our resource.
    Node marked(Node node) {
        return node.withAllocatable(
                node.allocatable().with(isSpot(node) ? SPOT : ON_DEMAND, ENOUGH));
    }

    /// The group, with our resources on the nodes that it can get.
    NodeGroup marked(NodeGroup group) {
        return new NodeGroup(
                group.name(),
                group.match(),
                group.target(),
                group.members(),
                group.offers().stream()
                        .map(offer ->
                                new NodeOffer(
                                        offer.name(),
                                        offer.key(),
                                        marked(offer.node()),
                                        offer.price()))
                        .toList(),
                group.spread(),
                group.growth());
    }

    /// The shape without our resources.
    Shape plain(Shape shape) {
        return plain.getOrDefault(shape, shape);
    }

    /// The node without our resources.
    Node unmarked(Node node) {
        var pods = new TreeMap<Shape, Pods>();
        for (var some : node.pods()) {
            var shape = plain(some.shape());
            pods.merge(shape, some.as(shape), Pods::and);
        }
        return node.with(List.copyOf(pods.values()))
                .withAllocatable(node.allocatable().without(SPOT).without(ON_DEMAND));
    }
}
