package dev.plimsoll.sharing;

import dev.plimsoll.collection.Hash;
import java.util.PriorityQueue;

/// Karmada's division by static weight since 1.16: one replica after the other to the highest
/// weight ÷ (2 · replicas + 1), computed in `double` as Karmada does. Ties go to the cluster with
/// fewer replicas, then by name: ascending for an even hash of the uid or no uid, else descending.
///
/// The queue is entered where all shares are certain, so its length does not grow with the
/// replicas. Beyond 2^30 replicas on one cluster Karmada's 2 · replicas + 1 overflows; this one
/// does not.
final class Webster {

    private final SharingFacts facts;
    private final boolean descending;

    /// A cluster's claim to the next replica.
    ///
    /// @param has replicas that it has already
    private record Claim(int cluster, int has, double value) {}

    Webster(SharingFacts facts) {
        this.facts = facts;
        var uid = facts.seen.workload().uid();
        descending = !uid.isEmpty() && Hash.isOdd(uid);
    }

    int[] replicas() {
        var replicas = certain();
        long left = facts.total;
        var claims = new PriorityQueue<>(Math.max(1, replicas.length), this::compare);
        for (int i = 0; i < replicas.length; i++) {
            left -= replicas[i] - initial(i);
            if (facts.weights[i] > 0) {
                claims.add(claim(i, replicas[i]));
            }
        }
        for (; left > 0; left--) {
            var best = claims.remove();
            replicas[best.cluster] = Math.addExact(best.has, 1);
            claims.add(claim(best.cluster, replicas[best.cluster]));
        }
        return replicas;
    }

    private int initial(int cluster) {
        return facts.seen.initial().getOrDefault(facts.names[cluster], 0);
    }

    /// Replicas that every cluster gets, whatever the ties: its quota of a smaller total, rounded
    /// down. The smaller total has one replica less for each cluster, so its quotas, each rounded
    /// to the nearest whole number, add up to no more than the total. These rounded quotas are a
    /// result of Webster's method, in which no cluster gets fewer replicas when the total grows.
    private int[] certain() {
        var certain = new int[facts.size()];
        long sum = 0;
        for (int i = 0; i < certain.length; i++) {
            certain[i] = initial(i);
            sum += facts.weights[i] > 0 ? certain[i] : 0;
        }
        long sure = facts.total + sum - facts.size();
        if (sure <= sum || sure > Integer.MAX_VALUE) {
            return certain;
        }
        var least = new int[certain.length];
        var most = new int[certain.length];
        for (int i = 0; i < certain.length; i++) {
            least[i] = facts.weights[i] > 0 ? certain[i] : 0;
            most[i] = facts.weights[i] > 0 ? (int) sure : 0;
        }
        var quotas = Quotas.bounded(facts.weights, least, most, (int) sure);
        for (int i = 0; i < certain.length; i++) {
            certain[i] = Math.max(certain[i], quotas.floor(i));
        }
        return certain;
    }

    private Claim claim(int cluster, int has) {
        return new Claim(cluster, has, (double) facts.weights[cluster] / (2.0 * has + 1));
    }

    private int compare(Claim one, Claim other) {
        int byValue = Double.compare(other.value, one.value);
        if (byValue != 0) {
            return byValue;
        }
        int byFewer = Integer.compare(one.has, other.has);
        if (byFewer != 0) {
            return byFewer;
        }
        int byName = Integer.compare(one.cluster, other.cluster);
        return descending ? -byName : byName;
    }
}
