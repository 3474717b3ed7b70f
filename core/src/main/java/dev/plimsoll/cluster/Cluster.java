package dev.plimsoll.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The observed state of a cluster at one moment: nodes with their pods by shape, pending pods,
/// groups and disruption budgets.
///
/// Two clusters share every node that did not change between them, so changes are found by
/// comparing references; equality is by value.
///
/// **Invariant:** parts are in canonical order (nodes, groups and budgets by name, pods by shape),
/// so clusters with equal objects are equal in whatever order these were reported: `InventoryTest`.
public final class Cluster {

    public static final Cluster EMPTY = new Cluster(List.of(), List.of(), List.of(), List.of());

    private final List<Node> nodes;
    private final List<Pods> pending;
    private final List<Group> groups;
    private final List<Budget> budgets;
    private final Map<String, List<Node>> nodesByGroup;

    public Cluster(List<Node> nodes, List<Pods> pending, List<Group> groups, List<Budget> budgets) {
        this.nodes = nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
        this.pending = pending.stream().sorted(Comparator.comparing(Pods::shape)).toList();
        this.groups = groups.stream().sorted(Comparator.comparing(Group::name)).toList();
        this.budgets =
                budgets.stream()
                        .sorted(Comparator.comparing(Budget::namespace).thenComparing(Budget::name))
                        .toList();
        this.nodesByGroup = index(this.groups, this.nodes);
    }

    public List<Node> nodes() {
        return nodes;
    }

    public List<Pods> pending() {
        return pending;
    }

    public List<Group> groups() {
        return groups;
    }

    public List<Budget> budgets() {
        return budgets;
    }

    public Group group(String name) {
        return groups.stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no group " + name));
    }

    /// The nodes with the group's labels, by name.
    public List<Node> nodesOf(String group) {
        return nodesByGroup.getOrDefault(group, List.of());
    }

    private static Map<String, List<Node>> index(List<Group> groups, List<Node> nodes) {
        var index = new LinkedHashMap<String, List<Node>>();
        for (var group : groups) {
            var own = new ArrayList<Node>();
            for (var node : nodes) {
                if (node.labels().hasAll(group.labels())) {
                    own.add(node);
                }
            }
            index.put(group.name(), List.copyOf(own));
        }
        return index;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Cluster that
                        && nodes.equals(that.nodes)
                        && pending.equals(that.pending)
                        && groups.equals(that.groups)
                        && budgets.equals(that.budgets));
    }

    @Override
    public int hashCode() {
        return nodes.hashCode();
    }

    @Override
    public String toString() {
        return nodes.size()
                + " nodes, "
                + groups.size()
                + " groups, "
                + pending.size()
                + " pending shapes";
    }
}
