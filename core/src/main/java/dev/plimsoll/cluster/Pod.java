package dev.plimsoll.cluster;

import dev.plimsoll.selection.Labels;

/// One pod as it is reported. A [Cluster] does not keep it: it counts its shape.
///
/// @param node where it runs; empty while it waits
/// @param labels all of them
/// @param shape its shape, without labels
public record Pod(String name, String node, Labels labels, Shape shape) {

    /// Its name among all pods.
    public String key() {
        return shape.namespace() + "/" + name;
    }
}
