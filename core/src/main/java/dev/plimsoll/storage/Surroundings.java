package dev.plimsoll.storage;

import dev.plimsoll.selection.Labels;
import java.util.SortedMap;
import java.util.TreeMap;

/// What stands around nodes and pods and has a say in where pods may run.
///
/// @param namespaces their labels, by name
/// @param promised by node: the highest priority of the pods that wait for room made for them there
public record Surroundings(
        SortedMap<String, Labels> namespaces,
        SortedMap<String, Integer> promised,
        Storage storage) {

    private static final String NAME = "kubernetes.io/metadata.name";

    public Surroundings {
        namespaces = new TreeMap<>(namespaces);
        promised = new TreeMap<>(promised);
    }

    /// Room on the node is promised to a pod that a pod of the priority does not come before.
    public boolean isPromised(String node, int priority) {
        var highest = promised.get(node);
        return highest != null && highest >= priority;
    }

    /// The labels of a namespace. Every one carries its name, also if nothing else is known of it.
    public Labels namespace(String name) {
        var labels = namespaces.get(name);
        return labels == null ? Labels.of(NAME, name) : labels;
    }
}
