package dev.plimsoll.fit;

import dev.plimsoll.quantity.Resources;
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
    private final List<long[]> free = new ArrayList<>();

    FreeResources(PodsOnNodes pods) {
        this.pods = pods;
    }

    void add(int node) {
        pods.node(node).allocatable().names().forEach(this::index);
        for (var column : indices.entrySet()) {
            int index = column.getValue();
            free.set(index, grown(free.get(index), node));
            fill(column.getKey(), free.get(index), node);
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

    private void fill(String resource, long[] column, int node) {
        column[node] = pods.node(node).allocatable().offered(resource);
        if (column[node] != Resources.UNLIMITED) {
            boolean isSlots = resource.equals(Resources.PODS);
            pods.forEach(
                    node,
                    (shape, count) -> {
                        long each = isSlots ? 1 : shape.requests().asked(resource);
                        column[node] =
                                Math.subtractExact(column[node], Math.multiplyExact(each, count));
                    });
        }
    }

    private static long[] grown(long[] column, int index) {
        return index < column.length ? column : Arrays.copyOf(column, 2 * (index + 1));
    }
}
