package dev.plimsoll.simulator.fleet;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// One workload at one step.
///
/// @param weights by cluster
/// @param capacity replicas that a cluster can run; absent: all
public record Stage(
        int replicas, SortedMap<String, Integer> weights, SortedMap<String, Integer> capacity) {

    public Stage {
        weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
        capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
    }

    /// Clusters `member1`, `member2`, … with weights such as `2:1:1`, without limits.
    public static Stage of(int replicas, String weights) {
        var byName = new TreeMap<String, Integer>();
        for (var weight : weights.split(":", -1)) {
            byName.put("member" + (byName.size() + 1), Integer.parseInt(weight));
        }
        return new Stage(replicas, byName, new TreeMap<>());
    }

    /// The same stage with a limit on one cluster.
    public Stage full(String cluster, int most) {
        var less = new TreeMap<>(capacity);
        less.put(cluster, most);
        return new Stage(replicas, weights, less);
    }

    int most(String cluster) {
        return capacity.getOrDefault(cluster, Integer.MAX_VALUE);
    }
}
