package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.formats.Fields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A whole cluster as a document: nodes with their pods by shape, pending pods, and all other
/// parts. Shapes are listed once, and pods name them by their ids.
///
/// **Invariant:** a written cluster reads back as an equal cluster: `ClusterDocumentTest`.
final class ClusterDocument {

    private static final int MOST = 10_000_000;

    private ClusterDocument() {}

    static Map<String, Object> tree(Cluster cluster) {
        var tree = new LinkedHashMap<String, Object>();
        ClusterParts.put(tree, "name", cluster.name());
        var shapes = new TreeMap<Shape, Object>();
        var nodes = new ArrayList<>();
        for (var node : cluster.nodes()) {
            var nodeTree = ClusterParts.tree(node);
            ClusterParts.put(nodeTree, "pods", pods(node.pods(), shapes));
            nodes.add(nodeTree);
        }
        var pending = pods(cluster.pending(), shapes);
        MapPart.ALL.forEach(part -> write(part, cluster, tree));
        ClusterParts.put(tree, "shapes", new ArrayList<>(shapes.values()));
        ClusterParts.put(tree, "nodes", nodes);
        ClusterParts.put(tree, "pending", pending);
        return tree;
    }

    private static <K extends Comparable<K>, V> void write(
            MapPart<K, V> part, Cluster cluster, Map<String, Object> tree) {
        var list = new ArrayList<>();
        part.of().apply(cluster).forEach((name, value) -> list.add(part.tree().apply(name, value)));
        ClusterParts.put(tree, part.key(), list);
    }

    private static List<Object> pods(List<Pods> pods, Map<Shape, Object> shapes) {
        var trees = new ArrayList<>();
        for (var some : pods) {
            shapes.computeIfAbsent(some.shape(), ClusterDocument::shape);
            var tree =
                    Trees.ordered(
                            "shape",
                            some.shape().id(),
                            "count",
                            some.count(),
                            "example",
                            some.first());
            if (!some.age().equals(Pods.Age.UNKNOWN)) {
                tree.put("oldest", some.age().oldest().toString());
                tree.put("newest", some.age().newest().toString());
            }
            trees.add(tree);
        }
        return trees;
    }

    private static Object shape(Shape shape) {
        var tree = Trees.ordered("id", shape.id());
        tree.putAll(ClusterParts.tree(shape));
        return tree;
    }

    static Cluster read(Fields fields) {
        var shapes = new LinkedHashMap<String, Shape>();
        for (var shape : fields.list("shapes")) {
            var id = shape.requiredText("id");
            if (shapes.put(id, ClusterParts.shape(shape)) != null) {
                shape.mistake("id", "two shapes have the id '" + id + "'; rename one");
            }
        }
        var nodes = new TreeMap<String, Node>();
        for (var entry : fields.list("nodes")) {
            var node = ClusterParts.node(entry).with(pods(entry, "pods", shapes));
            if (nodes.put(node.name(), node) != null) {
                entry.mistake("name", "two nodes are named '" + node.name() + "'; rename one");
            }
        }
        var cluster =
                Cluster.EMPTY
                        .withName(fields.text("name", ""))
                        .withNodes(List.copyOf(nodes.values()))
                        .withPending(pods(fields, "pending", shapes));
        for (var part : MapPart.ALL) {
            cluster = read(part, cluster, fields);
        }
        return cluster;
    }

    private static <K extends Comparable<K>, V> Cluster read(
            MapPart<K, V> part, Cluster cluster, Fields fields) {
        var map = part.of().apply(cluster);
        for (var entry : fields.list(part.key())) {
            var name = part.name().apply(entry);
            if (map.has(name)) {
                entry.mistake("name", "two entries are named '" + name + "'; rename one");
            }
            map = map.with(name, part.value().apply(entry));
        }
        return part.with().apply(cluster, map);
    }

    /// In the order of their shapes.
    private static List<Pods> pods(Fields fields, String key, Map<String, Shape> shapes) {
        var pods = new TreeMap<Shape, Pods>();
        for (var entry : fields.list(key)) {
            var id = entry.requiredText("shape");
            var shape = shapes.get(id);
            int count = entry.whole("count", 1, 1, MOST);
            var example = entry.requiredText("example");
            var age = age(entry);
            if (shape == null) {
                if (!id.isEmpty()) {
                    entry.mistake("shape", "no shape under 'shapes' has the id '" + id + "'");
                }
            } else if (pods.put(shape, new Pods(shape, count, example, age)) != null) {
                entry.mistake(
                        "shape", "two entries have the shape '" + id + "'; add up their counts");
            }
        }
        return List.copyOf(pods.values());
    }

    private static Pods.Age age(Fields entry) {
        var oldest = entry.time("oldest", entry.time("newest", Instant.EPOCH));
        var newest = entry.time("newest", oldest);
        if (newest.isBefore(oldest)) {
            entry.mistake("newest", newest + " is before 'oldest' (" + oldest + "); swap them");
        }
        return new Pods.Age(oldest, newest);
    }
}
