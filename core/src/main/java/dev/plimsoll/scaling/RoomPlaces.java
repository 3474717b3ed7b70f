package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.slack.Placeholder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// On which nodes placeholders have their places, one reason a group.
final class RoomPlaces {

    /// The number of nodes that a reason names.
    private static final int FEW = 3;

    private final Map<String, String> groupOf = new LinkedHashMap<>();

    RoomPlaces(List<NodeGroup> groups) {
        for (var group : groups) {
            group.members().forEach(member -> groupOf.put(member.node(), group.name()));
        }
    }

    List<Reason> reasons(List<Placeholder> placeholders) {
        var byGroup = new TreeMap<String, SortedMap<String, Integer>>();
        for (var one : placeholders) {
            if (one.isHeld()) {
                var group = groupOf.getOrDefault(one.node(), "");
                byGroup.computeIfAbsent(group, _ -> new TreeMap<>())
                        .merge(one.node(), 1, Integer::sum);
            }
        }
        var reasons = new ArrayList<Reason>();
        byGroup.forEach((group, nodes) -> reasons.add(reason(group, nodes)));
        return reasons;
    }

    private static Reason reason(String group, SortedMap<String, Integer> nodes) {
        return because(
                Rules.ROOM_PLACES,
                group,
                fact("placeholders", nodes.values().stream().mapToInt(Integer::intValue).sum()),
                fact("nodes", few(nodes)),
                fact("more", Math.max(0, nodes.size() - FEW)));
    }

    /// `a × 2, b`.
    private static String few(SortedMap<String, Integer> nodes) {
        return nodes.entrySet().stream()
                .limit(FEW)
                .map(one -> one.getKey() + (one.getValue() == 1 ? "" : " × " + one.getValue()))
                .collect(Collectors.joining(", "));
    }
}
