package dev.plimsoll.fit;

import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Shape;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The host ports that are in use on each node.
final class HostPorts {

    private final Map<Integer, Map<HostPort, Integer>> taken = new LinkedHashMap<>();

    /// A port of the shape that is in use on the node.
    Optional<HostPort> conflict(Shape shape, int node) {
        if (shape.ports().isEmpty()) {
            return Optional.empty();
        }
        var there = taken.getOrDefault(node, new LinkedHashMap<>()).keySet();
        return shape.ports().stream()
                .filter(port -> there.stream().anyMatch(port::conflictsWith))
                .findFirst();
    }

    void change(Shape shape, int node, int by) {
        for (var port : shape.ports()) {
            taken.computeIfAbsent(node, _ -> new LinkedHashMap<>())
                    .merge(port, by, HostPorts::countOrNone);
        }
    }

    private static @org.jspecify.annotations.Nullable Integer countOrNone(int count, int by) {
        return count + by == 0 ? null : count + by;
    }
}
