package dev.plimsoll.groups;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.prices.Price;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.selection.Labels;
import java.util.List;

/// A group that may grow for pods that wait.
///
/// @param match labels by which its nodes are told from others
/// @param nodes the names of those that are there, in order
/// @param template a node as it would come, with what runs on every node of the group
/// @param price of one node
public record NodeGroup(
        String name, Labels match, List<String> nodes, Node template, Growth growth, Price price) {

    /// Whether it may grow.
    public sealed interface Growth {

        /// @param limits of its nodes, those that are there included
        record Within(Limits limits, Standing standing) implements Growth {}

        record Never(Reason why) implements Growth {}

        /// A group that is there, and may have so many nodes.
        static Growth upTo(int most) {
            return new Within(new Limits(0, most), Standing.EXISTS);
        }
    }

    /// How many nodes a group may have where nothing limits it.
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public NodeGroup {
        nodes = nodes.stream().sorted().toList();
    }

    /// This group, whose nodes cost something else.
    public NodeGroup at(Price other) {
        return new NodeGroup(name, match, nodes, template, growth, other);
    }

    /// This group, with another say in whether it grows.
    public NodeGroup with(Growth other) {
        return new NodeGroup(name, match, nodes, template, other, price);
    }

    /// How many more nodes can be had.
    public int room() {
        return switch (growth) {
            case Growth.Within(var limits, _) -> Math.max(0, limits.most() - nodes.size());
            case Growth.Never _ -> 0;
        };
    }

    /// How many nodes it has at the least.
    public int least() {
        return switch (growth) {
            case Growth.Within(var limits, _) -> limits.least();
            case Growth.Never _ -> 0;
        };
    }

    /// How many nodes it lacks to its minimum.
    public int belowMinimum() {
        return Math.max(0, least() - nodes.size());
    }

    public boolean isPriced() {
        return price instanceof Price.Known;
    }

    public boolean isUnlimited() {
        return growth instanceof Growth.Within(var limits, _) && limits.most() == UNLIMITED;
    }

    /// The instance type of its nodes; empty if no label tells it.
    public String type() {
        return GroupKey.type(template.labels());
    }
}
