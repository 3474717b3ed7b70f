package dev.plimsoll.groups;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Node.Machine;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// Gives every node of a cluster a group, where no provider tells the groups: declared groups match
/// nodes by their labels, and the other nodes are in inferred groups.
public final class Grouping {

    private Grouping() {}

    /// A node that two groups match.
    public record Conflict(String node, String first, String second) {}

    /// The first node that two groups match, if there is one.
    public static Optional<Conflict> conflict(Cluster cluster) {
        for (var node : cluster.nodes()) {
            var owners = cluster.groupsOf(node);
            if (owners.size() > 1) {
                return Optional.of(new Conflict(node.name(), owners.get(0), owners.get(1)));
            }
        }
        return Optional.empty();
    }

    /// A node could carry the labels of both matches. Node pool labels of different providers
    /// exclude each other.
    public static boolean canOverlap(Labels one, Labels other) {
        return !one.contradicts(other) && !GroupKey.areDifferentPools(one, other);
    }

    /// Who picks the variants of a declared group, if it does not say: the planner for node pools
    /// of Karpenter, else the provider.
    public static GroupSpread spread(Labels match) {
        return match.has(WellKnown.KARPENTER_POOL) ? GroupSpread.CHOSEN : GroupSpread.PROVIDER;
    }

    /// The cluster with these groups, each with as many machines as it has nodes, and with inferred
    /// groups for all other nodes. A group without labels refines the inferred group of its name.
    public static Cluster of(Cluster cluster, List<Group> declared) {
        var groups = cluster.groups();
        for (var group : declared) {
            if (!group.labels().isEmpty()) {
                groups = groups.with(group.name(), group);
            }
        }
        var grouped = cluster.withGroups(groups);
        for (var group : declared) {
            if (!group.labels().isEmpty()) {
                int nodes = grouped.nodesOf(group.name()).size();
                groups = groups.with(group.name(), group.with(nodes));
            }
        }
        var inferred = withInferred(cluster.withGroups(groups));
        return withVariants(inferred.withGroups(refined(inferred.groups(), declared)));
    }

    private static SharedMap<String, Group> refined(
            SharedMap<String, Group> groups, List<Group> declared) {
        var refined = groups;
        for (var group : declared) {
            var known = groups.get(group.name());
            if (group.labels().isEmpty() && known != null) {
                refined = refined.with(group.name(), known.with(group.variants()));
            }
        }
        return refined;
    }

    /// The groups that refine an inferred group, of which the cluster has none of that name.
    public static List<String> unknown(Cluster grouped, List<Group> declared) {
        return declared.stream()
                .filter(group -> group.labels().isEmpty())
                .map(Group::name)
                .filter(name -> !grouped.groups().has(name))
                .toList();
    }

    /// The cluster with the variants that the nodes of its groups show.
    private static Cluster withVariants(Cluster cluster) {
        var groups = cluster.groups();
        for (var group : cluster.groups().values()) {
            var own = cluster.nodesOf(group.name());
            groups = groups.with(group.name(), GroupVariants.complete(group, own));
        }
        return cluster.withGroups(groups);
    }

    /// The cluster with the limits of Karpenter's node pools.
    ///
    /// @param pools by name
    public static Cluster within(Cluster grouped, SortedMap<String, Limits> pools) {
        var groups = grouped.groups();
        for (var group : grouped.groups().values()) {
            var limits = pools.get(pool(group));
            if (limits != null) {
                groups = groups.with(group.name(), group.with(limits));
            }
        }
        return grouped.withGroups(groups);
    }

    /// The node pool of Karpenter that a group is; empty if it is none.
    public static String pool(Group group) {
        return WellKnown.first(group.labels(), List.of(WellKnown.KARPENTER_POOL));
    }

    /// The cluster with inferred groups for the nodes that are in no group.
    public static Cluster withInferred(Cluster cluster) {
        var without =
                cluster.nodes().stream().filter(node -> cluster.groupsOf(node).isEmpty()).toList();
        if (without.isEmpty()) {
            return cluster;
        }
        var groups = cluster.groups();
        var names = new LinkedHashMap<String, String>();
        for (var inferred : Inference.groups(without)) {
            var name = inferred.name();
            while (groups.has(name)) {
                name += " (not in the policy)";
            }
            groups = groups.with(name, inferred.group(name));
            for (var node : inferred.nodes()) {
                names.put(node.name(), name);
            }
        }
        var nodes = new ArrayList<Node>(cluster.nodes().size());
        for (var node : cluster.nodes()) {
            var name = names.get(node.name());
            nodes.add(name == null ? inOwnGroup(node, cluster) : inGroup(node, name));
        }
        return cluster.withNodes(nodes).withGroups(groups);
    }

    /// Names the group of a node, because the labels of an inferred group may match it too.
    private static Node inOwnGroup(Node node, Cluster cluster) {
        var own = cluster.groupsOf(node);
        return own.size() == 1 ? inGroup(node, own.getFirst()) : node;
    }

    private static Node inGroup(Node node, String group) {
        var machine = node.machine();
        if (machine.group().equals(group)) {
            return node;
        }
        return node.with(new Machine(machine.providerId(), group, machine.capacity()));
    }
}
