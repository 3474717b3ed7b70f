package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.document.ClusterParts;
import dev.plimsoll.formats.document.MapPart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Rebuilds clusters from the records of [Differences].
final class Assembly {

    private final List<Shape> shapes = new ArrayList<>();
    private final Numbers<String> places = new Numbers<>();
    private final Map<String, TreeMap<Shape, Pods>> pods = new LinkedHashMap<>();
    private final TreeMap<String, Node> nodes = new TreeMap<>();
    private Cluster cluster = Cluster.EMPTY;

    Assembly() {
        places.of(Differences.WAITING);
    }

    /// The cluster after one more difference.
    Cluster apply(Fields fields) {
        fields.list("shapes").forEach(shape -> shapes.add(ClusterParts.shape(shape)));
        var touched = new LinkedHashSet<String>();
        for (var name : fields.texts("gone")) {
            nodes.remove(name);
            pods.remove(name);
        }
        for (var tree : fields.list("nodes")) {
            var node = ClusterParts.node(tree);
            nodes.put(node.name(), node);
            places.of(node.name());
            touched.add(node.name());
        }
        put(fields.items("put"), touched);
        drop(fields.items("drop"), touched);
        for (var name : touched) {
            nodes.computeIfPresent(name, (_, node) -> node.with(podsIn(name)));
        }
        cluster =
                cluster.withName(fields.text("name", cluster.name()))
                        .withNodes(List.copyOf(nodes.values()))
                        .withPending(podsIn(Differences.WAITING));
        for (var part : MapPart.ALL) {
            if (fields.has(part.key())) {
                cluster = changed(part, fields.fields(part.key()));
            }
        }
        return cluster;
    }

    private <K extends Comparable<K>, V> Cluster changed(MapPart<K, V> part, Fields changes) {
        var map = part.of().apply(cluster);
        for (var entry : changes.list("put")) {
            map = map.with(part.name().apply(entry), part.value().apply(entry));
        }
        for (var name : changes.texts("gone")) {
            map = map.without(part.named().apply(name));
        }
        return part.with().apply(cluster, map);
    }

    private List<Pods> podsIn(String place) {
        var there = pods.get(place);
        return there == null ? List.of() : List.copyOf(there.values());
    }

    private void put(List<Value> columns, Set<String> touched) {
        if (columns.isEmpty()) {
            return;
        }
        var shapeSteps = items(columns.get(0));
        var placeSteps = items(columns.get(1));
        var counts = items(columns.get(2));
        var names = items(columns.get(3));
        boolean isAged = columns.size() > 4;
        int shape = 0;
        int place = 0;
        for (int i = 0; i < names.size(); i++) {
            int step = number(shapeSteps.get(i));
            place = (step == 0 ? place : 0) + number(placeSteps.get(i));
            shape += step;
            var where = places.thing(place);
            var of = shapes.get(shape);
            pods.computeIfAbsent(where, _ -> new TreeMap<>())
                    .put(
                            of,
                            new Pods(
                                    of,
                                    number(counts.get(i)),
                                    text(names.get(i)),
                                    isAged ? age(columns, i) : Pods.Age.UNKNOWN));
            touched.add(where);
        }
    }

    private static Pods.Age age(List<Value> columns, int row) {
        var oldest = text(items(columns.get(4)).get(row));
        var newest = text(items(columns.get(5)).get(row));
        return oldest.isEmpty()
                ? Pods.Age.UNKNOWN
                : new Pods.Age(Instant.parse(oldest), Instant.parse(newest));
    }

    private void drop(List<Value> columns, Set<String> touched) {
        if (columns.isEmpty()) {
            return;
        }
        var shapeSteps = items(columns.get(0));
        var placeSteps = items(columns.get(1));
        int shape = 0;
        int place = 0;
        for (int i = 0; i < shapeSteps.size(); i++) {
            int step = number(shapeSteps.get(i));
            place = (step == 0 ? place : 0) + number(placeSteps.get(i));
            shape += step;
            var where = places.thing(place);
            var there = pods.get(where);
            if (there != null) {
                there.remove(shapes.get(shape));
            }
            touched.add(where);
        }
    }

    private static List<Value> items(Value value) {
        return value instanceof Value.Sequence(var items, _) ? items : List.of();
    }

    private static String text(Value value) {
        return value instanceof Value.Scalar(var text, _, _) ? text : "";
    }

    private static int number(Value value) {
        return Integer.parseInt(text(value));
    }
}
