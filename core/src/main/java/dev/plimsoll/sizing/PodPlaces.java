package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.TrialNodes;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Places for pods that need a node: on Ready nodes first, then on nodes that arrive. The largest
/// pods come first.
final class PodPlaces {

    private static final int READY = 0;

    private final TrialNodes nodes;
    private final int arriving;
    private final Map<Shape, Integer> onReady = new LinkedHashMap<>();
    private final Map<Shape, Pods> onArriving = new LinkedHashMap<>();

    /// @param ready Ready nodes
    /// @param arriving nodes that will be Ready, as they will be
    PodPlaces(List<Node> ready, List<Node> arriving) {
        this.nodes = new TrialNodes(ready, false);
        this.arriving = nodes.addTier(arriving);
    }

    /// Places pods, after those of earlier calls.
    ///
    /// @param whole the resources that decide which pod is larger
    /// @return the pods without a place, the largest first
    List<Pods> place(List<Pods> pods, Resources whole) {
        var left = new ArrayList<Pods>();
        for (var some : nodes.sorted(pods, whole)) {
            int rest = some.count();
            int placed = nodes.put(some.shape(), rest, READY);
            if (placed > 0) {
                onReady.merge(some.shape(), placed, Integer::sum);
            }
            rest -= placed;
            placed = nodes.put(some.shape(), rest, arriving);
            if (placed > 0) {
                onArriving.merge(some.shape(), some.times(placed), Pods::and);
            }
            rest -= placed;
            if (rest > 0) {
                left.add(some.times(rest));
            }
        }
        return left;
    }

    /// Adds a node and puts pods on it, in their order.
    ///
    /// @return the pods that it does not take
    List<Pods> open(Node node, List<Pods> pods) {
        int at = nodes.add(node);
        var left = new ArrayList<Pods>();
        for (var some : pods) {
            int placed = nodes.putOn(at, some.shape(), some.count());
            if (placed < some.count()) {
                left.add(some.times(some.count() - placed));
            }
        }
        return left;
    }

    /// How many pods of the shape have a place on a Ready node.
    int onReady(Shape shape) {
        return onReady.getOrDefault(shape, 0);
    }

    /// The pods with a place on an arriving node.
    List<Pods> onArriving() {
        return List.copyOf(onArriving.values());
    }
}
