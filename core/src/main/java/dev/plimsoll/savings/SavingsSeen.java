package dev.plimsoll.savings;

import dev.plimsoll.cluster.Shape;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The input of savings beside the plan.
///
/// @param types the instance types that nodes of a group could have, by group
/// @param onSpot by shape, the number of pods whose owner has a pod on a spot node
public record SavingsSeen(
        SortedMap<String, List<InstanceType>> types, SortedMap<Shape, Integer> onSpot) {

    public static final SavingsSeen NOTHING = new SavingsSeen(new TreeMap<>(), new TreeMap<>());

    public SavingsSeen {
        types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
        onSpot = Collections.unmodifiableSortedMap(new TreeMap<>(onSpot));
    }

    List<InstanceType> types(String group) {
        return types.getOrDefault(group, List.of());
    }
}
