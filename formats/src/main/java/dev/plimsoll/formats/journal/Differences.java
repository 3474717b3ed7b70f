package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.formats.document.ClusterParts;
import dev.plimsoll.formats.document.MapPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes clusters as differences from the one before: one entry for each place and shape.
///
/// A place is a node, or the place of pending pods. Places and shapes are numbered as they first
/// occur; the entries stand in columns, sorted and as differences of their numbers, because that is
/// what deflates best.
final class Differences {

    private record Change(int shape, int place, Pods pods) {}

    private record Drop(int shape, int place) {}

    static final String WAITING = "";

    private final Numbers<Shape> shapes = new Numbers<>();
    private final Numbers<String> places = new Numbers<>();
    private Cluster last = Cluster.EMPTY;

    Differences() {
        places.of(WAITING);
    }

    /// The differences from the cluster given before; at first, from an empty one.
    Map<String, Object> to(Cluster cluster) {
        int known = shapes.size();
        var puts = new ArrayList<Change>();
        var drops = new ArrayList<Drop>();
        var changed = new ArrayList<Object>();
        var gone = new ArrayList<Object>();
        compare(WAITING, last.pending(), cluster.pending(), puts, drops);
        var before = last.nodes().iterator();
        var old = next(before);
        for (var node : cluster.nodes()) {
            while (old != null && old.name().compareTo(node.name()) < 0) {
                gone.add(old.name());
                old = next(before);
            }
            var same = old != null && old.name().equals(node.name()) ? old : null;
            if (!isShared(same, node)) {
                compareNodes(same, node, changed, puts, drops);
            }
            old = same == null ? old : next(before);
        }
        for (; old != null; old = next(before)) {
            gone.add(old.name());
        }
        var tree = new LinkedHashMap<String, Object>();
        putUnlessEmpty(
                tree,
                "shapes",
                shapes.since(known).stream().<Object>map(ClusterParts::tree).toList());
        putUnlessEmpty(tree, "gone", gone);
        putUnlessEmpty(tree, "nodes", changed);
        if (!puts.isEmpty()) {
            tree.put("put", columns(puts));
        }
        if (!drops.isEmpty()) {
            tree.put("drop", dropColumns(drops));
        }
        if (!cluster.name().equals(last.name())) {
            tree.put("name", cluster.name());
        }
        MapPart.ALL.forEach(part -> compareMaps(part, cluster, tree));
        last = cluster;
        return tree;
    }

    private <K extends Comparable<K>, V> void compareMaps(
            MapPart<K, V> part, Cluster cluster, Map<String, Object> tree) {
        var put = new ArrayList<>();
        var gone = new ArrayList<>();
        part.of()
                .apply(cluster)
                .changes(
                        part.of().apply(last),
                        new SharedMap.Changes<>() {
                            @Override
                            public void put(K name, V value) {
                                put.add(part.tree().apply(name, value));
                            }

                            @Override
                            public void removed(K name) {
                                gone.add(name.toString());
                            }
                        });
        var changes = new LinkedHashMap<String, Object>();
        putUnlessEmpty(changes, "put", put);
        putUnlessEmpty(changes, "gone", gone);
        if (!changes.isEmpty()) {
            tree.put(part.key(), changes);
        }
    }

    @SuppressWarnings("ReferenceEquality") // A short cut: most nodes are shared with the last one.
    private static boolean isShared(@Nullable Node old, Node node) {
        return old == node;
    }

    private void compareNodes(
            @Nullable Node old,
            Node node,
            List<Object> changed,
            List<Change> puts,
            List<Drop> drops) {
        if (old == null || !old.equalsButForPods(node)) {
            changed.add(ClusterParts.tree(node));
        }
        compare(node.name(), old == null ? List.of() : old.pods(), node.pods(), puts, drops);
    }

    /// Both lists are in order of their shapes.
    private void compare(
            String place, List<Pods> old, List<Pods> now, List<Change> puts, List<Drop> drops) {
        int number = places.of(place);
        var before = new LinkedHashMap<Shape, Pods>();
        old.forEach(pods -> before.put(pods.shape(), pods));
        for (var pods : now) {
            if (!pods.equals(before.remove(pods.shape()))) {
                puts.add(new Change(shapes.of(pods.shape()), number, pods));
            }
        }
        before.keySet().forEach(shape -> drops.add(new Drop(shapes.of(shape), number)));
    }

    private static List<Object> columns(List<Change> puts) {
        puts.sort(Comparator.comparingInt(Change::shape).thenComparingInt(Change::place));
        var shapes = new ArrayList<>();
        var places = new ArrayList<>();
        var counts = new ArrayList<>();
        var names = new ArrayList<>();
        var oldest = new ArrayList<>();
        var newest = new ArrayList<>();
        boolean isAged = puts.stream().anyMatch(put -> !isAgeless(put.pods()));
        int shape = 0;
        int place = 0;
        for (var put : puts) {
            place = put.shape() == shape ? place : 0;
            shapes.add(put.shape() - shape);
            places.add(put.place() - place);
            counts.add(put.pods().count());
            names.add(put.pods().first());
            oldest.add(isAgeless(put.pods()) ? "" : put.pods().age().oldest().toString());
            newest.add(isAgeless(put.pods()) ? "" : put.pods().age().newest().toString());
            shape = put.shape();
            place = put.place();
        }
        return isAged
                ? List.of(shapes, places, counts, names, oldest, newest)
                : List.of(shapes, places, counts, names);
    }

    private static boolean isAgeless(Pods pods) {
        return pods.age().equals(Pods.Age.UNKNOWN);
    }

    private static List<Object> dropColumns(List<Drop> drops) {
        drops.sort(Comparator.comparingInt(Drop::shape).thenComparingInt(Drop::place));
        var shapes = new ArrayList<>();
        var places = new ArrayList<>();
        int shape = 0;
        int place = 0;
        for (var drop : drops) {
            place = drop.shape() == shape ? place : 0;
            shapes.add(drop.shape() - shape);
            places.add(drop.place() - place);
            shape = drop.shape();
            place = drop.place();
        }
        return List.of(shapes, places);
    }

    private static @Nullable Node next(Iterator<Node> nodes) {
        return nodes.hasNext() ? nodes.next() : null;
    }

    private static void putUnlessEmpty(Map<String, Object> tree, String key, List<Object> list) {
        if (!list.isEmpty()) {
            tree.put(key, list);
        }
    }
}
