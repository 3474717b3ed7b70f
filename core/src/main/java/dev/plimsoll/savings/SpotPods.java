package dev.plimsoll.savings;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import dev.plimsoll.selection.Toleration.Match;
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
/// While pods are packed, spot nodes carry a taint and a label of our own. These pods tolerate the
/// taint, so that no other pod gets there.
final class SpotPods {

    private static final Taint TAINT = new Taint("plimsoll.dev/spot", "", Taint.Effect.NO_SCHEDULE);
    private static final Toleration TOLERATION =
            new Toleration(TAINT.key(), Match.EXISTS, "", List.of(TAINT.effect()));

    /// Whether pods that may run on spot nodes may run on others too.
    private enum Use {
        ALLOWED,
        REQUIRED
    }

    private final SortedMap<Shape, Integer> counts;
    private final Use use;

    /// Shapes with our toleration, and the same shapes without it.
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
        return !marked(division).equals(division.pods());
    }

    /// The pods that move, those that may run on spot nodes with our toleration.
    List<Pods> marked(Division division) {
        var there = onSpot(division.stay());
        var marked = new ArrayList<Pods>();
        for (var some : division.pods()) {
            int most = counts.getOrDefault(some.shape(), 0);
            int spot =
                    tolerates(some.shape())
                            ? some.count()
                            : Math.min(
                                    some.count(),
                                    Math.max(0, most - there.getOrDefault(some.shape(), 0)));
            if (spot > 0) {
                marked.add(some.as(tolerating(some.shape())).times(spot));
            }
            if (spot < some.count()) {
                marked.add(some.times(some.count() - spot));
            }
        }
        return marked;
    }

    private static boolean tolerates(Shape shape) {
        return WellKnown.SPOT_TAINTS.stream().anyMatch(shape::tolerates);
    }

    /// The pods, all with our toleration.
    List<Pods> allMarked(List<Pods> pods) {
        return pods.stream().map(some -> some.as(tolerating(some.shape()))).toList();
    }

    private Shape tolerating(Shape shape) {
        var placement = shape.placement();
        var tolerations = new ArrayList<>(placement.tolerations());
        tolerations.add(TOLERATION);
        var other =
                shape.with(
                        new Shape.Placement(
                                use == Use.REQUIRED
                                        ? placement.nodeSelector().with(TAINT.key(), "")
                                        : placement.nodeSelector(),
                                placement.affinity(),
                                tolerations,
                                placement.constraints(),
                                placement.ports(),
                                placement.mounts(),
                                placement.unknown()));
        plain.put(other, shape);
        return other;
    }

    /// A spot node with our taint and label; any other node as it is.
    Node marked(Node node) {
        if (!isSpot(node)) {
            return node;
        }
        var taints = new ArrayList<>(node.taints());
        taints.add(TAINT);
        return node.withTaints(taints).withLabels(node.labels().with(TAINT.key(), ""));
    }

    /// The group, with our taint and label on the spot nodes that it can get.
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

    /// The shape without our toleration.
    Shape plain(Shape shape) {
        return plain.getOrDefault(shape, shape);
    }

    /// The node without our taint, label and tolerations.
    Node unmarked(Node node) {
        var pods = new TreeMap<Shape, Pods>();
        for (var some : node.pods()) {
            var shape = plain(some.shape());
            pods.merge(shape, some.as(shape), Pods::and);
        }
        var taints = node.taints().stream().filter(taint -> !taint.equals(TAINT)).toList();
        return node.with(List.copyOf(pods.values()))
                .withTaints(taints)
                .withLabels(node.labels().without(TAINT.key()));
    }
}
