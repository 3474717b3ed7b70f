package dev.plimsoll.storage;

import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Selector;

/// A CSIStorageCapacity: the size of volumes of a storage class that can be provisioned for some
/// nodes.
///
/// @param largest the size of the largest volume, in bytes, or [#NONE]
/// @param nodes the nodes that it applies to
public record Capacity(
        String namespace, String name, String volumeClass, long largest, Selector nodes) {

    /// No volume can be provisioned.
    public static final long NONE = -1;

    public ObjectName key() {
        return new ObjectName(namespace, name);
    }
}
