package dev.plimsoll.storage;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A CSINode: the CSI drivers of one node.
///
/// @param limits how many volumes each driver can attach; [#NO_LIMIT] if it reports no limit
/// @param migrated the in-tree volume plugins that are migrated to CSI drivers
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
