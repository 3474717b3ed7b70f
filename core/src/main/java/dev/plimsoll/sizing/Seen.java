package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.selection.Labels;
import java.util.Comparator;
import java.util.List;

/// A node group, its nodes with their pods, and the pending pods of the cluster.
///
/// @param others the labels of the other groups
public record Seen(Group group, List<Node> nodes, List<Pods> pending, List<Labels> others) {

    public Seen {
        nodes = nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
        pending = pending.stream().sorted(Comparator.comparing(Pods::shape)).toList();
        others = List.copyOf(others);
    }

    /// The part of a cluster that the decision about one group needs.
    public static Seen of(Cluster cluster, String name) {
        var others =
                cluster.groups().stream()
                        .filter(group -> !group.name().equals(name))
                        .map(Group::labels)
                        .toList();
        return new Seen(cluster.group(name), cluster.nodesOf(name), cluster.pending(), others);
    }
}
