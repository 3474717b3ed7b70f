package dev.plimsoll.cluster;

import dev.plimsoll.selection.Labels;

/// One pod as it is reported. A [Cluster] does not keep it: it counts pods by shape.
///
/// @param node the node it runs on; empty if it is pending
/// @param labels all of them
/// @param shape its shape, without labels
public record Pod(String name, String node, Labels labels, Shape shape) {

    /// Namespace and name.
    public String key() {
        return shape.namespace() + "/" + name;
    }
}
