package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.storage.Surroundings;
import java.util.Comparator;
import java.util.List;

/// What is known when nodes are bought for pods that wait.
///
/// @param groups the groups; every node is in one of them
public record Seen(Cluster cluster, Surroundings surroundings, List<NodeGroup> groups) {

    public Seen {
        groups = groups.stream().sorted(Comparator.comparing(NodeGroup::name)).toList();
    }

    /// The groups that may have more nodes.
    List<NodeGroup> growing() {
        return groups.stream().filter(group -> group.room() > 0).toList();
    }
}
