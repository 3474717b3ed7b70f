package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.Rooms;
import dev.plimsoll.packing.Packing.Placed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Puts a packing once more, pod by pod, on nodes that all stand from the beginning. A pod that is
/// refused where it was to go gets another place, or is left.
final class Replay {

    private final Packing packing;
    private final Rooms rooms;
    private final Map<String, Integer> indices = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Placed> placed = new ArrayList<>();
    private final Map<Shape, Integer> refused = new LinkedHashMap<>();

    private Replay(Ground ground, Packing packing) {
        this.packing = packing;
        this.rooms = ground.rooms();
        ground.nodes().forEach(this::name);
        for (var opened : packing.opened()) {
            var node = opened.offer().node(opened.node());
            rooms.add(node);
            name(node);
        }
    }

    /// The packing as it is accepted. Where pods are refused it is put once more, without the nodes
    /// that are not used then: what comes with these, such as pods of DaemonSets, had a say too.
    /// That ends, for there are fewer nodes each time.
    ///
    /// @param given all pods that waited
    static Packing of(Ground ground, List<Pods> given, Packing packing) {
        var settled = packing;
        boolean isRefused = ground.matters(given);
        while (isRefused) {
            var replay = new Replay(ground, settled);
            settled = replay.again(given);
            isRefused = !replay.refused.isEmpty();
        }
        return settled;
    }

    /// The same places, node after node, if the pods may come in that order too.
    static Packing nodeAfterNode(Ground ground, List<Pods> given, Packing packing) {
        var byNode = new LinkedHashMap<String, List<Placed>>();
        packing.placed()
                .forEach(
                        one -> byNode.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one));
        var placed = byNode.values().stream().flatMap(List::stream).toList();
        var ordered = new Packing(packing.opened(), placed, packing.left());
        if (placed.equals(packing.placed()) || !ground.matters(given)) {
            return ordered;
        }
        var replay = new Replay(ground, ordered);
        return placed.stream().allMatch(replay::isTaken) ? ordered : packing;
    }

    private boolean isTaken(Placed some) {
        int node = indices.getOrDefault(some.node(), Rooms.NO_ROOM);
        return put(some.shape(), node, some.count()) == some.count();
    }

    private void name(Node node) {
        indices.put(node.name(), names.size());
        names.add(node.name());
    }

    private Packing again(List<Pods> given) {
        for (var some : packing.placed()) {
            int node = indices.getOrDefault(some.node(), Rooms.NO_ROOM);
            int pods = put(some.shape(), node, some.count());
            if (pods < some.count()) {
                refused.merge(some.shape(), some.count() - pods, Integer::sum);
            }
        }
        if (refused.isEmpty()) {
            return packing;
        }
        refused.forEach(this::anywhere);
        var left = new Waiting(given, rooms);
        for (var party : left.parties()) {
            placed.stream()
                    .filter(some -> some.shape().equals(party.shape()))
                    .forEach(some -> party.change(-some.count()));
        }
        return new Packing(used(), placed, left.pods());
    }

    private List<Packing.Opened> used() {
        var names = new LinkedHashSet<String>();
        placed.forEach(some -> names.add(some.node()));
        return packing.opened().stream().filter(node -> names.contains(node.node())).toList();
    }

    private void anywhere(Shape shape, int count) {
        int rest = count;
        for (int node = 0; node < names.size() && rest > 0; node++) {
            rest -= put(shape, node, rest);
        }
    }

    private int put(Shape shape, int node, int count) {
        var guest = rooms.guest(shape);
        int pods = 0;
        while (pods < count && guest.fits(node)) {
            int some = guest.isBulk() ? Math.min(count - pods, guest.most(node)) : 1;
            guest.change(node, some);
            pods += some;
        }
        if (pods > 0) {
            placed.add(new Placed(shape, pods, names.get(node)));
        }
        return pods;
    }
}
