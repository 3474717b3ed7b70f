package dev.plimsoll.formats.kubernetes;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A summary of the objects that were read.
///
/// @param objects the number of objects by the names of their kinds, with unused kinds
/// @param latest the latest time that a node or a pod shows: about the time of a dump
/// @param warnings skipped files and values, each with its place
public record Summary(Map<String, Integer> objects, Instant latest, List<String> warnings) {

    public Summary {
        objects = new TreeMap<>(objects);
        warnings = List.copyOf(warnings);
    }

    /// How many objects of a kind were read.
    public int count(String kind) {
        return objects.getOrDefault(kind, 0);
    }
}
