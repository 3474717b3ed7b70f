package dev.plimsoll.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What every packing must be, whoever made it.
final class Packed {

    private Packed() {}

    /// Every pod fits when it comes, on nodes that all stand from the beginning.
    static void isAccepted(List<Node> there, Packing packing) {
        var nodes = new ArrayList<>(there);
        packing.opened().forEach(opened -> nodes.add(opened.offer().node(opened.node())));
        var indices = new TreeMap<String, Integer>();
        nodes.forEach(node -> indices.put(node.name(), indices.size()));
        assertThat(indices).hasSameSizeAs(nodes);
        var nodeFit = NodeFit.of(nodes);
        for (var placed : packing.placed()) {
            int node = indices.getOrDefault(placed.node(), -1);
            for (int pod = 0; pod < placed.count(); pod++) {
                assertThat(nodeFit.verdict(placed.shape(), node).fits()).isTrue();
                nodeFit.put(placed.shape(), node);
            }
        }
    }

    /// Each pod is placed once, or left.
    static void losesNone(List<Pods> given, Packing packing) {
        var counts = counts(packing.left());
        packing.placed().forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
        assertThat(counts).isEqualTo(counts(given));
    }

    /// No offer gives more than it has, and every new node has pods.
    static void keepsLimits(Packing packing) {
        var opened = new TreeMap<String, Integer>();
        packing.opened().forEach(node -> opened.merge(node.offer().name(), 1, Integer::sum));
        packing.opened()
                .forEach(node ->
                        assertThat(opened.get(node.offer().name()))
                                .isLessThanOrEqualTo(node.offer().most()));
        var used = packing.placed().stream().map(Packing.Placed::node).toList();
        assertThat(used).containsAll(packing.opened().stream().map(Packing.Opened::node).toList());
    }

    static int pods(List<Pods> pods) {
        return pods.stream().mapToInt(Pods::count).sum();
    }

    private static Map<Shape, Integer> counts(List<Pods> pods) {
        var counts = new TreeMap<Shape, Integer>();
        pods.forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
        return counts;
    }
}
