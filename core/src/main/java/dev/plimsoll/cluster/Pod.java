package dev.plimsoll.cluster;

import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import java.time.Instant;

/// One pod as it is reported. A [Cluster] does not keep it: it counts pods by shape.
///
/// @param node the node it runs on; empty if it is pending
/// @param labels all of them
/// @param shape its shape, without labels
/// @param created when it was created; a [Cluster] shows it for pending pods and those of
///   `kube-system` only
/// @param ends when it should have ended, if it is terminating on a node; else [Instant#EPOCH]
public record Pod(
        String name, String node, Labels labels, Shape shape, Instant created, Instant ends) {

    /// A pod of which no end is known.
    public Pod(String name, String node, Labels labels, Shape shape, Instant created) {
        this(name, node, labels, shape, created, Instant.EPOCH);
    }

    /// A pod whose age is unknown.
    public Pod(String name, String node, Labels labels, Shape shape) {
        this(name, node, labels, shape, Instant.EPOCH);
    }

    public ObjectName key() {
        return new ObjectName(shape.namespace(), name);
    }

    /// The same pod on another node.
    public Pod on(String other) {
        return new Pod(name, other, labels, shape, created, ends);
    }
}
