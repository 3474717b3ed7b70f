package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.storage.Surroundings;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/// Everything that counts when nodes are bought for pending pods.
///
/// **Invariant:** every node belongs to exactly one group. The constructor checks it.
///
/// @param groups all groups of the cluster
public record Seen(Cluster cluster, Surroundings surroundings, List<NodeGroup> groups) {

    public Seen {
        groups = groups.stream().sorted(Comparator.comparing(NodeGroup::name)).toList();
        checkOwners(cluster, groups);
    }

    private static void checkOwners(Cluster cluster, List<NodeGroup> groups) {
        var owners = new LinkedHashMap<String, String>();
        for (var group : groups) {
            for (var node : group.nodes()) {
                var other = owners.put(node, group.name());
                if (other != null) {
                    throw new IllegalArgumentException(
                            "node "
                                    + node
                                    + " belongs to groups "
                                    + other
                                    + " and "
                                    + group.name());
                }
            }
        }
        for (var node : cluster.nodes()) {
            if (!owners.containsKey(node.name())) {
                throw new IllegalArgumentException("node " + node.name() + " belongs to no group");
            }
        }
    }

    /// The groups that may have more nodes.
    List<NodeGroup> growing() {
        return groups.stream().filter(group -> group.room() > 0).toList();
    }
}
