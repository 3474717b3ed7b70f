package dev.plimsoll.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The zones in which a provider that levels its zones adds the next nodes of a group.
///
/// The provider adds each node in a zone with the fewest nodes; which of several is not known. So
/// the zones with the fewest get one node each, in an unknown order, and then the zones that are
/// lowest after that. The last such round may be incomplete: its nodes are not settled.
///
/// @param settled how many of the new nodes are certain to be in each zone
/// @param unsettled the number of new nodes whose zone is not known
/// @param among the zones of which each gets at most one of these
public record ZoneOrder(SortedMap<String, Integer> settled, int unsettled, List<String> among) {

    /// @param nodes the nodes of the group in each of its zones
    /// @param more the number of new nodes
    public static ZoneOrder of(SortedMap<String, Integer> nodes, int more) {
        var level = new TreeMap<>(nodes);
        var settled = new TreeMap<String, Integer>();
        nodes.keySet().forEach(zone -> settled.put(zone, 0));
        int left = more;
        while (true) {
            int lowest = level.values().stream().mapToInt(Integer::intValue).min().orElse(0);
            var lowestZones = new ArrayList<String>();
            level.forEach((zone, count) -> {
                if (count == lowest) {
                    lowestZones.add(zone);
                }
            });
            if (left < lowestZones.size() || lowestZones.isEmpty()) {
                return new ZoneOrder(
                        settled, left, left == 0 ? List.of() : List.copyOf(lowestZones));
            }
            for (var zone : lowestZones) {
                level.merge(zone, 1, Integer::sum);
                settled.merge(zone, 1, Integer::sum);
            }
            left -= lowestZones.size();
        }
    }

    /// Whether each zone is certain to get at least this many.
    public boolean covers(SortedMap<String, Integer> wanted) {
        return wanted.entrySet().stream()
                .allMatch(each -> settled.getOrDefault(each.getKey(), 0) >= each.getValue());
    }
}
