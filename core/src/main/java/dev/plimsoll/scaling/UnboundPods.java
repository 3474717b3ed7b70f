package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.storage.Storage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// The pending pods of a cluster while some of them are bound, and others lose their nodes.
final class UnboundPods {

    private final Storage storage;
    private final TreeMap<Shape, Pods> pods = new TreeMap<>();

    /// The shapes of pending pods by the shape that counts for placing them.
    private final Map<Shape, TreeSet<Shape>> planned = new LinkedHashMap<>();

    UnboundPods(Cluster cluster) {
        this.storage = cluster.storage();
        cluster.pending().stream().filter(UnboundPods::isLasting).forEach(this::add);
    }

    /// Terminating pods end.
    static boolean isLasting(Pods pods) {
        return pods.shape().stage() != Shape.Stage.TERMINATING;
    }

    void add(Pods more) {
        pods.merge(more.shape(), more, Pods::and);
        planned.computeIfAbsent(PendingPods.planned(more.shape(), storage), _ -> new TreeSet<>())
                .add(more.shape());
    }

    /// Takes pods out that were placed.
    ///
    /// @return these pods, in the shape in which they were placed; none if there are none
    Optional<Pods> take(Placed placed) {
        int left = placed.count();
        var first = "";
        for (var shape : List.copyOf(planned.getOrDefault(placed.shape(), new TreeSet<>()))) {
            var some = pods.get(shape);
            if (some != null && left > 0) {
                int taken = Math.min(left, some.count());
                first = first.isEmpty() ? some.first() : first;
                left -= taken;
                if (taken == some.count()) {
                    pods.remove(shape);
                } else {
                    pods.put(shape, some.times(some.count() - taken));
                }
            }
        }
        int taken = placed.count() - left;
        return taken == 0 ? Optional.empty() : Optional.of(new Pods(placed.shape(), taken, first));
    }

    List<Pods> pods() {
        return List.copyOf(pods.values());
    }
}
