package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
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
                tree, "shapes", shapes.since(known).stream().<Object>map(Parts::tree).toList());
        putUnlessEmpty(tree, "gone", gone);
        putUnlessEmpty(tree, "nodes", changed);
        if (!puts.isEmpty()) {
            tree.put("put", columns(puts));
        }
        if (!drops.isEmpty()) {
            tree.put("drop", dropColumns(drops));
        }
        if (!cluster.groups().equals(last.groups())) {
            tree.put("groups", cluster.groups().stream().<Object>map(Parts::tree).toList());
        }
        if (!cluster.budgets().equals(last.budgets())) {
            tree.put("budgets", cluster.budgets().stream().<Object>map(Parts::tree).toList());
        }
        last = cluster;
        return tree;
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
        if (old == null || !old.with(List.of()).equals(node.with(List.of()))) {
            changed.add(Parts.tree(node));
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
        int shape = 0;
        int place = 0;
        for (var put : puts) {
            place = put.shape() == shape ? place : 0;
            shapes.add(put.shape() - shape);
            places.add(put.place() - place);
            counts.add(put.pods().count());
            names.add(put.pods().first());
            shape = put.shape();
            place = put.place();
        }
        return List.of(shapes, places, counts, names);
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
