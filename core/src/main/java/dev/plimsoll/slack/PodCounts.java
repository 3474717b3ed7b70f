package dev.plimsoll.slack;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The pods of a cluster by shape, running and pending, without those that belong to their node.
///
/// Hot: it looks at the pods of every node once.
final class PodCounts {

    private static final class Tally {

        private final String example;
        private long count;

        private Tally(Pods first) {
            example = first.example();
        }
    }

    private final Map<Shape, Tally> tallies = new LinkedHashMap<>();
    private final Marks marks;

    PodCounts(Cluster cluster) {
        marks = new Marks(cluster);
        for (var node : cluster.nodes()) {
            node.pods().forEach(this::add);
        }
        cluster.pending().forEach(this::add);
    }

    private void add(Pods pods) {
        if (pods.shape().owner().staysWithNode()) {
            return;
        }
        var tally = tallies.get(pods.shape());
        if (tally == null) {
            tally = new Tally(pods);
            tallies.put(pods.shape(), tally);
        }
        tally.count = Math.addExact(tally.count, pods.count());
    }

    /// The shapes, in their order.
    List<Shape> shapes() {
        var shapes = new ArrayList<>(tallies.keySet());
        shapes.sort(null);
        return shapes;
    }

    /// The shapes, in their order, without those that annotations keep out of slack.
    List<Shape> sized() {
        return shapes().stream().filter(shape -> !marks.keepOut(shape)).toList();
    }

    /// Whether an annotation keeps room for pods like these.
    boolean isMarked(Shape shape) {
        return marks.holdRoomFor(shape);
    }

    long count(Shape shape) {
        return tally(shape).count;
    }

    /// The name of one of the pods.
    String example(Shape shape) {
        return tally(shape).example;
    }

    private Tally tally(Shape shape) {
        var tally = tallies.get(shape);
        if (tally == null) {
            throw new IllegalArgumentException("no pod has shape " + shape);
        }
        return tally;
    }
}
