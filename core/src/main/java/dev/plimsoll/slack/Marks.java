package dev.plimsoll.slack;

import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import java.util.TreeSet;

/// The pods that annotations are about: their own, or those of their workloads.
final class Marks {

    /// Pods of marked workloads, as placeholders for them.
    private final TreeSet<Shape> held = new TreeSet<>();

    /// Pods of workloads that are kept out.
    private final TreeSet<Shape> out = new TreeSet<>();

    Marks(Cluster cluster) {
        for (var buffer : cluster.buffers().values()) {
            if (!buffer.isCapacityBuffer()
                    && buffer.pattern() instanceof Pattern.Pods(var shape, _, _)) {
                (buffer.keepsOut() ? out : held).add(likeness(shape));
            }
        }
    }

    /// Whether slack looks neither at the size of these pods nor for room for them.
    boolean keepOut(Shape shape) {
        return shape.reserve().isZero() || (!out.isEmpty() && out.contains(likeness(shape)));
    }

    /// Whether an annotation keeps room for pods like these.
    boolean holdRoomFor(Shape shape) {
        boolean isOwn = shape.reserve() instanceof Reserve.Placeholders(int count) && count > 0;
        return isOwn || (!held.isEmpty() && held.contains(likeness(shape)));
    }

    private static Shape likeness(Shape shape) {
        return Placeholders.mirror(shape, shape.placement().withoutMounts());
    }
}
