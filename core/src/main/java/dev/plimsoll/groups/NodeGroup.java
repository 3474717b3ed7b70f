package dev.plimsoll.groups;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.prices.Price;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.selection.Labels;
import java.util.List;

/// A node group: its nodes, its next node, how far it may grow, and the price of a node.
///
/// @param match labels that every node of the group carries, and no other node
/// @param target the number of machines that the provider is asked to keep
/// @param nodes the names of its nodes, in order; arriving machines last
/// @param template the next node, with the pods that run on every node of the group
/// @param price of one node an hour
public record NodeGroup(
        String name,
        Labels match,
        int target,
        List<String> nodes,
        Node template,
        Growth growth,
        Price price) {

    /// Whether it may grow.
    public sealed interface Growth {

        /// @param limits on the number of its nodes, existing and arriving ones included
        record Within(Limits limits, Standing standing) implements Growth {}

        record Never(Reason why) implements Growth {}

        /// An existing group with a maximum.
        static Growth upTo(int most) {
            return new Within(new Limits(0, most), Standing.EXISTS);
        }
    }

    /// The maximum of a group without a limit.
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public NodeGroup {
        nodes = List.copyOf(nodes);
    }

    /// How many nodes may be added.
    public int room() {
        return switch (growth) {
            case Growth.Within(var limits, _) -> Math.max(0, limits.most() - nodes.size());
            case Growth.Never _ -> 0;
        };
    }

    /// The minimum number of nodes.
    public int least() {
        return switch (growth) {
            case Growth.Within(var limits, _) -> limits.least();
            case Growth.Never _ -> 0;
        };
    }

    /// How many nodes are missing to the minimum.
    public int belowMinimum() {
        return Math.max(0, least() - nodes.size());
    }

    public boolean isPriced() {
        return price instanceof Price.Known;
    }

    public boolean isUnlimited() {
        return growth instanceof Growth.Within(var limits, _) && limits.most() == UNLIMITED;
    }

    /// The instance type of its nodes; empty if no label has it.
    public String type() {
        return GroupKey.type(template.labels());
    }
}
