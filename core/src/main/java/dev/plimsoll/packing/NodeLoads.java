package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.Packing.Opened;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The pods on the new nodes of a packing, as sums and numbers of shapes: [LargerNodes] looks at
/// each node once for each offer.
final class NodeLoads {

    private static final Load NOTHING =
            new Load(Resources.NONE.with(Resources.PODS, 0), new BitSet());

    private final List<Shape> shapes;

    /// The numbers of shapes whose pods may not move.
    private final BitSet staying = new BitSet();

    private final Map<String, Load> byNode = new LinkedHashMap<>();

    /// The pods on one node.
    ///
    /// @param asked the requests of all pods, with one place a pod
    /// @param shapes the numbers of their shapes
    private record Load(Resources asked, BitSet shapes) {

        private Load and(Load other) {
            var both = new BitSet();
            both.or(shapes);
            both.or(other.shapes);
            return new Load(asked.plus(other.asked), both);
        }
    }

    NodeLoads(Packing packing) {
        var numbers = new LinkedHashMap<Shape, Integer>();
        packing.opened().forEach(node -> byNode.put(node.node(), NOTHING));
        for (var one : packing.placed()) {
            byNode.computeIfPresent(
                    one.node(),
                    (_, load) -> {
                        int next = numbers.size();
                        int number = numbers.computeIfAbsent(one.shape(), _ -> next);
                        return load.and(load(one.shape(), one.count(), number));
                    });
        }
        this.shapes = new ArrayList<>(numbers.keySet());
        for (int number = 0; number < shapes.size(); number++) {
            staying.set(number, looksAtNode(shapes.get(number)));
        }
    }

    private static Load load(Shape shape, int count, int number) {
        var asked = shape.requests().times(count).with(Resources.PODS, count);
        var only = new BitSet();
        only.set(number);
        return new Load(asked, only);
    }

    private Load load(String node) {
        return byNode.getOrDefault(node, NOTHING);
    }

    /// The requests of all pods on the node, with one place a pod.
    Resources asked(Opened node) {
        return load(node.node()).asked();
    }

    /// The numbers of the shapes of pods on the node.
    BitSet shapes(Opened node) {
        return load(node.node()).shapes();
    }

    /// Some pods on the node may not move to a node with other pods.
    boolean mustStay(Opened node) {
        return shapes(node).intersects(staying);
    }

    Shape shape(int number) {
        return shapes.get(number);
    }

    /// More than requests decides which pods the shape shares a node with.
    private static boolean looksAtNode(Shape shape) {
        var constraints = shape.constraints();
        return !shape.ports().isEmpty()
                || !shape.mounts().isEmpty()
                || !constraints.apart().isEmpty()
                || constraints.spread().stream()
                        .anyMatch(spread -> spread.topologyKey().equals(Node.HOSTNAME));
    }
}
