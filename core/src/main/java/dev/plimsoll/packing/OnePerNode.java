package dev.plimsoll.packing;

import dev.plimsoll.packing.UnplacedPods.Party;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Pods of which a node can have only one. Each set of pods that cannot share a node forces as many
/// nodes as it has pods.
final class OnePerNode {

    private final List<List<Party>> groups;

    OnePerNode(List<Party> parties) {
        var byCause = new TreeMap<String, List<Party>>();
        for (var party : parties) {
            for (var cause : party.isLoner() ? party.causes() : List.<String>of()) {
                byCause.computeIfAbsent(cause, _ -> new ArrayList<>()).add(party);
            }
        }
        this.groups = List.copyOf(byCause.values());
    }

    /// The unplaced pods of the set that forces the most nodes; empty if there is none.
    List<Party> largest() {
        List<Party> largest = List.of();
        int most = 0;
        for (var group : groups) {
            group.removeIf(party -> party.count() == 0);
            int pods = pods(group);
            if (pods > most) {
                most = pods;
                largest = group;
            }
        }
        return largest;
    }

    static int pods(List<Party> group) {
        int pods = 0;
        for (var party : group) {
            pods += party.count();
        }
        return pods;
    }
}
