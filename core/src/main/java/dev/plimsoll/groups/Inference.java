package dev.plimsoll.groups;

import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.prices.Price;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Infers node groups from the labels and taints of nodes.
public final class Inference {

    private static final Price ASK = new Price.Unknown("not looked up");

    private Inference() {}

    /// The groups, by name. They have no maximum, and no price yet. The control plane does not grow
    /// if there are other nodes.
    public static List<NodeGroup> groups(List<Node> nodes) {
        var kin = new LinkedHashMap<GroupKey, List<Node>>();
        nodes.forEach(
                node -> kin.computeIfAbsent(GroupKey.of(node), _ -> new ArrayList<>()).add(node));
        var sorted =
                kin.entrySet().stream()
                        .sorted(Comparator.comparing(group -> group.getKey().toString()))
                        .toList();
        if (sorted.isEmpty()) {
            return List.of();
        }
        boolean allControl = kin.keySet().stream().allMatch(GroupKey::isControlPlane);
        var names = GroupNames.of(sorted.stream().map(group -> group.getKey().words()).toList());
        var groups = new ArrayList<NodeGroup>();
        for (int i = 0; i < names.size(); i++) {
            var group = group(names.get(i), sorted.get(i));
            boolean grows = allControl || !sorted.get(i).getKey().isControlPlane();
            groups.add(grows ? group : group.with(held(names.get(i))));
        }
        groups.sort(Comparator.comparing(NodeGroup::name));
        return groups;
    }

    private static NodeGroup group(String name, Map.Entry<GroupKey, List<Node>> group) {
        var template = NewNode.like(group.getValue(), name);
        var told = group.getKey().labels();
        return new NodeGroup(
                name,
                told.isEmpty() ? template.labels().without(Node.HOSTNAME) : told,
                group.getValue().stream().map(Node::name).toList(),
                template,
                Growth.upTo(NodeGroup.UNLIMITED),
                ASK);
    }

    private static Growth held(String name) {
        return new Growth.Never(because(Rules.CONTROL_PLANE, name));
    }
}
