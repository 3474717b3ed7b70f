package dev.plimsoll.fit;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The free amount of each resource on each node, one array per resource. It is negative where pods
/// request more than the node has; a resource without a limit stays unlimited.
final class FreeResources {

    private final PodsOnNodes pods;
    private final Map<String, Integer> indices = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<long[]> free = new ArrayList<>();

    FreeResources(PodsOnNodes pods) {
        this.pods = pods;
    }

    /// @param others as many nodes; those that differ are to be read
    FreeResources copy(PodsOnNodes others) {
        var copy = new FreeResources(others);
        copy.indices.putAll(indices);
        copy.names.addAll(names);
        free.forEach(column -> copy.free.add(column.clone()));
        return copy;
    }

    /// Reads a node that was added, or is another one than before.
    void read(int node) {
        var whole = pods.node(node).allocatable();
        for (int i = 0; i < whole.size(); i++) {
            index(whole.name(i));
        }
        for (int index = 0; index < names.size(); index++) {
            free.set(index, grown(free.get(index), node));
            fill(names.get(index), free.get(index), node);
        }
    }

    /// The column of a resource; it is created at the first call.
    int index(String resource) {
        var known = indices.get(resource);
        if (known != null) {
            return known;
        }
        var column = new long[Math.max(16, pods.nodeCount())];
        for (int node = 0; node < pods.nodeCount(); node++) {
            fill(resource, column, node);
        }
        indices.put(resource, free.size());
        names.add(resource);
        free.add(column);
        return free.size() - 1;
    }

    long free(int column, int node) {
        return free.get(column)[node];
    }

    /// The first node from `begin` on with at least this amount free; `end` if there is none
    /// before.
    ///
    /// Hot: a step looks at one number.
    int firstWith(int column, long amount, int begin, int end) {
        var amounts = free.get(column);
        int node = begin;
        while (node < end && amounts[node] < amount) {
            node++;
        }
        return node;
    }

    void change(int column, int node, long by) {
        var amounts = free.get(column);
        if (amounts[node] != Resources.UNLIMITED) {
            amounts[node] = Math.addExact(amounts[node], by);
        }
    }

    /// The free resources of the node, without those that have no limit.
    Resources free(int node) {
        var left = new TreeMap<String, Long>();
        for (var resource : pods.node(node).allocatable().names()) {
            left.put(resource, Math.max(0, free(index(resource), node)));
        }
        return Resources.of(left);
    }

    /// The most that is free of each resource on any of the nodes, by column.
    ///
    /// @param count how many of the nodes count
    long[] most(int[] nodes, int count) {
        var most = new long[free.size()];
        Arrays.fill(most, Long.MIN_VALUE);
        for (int column = 0; column < most.length; column++) {
            var amounts = free.get(column);
            for (int i = 0; i < count; i++) {
                most[column] = Math.max(most[column], amounts[nodes[i]]);
            }
        }
        return most;
    }

    /// The dominant share of the node that is free. Resources without a limit do not count.
    long share(int node) {
        var whole = pods.node(node).allocatable();
        long most = 0;
        for (int column = 0; column < names.size(); column++) {
            long left = free.get(column)[node];
            var name = names.get(column);
            if (left > 0 && left != Resources.UNLIMITED && Share.drives(name)) {
                most = Math.max(most, Share.of(left, whole.offered(name)));
            }
        }
        return most;
    }

    private void fill(String resource, long[] column, int node) {
        column[node] = pods.node(node).allocatable().offered(resource);
        if (column[node] != Resources.UNLIMITED) {
            column[node] = Math.subtractExact(column[node], pods.asked(resource, node));
        }
    }

    private static long[] grown(long[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, 2 * (index + 1));
    }
}
