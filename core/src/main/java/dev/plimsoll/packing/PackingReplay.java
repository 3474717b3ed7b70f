package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.packing.Packing.Placed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Places a packing again, pod by pod, on nodes that all exist from the beginning. A pod that is
/// refused on its node is placed on another one, or is left.
final class PackingReplay {

    private final Packing packing;
    private final NodeFit nodeFit;
    private final Map<String, Integer> indices = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Placed> placed = new ArrayList<>();
    private final Map<Shape, Integer> refused = new LinkedHashMap<>();

    private PackingReplay(PackingStart start, Packing packing) {
        this.packing = packing;
        this.nodeFit = start.nodeFit();
        start.nodes().forEach(this::name);
        for (var opened : packing.opened()) {
            var node = opened.offer().node(opened.node());
            nodeFit.add(node);
            name(node);
        }
    }

    /// The accepted packing. If pods are refused, it is placed again without the nodes that are
    /// then unused: pods on them, for example of DaemonSets, counted in the rules too. It ends
    /// because there are fewer nodes each time.
    ///
    /// @param given all pending pods
    static Packing of(PackingStart start, List<Pods> given, Packing packing) {
        var settled = packing;
        boolean isRefused = start.matters(given);
        while (isRefused) {
            var replay = new PackingReplay(start, settled);
            settled = replay.again(given);
            isRefused = !replay.refused.isEmpty();
        }
        return settled;
    }

    /// The same placements, node by node, if the rules allow that order too.
    static Packing nodeAfterNode(PackingStart start, List<Pods> given, Packing packing) {
        var byNode = new LinkedHashMap<String, List<Placed>>();
        packing.placed()
                .forEach(
                        one -> byNode.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one));
        var placed = byNode.values().stream().flatMap(List::stream).toList();
        var ordered = new Packing(packing.opened(), placed, packing.left());
        if (placed.equals(packing.placed()) || !start.matters(given)) {
            return ordered;
        }
        var replay = new PackingReplay(start, ordered);
        return placed.stream().allMatch(replay::isTaken) ? ordered : packing;
    }

    private boolean isTaken(Placed some) {
        int node = indices.getOrDefault(some.node(), NodeFit.NO_ROOM);
        return put(some.shape(), node, some.count()) == some.count();
    }

    private void name(Node node) {
        indices.put(node.name(), names.size());
        names.add(node.name());
    }

    private Packing again(List<Pods> given) {
        for (var some : packing.placed()) {
            int node = indices.getOrDefault(some.node(), NodeFit.NO_ROOM);
            int pods = put(some.shape(), node, some.count());
            if (pods < some.count()) {
                refused.merge(some.shape(), some.count() - pods, Integer::sum);
            }
        }
        if (refused.isEmpty()) {
            return packing;
        }
        refused.forEach(this::anywhere);
        var left = new UnplacedPods(given, nodeFit);
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
        var shapeFit = nodeFit.shapeFit(shape);
        int pods = 0;
        while (pods < count && shapeFit.fits(node)) {
            int some = shapeFit.isBulk() ? Math.min(count - pods, shapeFit.most(node)) : 1;
            shapeFit.change(node, some);
            pods += some;
        }
        if (pods > 0) {
            placed.add(new Placed(shape, pods, names.get(node)));
        }
        return pods;
    }
}
