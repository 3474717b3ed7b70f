package dev.plimsoll.cluster;

import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The groups of every node, and the nodes of every group.
///
/// Groups are found by one of their labels: the pair of key and value that the fewest groups have.
/// A node is looked up by its own labels, so the cost does not grow with the number of groups. An
/// index for the next cluster takes over the groups of every node whose labels did not change.
///
/// **Invariant:** it equals an index that compares all groups with all nodes: `InventoryTest`.
final class GroupIndex {

    private record Pair(String key, String value) {}

    private final List<Node> nodes;
    private final SharedMap<String, Group> groups;

    /// Groups by their rarest label.
    private final Map<Pair, List<Group>> byLabel;

    /// Groups without labels, which own every node.
    private final List<String> ofAll;

    /// The groups of each node, in the order of the nodes.
    private final List<List<String>> groupsOf;

    /// The positions of each group's nodes, by its name.
    private final Map<String, int[]> positions;

    private GroupIndex(
            List<Node> nodes,
            SharedMap<String, Group> groups,
            Map<Pair, List<Group>> byLabel,
            List<String> ofAll,
            @Nullable GroupIndex before) {
        this.nodes = nodes;
        this.groups = groups;
        this.byLabel = byLabel;
        this.ofAll = ofAll;
        this.groupsOf = groupsOfAll(before);
        this.positions = positions();
    }

    /// The index of other nodes and groups with the same labels.
    private GroupIndex(List<Node> nodes, SharedMap<String, Group> groups, GroupIndex same) {
        this.nodes = nodes;
        this.groups = groups;
        this.byLabel = same.byLabel;
        this.ofAll = same.ofAll;
        this.groupsOf = same.groupsOf;
        this.positions = same.positions;
    }

    static GroupIndex of(List<Node> nodes, SharedMap<String, Group> groups) {
        var byLabel = new LinkedHashMap<Pair, List<Group>>();
        var ofAll = new ArrayList<String>();
        var counts = new LinkedHashMap<Pair, Integer>();
        groups.forEach((_, group) ->
                pairs(group.labels()).forEach(pair -> counts.merge(pair, 1, Integer::sum)));
        groups.forEach((name, group) -> {
            Pair rarest = null;
            for (var pair : pairs(group.labels())) {
                if (rarest == null || count(counts, pair) < count(counts, rarest)) {
                    rarest = pair;
                }
            }
            if (rarest == null) {
                ofAll.add(name);
            } else {
                byLabel.computeIfAbsent(rarest, _ -> new ArrayList<>()).add(group);
            }
        });
        return new GroupIndex(nodes, groups, byLabel, ofAll, null);
    }

    private static int count(Map<Pair, Integer> counts, Pair pair) {
        return counts.getOrDefault(pair, 0);
    }

    private static List<Pair> pairs(Labels labels) {
        var pairs = new ArrayList<Pair>();
        labels.forEach((key, value) -> pairs.add(new Pair(key, value)));
        return pairs;
    }

    @SuppressWarnings("ReferenceEquality") // Unchanged parts are shared.
    boolean isOf(List<Node> others, SharedMap<String, Group> otherGroups) {
        return nodes == others && groups == otherGroups;
    }

    /// The index of the next cluster.
    GroupIndex after(List<Node> others, SharedMap<String, Group> otherGroups) {
        if (!haveEqualLabels(otherGroups)) {
            return of(others, otherGroups);
        }
        return isSameList(others)
                ? new GroupIndex(others, otherGroups, this)
                : new GroupIndex(others, otherGroups, byLabel, ofAll, this);
    }

    /// Whether these are the same nodes, with the same labels.
    private boolean isSameList(List<Node> others) {
        if (others.size() != nodes.size()) {
            return false;
        }
        for (int position = 0; position < others.size(); position++) {
            if (!isLike(position, others.get(position))) {
                return false;
            }
        }
        return true;
    }

    private boolean haveEqualLabels(SharedMap<String, Group> others) {
        var changed = new ArrayList<String>();
        others.changes(
                groups,
                new SharedMap.Changes<>() {
                    @Override
                    public void put(String name, Group group) {
                        var old = groups.get(name);
                        if (old == null || !old.labels().equals(group.labels())) {
                            changed.add(name);
                        }
                    }

                    @Override
                    public void removed(String name) {
                        changed.add(name);
                    }
                });
        return changed.isEmpty();
    }

    List<String> groupsOf(Node node) {
        if (!node.machine().group().isEmpty()) {
            return List.of(node.machine().group());
        }
        var own = new ArrayList<>(ofAll);
        node.labels()
                .forEach((key, value) -> {
                    for (var group : byLabel.getOrDefault(new Pair(key, value), List.of())) {
                        if (node.labels().hasAll(group.labels())) {
                            own.add(group.name());
                        }
                    }
                });
        own.sort(null);
        return List.copyOf(own);
    }

    /// The number of nodes of a group.
    int count(String group) {
        var at = positions.get(group);
        return at == null ? 0 : at.length;
    }

    List<Node> nodesOf(String group, List<Node> current) {
        var at = positions.get(group);
        if (at == null) {
            return List.of();
        }
        var own = new ArrayList<Node>(at.length);
        for (int position : at) {
            own.add(current.get(position));
        }
        return List.copyOf(own);
    }

    private List<List<String>> groupsOfAll(@Nullable GroupIndex before) {
        var all = new ArrayList<List<String>>(nodes.size());
        int old = 0;
        for (var node : nodes) {
            int known = -1;
            if (before != null) {
                while (old < before.nodes.size()
                        && before.nodes.get(old).name().compareTo(node.name()) < 0) {
                    old++;
                }
                known = old < before.nodes.size() && before.isLike(old, node) ? old : -1;
            }
            all.add(before != null && known >= 0 ? before.groupsOf.get(known) : groupsOf(node));
        }
        return all;
    }

    /// Whether the node at that position is this one, or an earlier state of it with its labels.
    @SuppressWarnings("ReferenceEquality") // A short cut: most nodes are shared.
    private boolean isLike(int position, Node node) {
        var old = nodes.get(position);
        return old == node
                || (old.name().equals(node.name())
                        && old.labels().equals(node.labels())
                        && old.machine().group().equals(node.machine().group()));
    }

    private Map<String, int[]> positions() {
        var lists = new LinkedHashMap<String, List<Integer>>();
        for (int position = 0; position < groupsOf.size(); position++) {
            for (var group : groupsOf.get(position)) {
                lists.computeIfAbsent(group, _ -> new ArrayList<>()).add(position);
            }
        }
        var arrays = new LinkedHashMap<String, int[]>();
        lists.forEach((group, list) ->
                arrays.put(group, list.stream().mapToInt(Integer::intValue).toArray()));
        return arrays;
    }
}
