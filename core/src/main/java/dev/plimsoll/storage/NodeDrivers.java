package dev.plimsoll.storage;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The drivers of one node: a CSINode.
///
/// @param limits how many volumes each may attach; [#NO_LIMIT] where none is said
/// @param migrated the kinds of stores that drivers took over from Kubernetes itself
public record NodeDrivers(String node, SortedMap<String, Integer> limits, List<String> migrated) {

    public static final int NO_LIMIT = -1;

    public NodeDrivers {
        limits = new TreeMap<>(limits);
        migrated = List.copyOf(migrated);
    }

    public static NodeDrivers none(String node) {
        return new NodeDrivers(node, new TreeMap<>(), List.of());
    }
}
