package dev.plimsoll.sharing;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// One workload and the clusters that may run it.
///
/// @param members in order of their names, each name once
/// @param weightings weight rules; if there are any, the members' own weights are ignored
/// @param initial replicas given before, for mode `webster`; the workload's replicas come on top
public record Seen(
        Workload workload,
        List<Member> members,
        List<Weighting> weightings,
        Previous previous,
        SortedMap<String, Integer> initial) {

    /// A workload and the replicas it wants.
    ///
    /// @param uid its identity; may be empty
    /// @param epoch a number that changes the draw
    public record Workload(String uid, long epoch, int replicas) {

        public Workload {
            if (replicas < 0) {
                throw new IllegalArgumentException("replicas are zero or more, got " + replicas);
            }
        }
    }

    /// The strategy of the previous division.
    public enum Strategy {
        STATIC,
        DUPLICATED,
        DYNAMIC,
        AGGREGATED
    }

    /// The running replicas by cluster.
    public record Previous(SortedMap<String, Integer> replicas, Strategy strategy) {

        public static final Previous NONE = new Previous(new TreeMap<>(), Strategy.STATIC);

        public Previous {
            replicas = counts(replicas);
        }
    }

    public Seen {
        members = members.stream().sorted(Comparator.comparing(Member::name)).toList();
        for (int i = 1; i < members.size(); i++) {
            if (members.get(i).name().equals(members.get(i - 1).name())) {
                throw new IllegalArgumentException("two clusters are " + members.get(i).name());
            }
        }
        weightings = List.copyOf(weightings);
        initial = counts(initial);
    }

    /// A question without weight rules and replicas given before.
    public static Seen of(Workload workload, List<Member> members, Previous previous) {
        return new Seen(workload, members, List.of(), previous, new TreeMap<>());
    }

    private static SortedMap<String, Integer> counts(SortedMap<String, Integer> counts) {
        counts.forEach(Seen::check);
        return Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }

    private static void check(String cluster, int replicas) {
        if (replicas < 0) {
            throw new IllegalArgumentException(
                    "replicas are zero or more, got " + replicas + " on " + cluster);
        }
    }
}
