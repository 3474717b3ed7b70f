package dev.plimsoll.storage;

import dev.plimsoll.selection.Labels;
import java.util.SortedMap;
import java.util.TreeMap;

/// The state of a cluster besides nodes and pods that rules look at.
///
/// @param namespaces their labels, by name
/// @param promised by node: the highest priority of the pending pods that it is nominated for
public record Surroundings(
        SortedMap<String, Labels> namespaces,
        SortedMap<String, Integer> promised,
        Storage storage) {

    private static final String NAME = "kubernetes.io/metadata.name";

    public Surroundings {
        namespaces = new TreeMap<>(namespaces);
        promised = new TreeMap<>(promised);
    }

    /// The node is nominated for a pending pod of this priority or a higher one.
    public boolean isPromised(String node, int priority) {
        var highest = promised.get(node);
        return highest != null && highest >= priority;
    }

    /// The labels of a namespace. Every namespace has its name as a label, even if nothing else is
    /// known of it.
    public Labels namespace(String name) {
        var labels = namespaces.get(name);
        return labels == null ? Labels.of(NAME, name) : labels;
    }
}
