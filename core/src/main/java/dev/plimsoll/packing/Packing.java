package dev.plimsoll.packing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Money;
import java.util.List;

/// Where pods that waited would go, and which nodes that takes.
///
/// @param opened the new nodes, in the order in which they were opened
/// @param placed what was put where, in placing order
/// @param left the pods that found no place
public record Packing(List<Opened> opened, List<Placed> placed, List<Pods> left) {

    /// @param node its name
    public record Opened(String node, Offer offer) {}

    /// So many pods of a shape, one after the other, on a node that is there or was opened.
    public record Placed(Shape shape, int count, String node) {}

    public Packing {
        opened = List.copyOf(opened);
        placed = List.copyOf(placed);
        left = List.copyOf(left);
    }

    /// What the new nodes cost an hour.
    public Money cost() {
        long nanos = 0;
        for (var node : opened) {
            nanos = Math.addExact(nanos, node.offer().priceHour().nanos());
        }
        return new Money(nanos);
    }
}
