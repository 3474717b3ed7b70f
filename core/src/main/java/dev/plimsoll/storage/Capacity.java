package dev.plimsoll.storage;

import dev.plimsoll.selection.Selector;

/// How large a volume of a class can be made for some nodes: a CSIStorageCapacity.
///
/// @param largest the size of the largest volume, in bytes, or [#NONE]
/// @param nodes those that it speaks of
public record Capacity(
        String namespace, String name, String volumeClass, long largest, Selector nodes) {

    /// No volume at all can be made.
    public static final long NONE = -1;
}
