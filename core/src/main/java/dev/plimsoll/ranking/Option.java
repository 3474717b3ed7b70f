package dev.plimsoll.ranking;

import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import java.util.List;

/// A way to grow one group: the number of nodes to add and the pending pods that fit on them.
///
/// Nodes and pods are counted after every limit: the price of nodes that cannot be added, or of
/// pods that do not fit, would compare nothing.
///
/// @param count nodes to add
/// @param pods the pending pods that fit on these nodes
public record Option(
        String group, Size size, Machine node, int count, Standing standing, List<Portion> pods) {

    /// One node of the group.
    ///
    /// @param capacity the whole machine, not only the part that is allocatable to pods
    public record Machine(Resources capacity, Price price) {}

    /// The number of nodes in the group.
    public sealed interface Size {

        record Unknown() implements Size {}

        record Of(int nodes) implements Size {

            public Of {
                if (nodes < 0) {
                    throw new IllegalArgumentException("nodes are zero or more, got " + nodes);
                }
            }
        }
    }

    /// Whether the group exists.
    public enum Standing {
        EXISTS,
        /// It would have to be created first.
        NOT_YET
    }

    public Option {
        pods = List.copyOf(pods);
        if (count < 1) {
            throw new IllegalArgumentException("an option adds a node or more, got " + count);
        }
    }

    /// The hourly cost of all its nodes.
    public Price cost() {
        return node.price().times(count);
    }

    /// The number of pods that fit.
    public long takes() {
        long takes = 0;
        for (var portion : pods) {
            takes += portion.count();
        }
        return takes;
    }

    boolean hasGpus() {
        return UnitPrices.gpus(node.capacity()) > 0;
    }

    boolean asksForGpus() {
        for (var portion : pods) {
            if (UnitPrices.gpus(portion.requests()) > 0) {
                return true;
            }
        }
        return false;
    }
}
