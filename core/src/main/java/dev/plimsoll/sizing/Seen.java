package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.selection.Labels;
import java.util.Comparator;
import java.util.List;

/// A node group, its nodes with their pods, and the pending pods of the cluster.
///
/// @param others the labels of the other groups
/// @param machines all machines of the cluster, ordered ones included
public record Seen(
        Group group, List<Node> nodes, List<Pods> pending, List<Labels> others, int machines) {

    public Seen {
        nodes = nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
        pending = pending.stream().sorted(Comparator.comparing(Pods::shape)).toList();
        others = List.copyOf(others);
    }

    /// A group that is the whole cluster.
    public Seen(Group group, List<Node> nodes, List<Pods> pending, List<Labels> others) {
        this(group, nodes, pending, others, Math.max(group.target(), nodes.size()));
    }

    /// The same group with some of its nodes in another state.
    ///
    /// @param names of these nodes
    Seen with(NodeState state, List<String> names) {
        var changed =
                nodes.stream()
                        .map(node -> names.contains(node.name()) ? node.with(state) : node)
                        .toList();
        return new Seen(group, changed, pending, others, machines);
    }

    /// The part of a cluster that the decision about one group needs.
    public static Seen of(Cluster cluster, String name) {
        var others =
                cluster.groups().values().stream()
                        .filter(group -> !group.name().equals(name))
                        .map(Group::labels)
                        .toList();
        return new Seen(
                cluster.group(name),
                cluster.nodesOf(name),
                cluster.pending(),
                others,
                cluster.machines());
    }
}
