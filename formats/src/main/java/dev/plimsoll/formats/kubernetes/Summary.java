package dev.plimsoll.formats.kubernetes;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was read.
///
/// @param objects how many, by the names of their kinds; those that are not used as well
/// @param warnings what was passed over, with its place
public record Summary(Map<String, Integer> objects, List<String> warnings) {

    public Summary {
        objects = new TreeMap<>(objects);
        warnings = List.copyOf(warnings);
    }

    /// How many objects of a kind were read.
    public int count(String kind) {
        return objects.getOrDefault(kind, 0);
    }
}
