package dev.plimsoll.ranking;

import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import java.util.List;

/// A group that could grow: by how many nodes, and which pods they would take.
///
/// Nodes and pods are those that can really be had, after every limit: a price for nodes that never
/// come, or for pods that they do not take, compares nothing.
///
/// @param count of nodes to add
/// @param pods that they take
public record Option(
        String group, Size size, Machine node, int count, Standing standing, List<Portion> pods) {

    /// One node of the group.
    ///
    /// @param capacity all that it has, not only what it offers to pods
    public record Machine(Resources capacity, Price price) {}

    /// How many nodes the group has.
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

    /// Whether the group is there.
    public enum Standing {
        EXISTS,
        /// It would have to be made first.
        NOT_YET
    }

    public Option {
        pods = List.copyOf(pods);
        if (count < 1) {
            throw new IllegalArgumentException("an option adds a node or more, got " + count);
        }
    }

    /// What its nodes cost together.
    public Price cost() {
        return node.price().times(count);
    }

    /// How many pods it takes.
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
