package dev.plimsoll.sharing;

import dev.plimsoll.collection.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A question in columns: weights, running replicas and bounds of the clusters, by index in order
/// of their names.
final class SharingFacts {

    final Seen seen;
    final Policy policy;
    final Hash hash;

    final String[] names;
    final long[] weights;
    final int[] running;
    final int[] least;
    final int[] most;

    /// Replicas with room.
    final int total;

    /// Whether no weight is above zero, so that all count as one.
    final boolean weighsNothing;

    /// Running replicas on clusters that are not candidates.
    final Map<String, Integer> left = new LinkedHashMap<>();

    /// Clusters in an order that differs by workload and does not depend on names.
    private int[] shuffled = new int[0];

    SharingFacts(Seen seen, Policy policy) {
        this.seen = seen;
        this.policy = policy;
        hash = new Hash(seen.workload().uid(), seen.workload().epoch());
        var members = seen.members();
        names = members.stream().map(Member::name).toArray(String[]::new);
        weights = seen.weightings().isEmpty() ? own(members) : byRules(seen);
        weighsNothing = Arrays.stream(weights).allMatch(weight -> weight == 0);
        if (weighsNothing) {
            Arrays.fill(weights, 1);
        }
        running = new int[names.length];
        least = new int[names.length];
        most = new int[names.length];
        run();
        total = policy.looksAtBounds() ? bound() : dealt();
    }

    int size() {
        return names.length;
    }

    /// The replicas that are wanted.
    int wanted() {
        return seen.workload().replicas();
    }

    /// Whether running replicas are kept in place.
    boolean keeps() {
        return policy.mode() == Policy.Mode.STICKY
                && seen.previous().strategy() == Seen.Strategy.STATIC;
    }

    boolean ranBefore() {
        return !seen.previous().replicas().isEmpty();
    }

    /// Both lists are in order of names.
    private void run() {
        int at = 0;
        for (var entry : seen.previous().replicas().entrySet()) {
            while (at < names.length && names[at].compareTo(entry.getKey()) < 0) {
                at++;
            }
            if (at < names.length && names[at].equals(entry.getKey())) {
                running[at] = entry.getValue();
            } else {
                left.put(entry.getKey(), entry.getValue());
            }
        }
        if (policy.mode() == Policy.Mode.WEBSTER) {
            seen.initial().keySet().forEach(this::leave);
        }
    }

    private void leave(String cluster) {
        if (Arrays.binarySearch(names, cluster) < 0) {
            left.putIfAbsent(cluster, 0);
        }
    }

    /// All replicas, or none if there is no cluster.
    private int dealt() {
        return names.length == 0 ? 0 : wanted();
    }

    private int bound() {
        long room = 0;
        long asked = 0;
        for (int i = 0; i < names.length; i++) {
            var member = seen.members().get(i);
            int fits = member.room().most(running[i], wanted());
            least[i] = Math.min(member.least(), fits);
            most[i] = weights[i] > 0 ? fits : least[i];
            room += most[i];
            asked += least[i];
        }
        int bounded = (int) Math.min(wanted(), room);
        if (asked > bounded) {
            giveWay(asked - bounded);
        }
        return bounded;
    }

    /// Lowers minimums from the lightest cluster up. Equal weights go by the workload's own order,
    /// so that workloads differ in whose minimum is lowered.
    private void giveWay(long excess) {
        var lightest = Arrays.stream(shuffled()).boxed().sorted(this::byWeight).toList();
        for (int i : lightest) {
            int gives = (int) Math.min(excess, least[i]);
            least[i] -= gives;
            most[i] = weights[i] > 0 ? most[i] : least[i];
            excess -= gives;
        }
    }

    private int byWeight(int one, int other) {
        return Long.compare(weights[one], weights[other]);
    }

    int[] shuffled() {
        if (shuffled.length != names.length) {
            shuffled = shuffle();
        }
        return shuffled;
    }

    private int[] shuffle() {
        var hashes = new long[names.length];
        var order = new Integer[names.length];
        for (int i = 0; i < names.length; i++) {
            hashes[i] = hash.of(names[i]);
            order[i] = i;
        }
        Arrays.sort(order, (one, other) -> Long.compare(hashes[one], hashes[other]));
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }

    private static long[] own(List<Member> members) {
        return members.stream().mapToLong(SharingFacts::own).toArray();
    }

    private static long own(Member member) {
        return switch (member.weight()) {
            case Weight.None _ -> 0;
            case Weight.Of(long value) -> value;
        };
    }

    /// The largest weight of the matching rules. Rules that name clusters are looked up by name.
    private static long[] byRules(Seen seen) {
        var everywhere = new ArrayList<Weighting>();
        var named = new LinkedHashMap<String, List<Weighting>>();
        for (var rule : seen.weightings()) {
            if (rule.names().isEmpty()) {
                everywhere.add(rule);
            }
            for (var name : rule.names()) {
                named.computeIfAbsent(name, _ -> new ArrayList<>()).add(rule);
            }
        }
        return seen.members().stream()
                .mapToLong(member ->
                        Math.max(
                                largest(everywhere, member),
                                largest(named.getOrDefault(member.name(), List.of()), member)))
                .toArray();
    }

    private static long largest(List<Weighting> rules, Member member) {
        long largest = 0;
        for (var rule : rules) {
            if (rule.weight() > largest && rule.matches(member)) {
                largest = rule.weight();
            }
        }
        return largest;
    }
}
