package dev.plimsoll.groups;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.prices.Price;
import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/// Infers node groups from the labels and taints of nodes.
final class Inference {

    private static final Price NOT_LOOKED_UP = new Price.Unknown("not looked up");

    private Inference() {}

    /// A group that some nodes seem to be in.
    ///
    /// @param match labels that all of them carry
    record Inferred(String name, Labels match, List<Node> nodes) {

        /// The group under another name, if its own is taken.
        Group group(String otherName) {
            return new Group(
                    otherName,
                    match,
                    nodes.size(),
                    Limits.UNLIMITED,
                    List.of(Variant.of(Template.UNKNOWN, NOT_LOOKED_UP)),
                    GroupKey.spread(match),
                    List.of(),
                    Group.Condition.IN_SERVICE);
        }
    }

    /// The groups, by name.
    static List<Inferred> groups(List<Node> nodes) {
        var byKey = new LinkedHashMap<GroupKey, List<Node>>();
        nodes.forEach(
                node -> byKey.computeIfAbsent(GroupKey.of(node), _ -> new ArrayList<>()).add(node));
        var sorted =
                byKey.entrySet().stream()
                        .sorted(Comparator.comparing(group -> group.getKey().toString()))
                        .toList();
        if (sorted.isEmpty()) {
            return List.of();
        }
        var names = GroupNames.of(sorted.stream().map(group -> group.getKey().words()).toList());
        var groups = new ArrayList<Inferred>();
        for (int i = 0; i < names.size(); i++) {
            var own = sorted.get(i).getValue();
            var told = sorted.get(i).getKey().labels();
            groups.add(new Inferred(names.get(i), told.isEmpty() ? shared(own) : told, own));
        }
        groups.sort(Comparator.comparing(Inferred::name));
        return groups;
    }

    private static Labels shared(List<Node> nodes) {
        var labels = nodes.getFirst().labels().without(Node.HOSTNAME).toMap();
        for (var node : nodes) {
            labels.entrySet()
                    .removeIf(label -> !node.labels().has(label.getKey(), label.getValue()));
        }
        return Labels.of(labels);
    }
}
