package dev.plimsoll.groups;

import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.prices.Price;
import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A group as a policy declares it.
///
/// @param match labels that every node of the group carries
/// @param template a new node; if unknown, it is derived from the nodes of the group
public record DeclaredGroup(
        String name, Labels match, Template template, Growth growth, Price price) {

    /// A node that two groups match.
    public record Conflict(String node, String first, String second) {}

    /// The first node that two groups match, if there is one.
    public static Optional<Conflict> conflict(List<DeclaredGroup> groups, List<Node> nodes) {
        for (var node : nodes) {
            var owners = groups.stream().filter(group -> group.owns(node)).toList();
            if (owners.size() > 1) {
                return Optional.of(
                        new Conflict(node.name(), owners.get(0).name, owners.get(1).name));
            }
        }
        return Optional.empty();
    }

    /// A node could carry the labels of both matches. Node pool labels of different providers
    /// exclude each other.
    public static boolean canOverlap(Labels one, Labels other) {
        return !one.contradicts(other) && !GroupKey.areDifferentPools(one, other);
    }

    /// The groups of a policy with their existing nodes. Nodes that no group matches are inferred
    /// to be in groups that do not grow.
    public static List<NodeGroup> resolve(List<DeclaredGroup> groups, List<Node> nodes) {
        var resolved = new ArrayList<NodeGroup>();
        for (var group : groups) {
            resolved.add(group.withNodes(nodes.stream().filter(group::owns).toList(), nodes));
        }
        var others =
                nodes.stream()
                        .filter(node -> groups.stream().noneMatch(group -> group.owns(node)))
                        .toList();
        for (var other : Inference.groups(others)) {
            resolved.add(leftAlone(other, groups));
        }
        return resolved;
    }

    private boolean owns(Node node) {
        return node.labels().hasAll(match);
    }

    private NodeGroup withNodes(List<Node> own, List<Node> all) {
        var names = own.stream().map(Node::name).toList();
        if (template.isKnown()) {
            var node = NewNode.said(template, name, own, all);
            return new NodeGroup(name, match, names, node, growth, price);
        }
        if (own.isEmpty()) {
            var never = new Growth.Never(because(Rules.NO_TEMPLATE, name));
            return new NodeGroup(name, match, names, template.node(name), never, price);
        }
        return new NodeGroup(name, match, names, NewNode.like(own, name), growth, price);
    }

    private static NodeGroup leftAlone(NodeGroup other, List<DeclaredGroup> groups) {
        boolean isTaken = groups.stream().anyMatch(group -> group.name.equals(other.name()));
        var name = isTaken ? other.name() + " (not in the policy)" : other.name();
        return new NodeGroup(
                name,
                other.match(),
                other.nodes(),
                other.template(),
                new Growth.Never(because(Rules.NOT_IN_POLICY, name)),
                other.price());
    }
}
