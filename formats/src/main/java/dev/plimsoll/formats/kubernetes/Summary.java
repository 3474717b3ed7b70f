package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.selection.ObjectName;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A summary of the objects that were read.
///
/// @param objects the number of objects by the names of their kinds
/// @param passedOver the same of the kinds that are not used
/// @param latest the latest time that a node or a pod shows: about the time of a dump
/// @param pools the limits of Karpenter's node pools, by name
/// @param messages what the scheduler says about pending pods that it could not place
/// @param warnings skipped files and values, each with its place
/// @param isComplete it has every object of the cluster, for certain
public record Summary(
        Map<String, Integer> objects,
        SortedMap<String, Integer> passedOver,
        Instant latest,
        SortedMap<String, Limits> pools,
        SortedMap<ObjectName, String> messages,
        List<String> warnings,
        boolean isComplete) {

    public Summary {
        objects = new TreeMap<>(objects);
        passedOver = Collections.unmodifiableSortedMap(new TreeMap<>(passedOver));
        warnings = List.copyOf(warnings);
    }

    /// How many objects of a kind were read.
    public int count(String kind) {
        return objects.getOrDefault(kind, 0);
    }
}
