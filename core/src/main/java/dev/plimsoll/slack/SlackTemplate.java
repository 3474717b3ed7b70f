package dev.plimsoll.slack;

import dev.plimsoll.cluster.Node;

/// The next node of a group.
///
/// @param name the group, or the group and a variant of it: `general/zone-a`
/// @param node a new node, with the pods that run on every node of the group
/// @param nodes how many nodes the group has
public record SlackTemplate(String name, Node node, int nodes) {

    /// Whether it is a node of the group.
    boolean isOf(String group) {
        return name.equals(group) || name.startsWith(group + "/");
    }
}
