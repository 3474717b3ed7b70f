package dev.plimsoll.cli;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Nodes, DaemonSet pods and placeholders of a row of savings, as Kubernetes objects.
final class RowObjects {

    private RowObjects() {}

    /// The pod of a DaemonSet on another node.
    static Map<String, Object> on(Map<String, Object> daemon, String node, int number) {
        var copy = new TreeMap<>(daemon);
        var spec = new TreeMap<>(Plain.tree(Plain.part(copy, "spec")));
        spec.put("nodeName", node);
        copy.put("spec", spec);
        var metadata = new TreeMap<>(Plain.tree(Plain.part(copy, "metadata")));
        metadata.put("name", Plain.text(metadata, "name") + "-on-" + node + "-" + number);
        copy.put("metadata", metadata);
        return copy;
    }

    static Map<String, Object> placeholder(Shape shape, int number) {
        return Map.of(
                "kind", "Pod",
                "metadata", Map.of("name", "room-" + number, "namespace", "plimsoll.dev"),
                "spec",
                        Map.of(
                                "containers",
                                List.of(
                                        Map.of(
                                                "name",
                                                "c",
                                                "resources",
                                                Map.of(
                                                        "requests",
                                                        amounts(shape.requests().toMap()))))));
    }

    static Map<String, Object> node(Node node) {
        var labels = new TreeMap<String, Object>(node.labels().toMap());
        var taints = new ArrayList<>();
        for (var taint : node.taints()) {
            var effect = taint.toString().substring(taint.toString().lastIndexOf(':') + 1);
            taints.add(Map.of("key", taint.key(), "value", taint.value(), "effect", effect));
        }
        return Map.of(
                "kind", "Node",
                "metadata", Map.of("name", node.name(), "labels", labels),
                "spec", Map.of("taints", taints),
                "status", Map.of("allocatable", amounts(node.allocatable().toMap())));
    }

    private static Map<String, Object> amounts(SortedMap<String, Long> amounts) {
        var texts = new TreeMap<String, Object>();
        amounts.forEach((name, amount) -> texts.put(name, Quantity.text(name, amount)));
        return texts;
    }
}
