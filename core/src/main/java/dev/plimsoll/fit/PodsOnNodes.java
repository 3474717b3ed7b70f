package dev.plimsoll.fit;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/// The nodes and the pods of each, counted by shape. Only nodes whose pods changed have counts of
/// their own; the others share those of [Node].
final class PodsOnNodes {

    private final List<Node> nodes = new ArrayList<>();
    private final Map<Integer, Map<Shape, Integer>> changed = new LinkedHashMap<>();

    static PodsOnNodes of(List<Node> nodes) {
        var pods = new PodsOnNodes();
        pods.nodes.addAll(nodes);
        return pods;
    }

    void add(Node node) {
        nodes.add(node);
    }

    Node node(int index) {
        return nodes.get(index);
    }

    int nodeCount() {
        return nodes.size();
    }

    /// Calls the action with each shape on the node and its number of pods.
    void forEach(int node, ObjIntConsumer<Shape> action) {
        var counts = changed.get(node);
        if (counts == null) {
            for (var pods : nodes.get(node).pods()) {
                action.accept(pods.shape(), pods.count());
            }
        } else {
            counts.forEach(action::accept);
        }
    }

    /// The requests of all pods on the node for a resource, or the number of pods.
    long asked(String resource, int node) {
        var counts = changed.get(node);
        if (counts == null) {
            return nodes.get(node).asked().asked(resource);
        }
        boolean isSlots = resource.equals(Resources.PODS);
        long sum = 0;
        for (var count : counts.entrySet()) {
            long each = isSlots ? 1 : count.getKey().requests().asked(resource);
            sum = Math.addExact(sum, Math.multiplyExact(each, count.getValue()));
        }
        return sum;
    }

    void change(Shape shape, int node, int by) {
        var counts = changed.computeIfAbsent(node, this::asReported);
        int count = counts.merge(shape, by, Integer::sum);
        if (count == 0) {
            counts.remove(shape);
        } else if (count < 0) {
            throw new IllegalArgumentException(
                    "cannot remove more pods of " + shape + " than run on " + node(node).name());
        }
    }

    private Map<Shape, Integer> asReported(int node) {
        var all = nodes.get(node).pods();
        var counts = LinkedHashMap.<Shape, Integer>newLinkedHashMap(all.size() + 1);
        for (var pods : all) {
            counts.merge(pods.shape(), pods.count(), Integer::sum);
        }
        return counts;
    }
}
