package dev.plimsoll.scaling;

import dev.plimsoll.decision.GroupPast;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The memory of the scaling loop.
///
/// @param groups by name
public record Past(SortedMap<String, GroupPast> groups) {

    public static final Past NONE = new Past(new TreeMap<>());

    public Past {
        groups = Collections.unmodifiableSortedMap(new TreeMap<>(groups));
    }
}
