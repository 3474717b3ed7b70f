package dev.plimsoll.simulator.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Karmada from 1.8 to 1.15: floors of the quotas, and one odd replica each by weight, then running
/// replicas, then a coin. Room is ignored.
///
/// Karmada flips the coin inside the comparison of a sort, which for up to 12 clusters is an
/// insertion sort: the last of ten equal clusters comes first once in 512 times.
record Coin(String name, Kind kind) implements Contender {

    private static final int MOST_CLUSTERS = 12;

    /// The way ties are broken.
    enum Kind {
        /// By a new flip for each comparison.
        SHIPPED,
        /// By one number for each cluster.
        FAIR
    }

    private record Claim(String cluster, int weight, int running, long number) {}

    @Override
    public SortedMap<String, Integer> divide(
            String uid, Stage stage, SortedMap<String, Integer> running, long chance) {
        var random = new SplittableRandom(chance);
        var claims = new ArrayList<Claim>();
        var result = new TreeMap<String, Integer>();
        long sum = stage.weights().values().stream().mapToLong(Integer::longValue).sum();
        int left = stage.replicas();
        for (var entry : stage.weights().entrySet()) {
            int floor = (int) ((long) stage.replicas() * entry.getValue() / sum);
            left -= floor;
            result.put(entry.getKey(), floor);
            if (entry.getValue() > 0) {
                int here = running.getOrDefault(entry.getKey(), 0);
                claims.add(new Claim(entry.getKey(), entry.getValue(), here, random.nextLong()));
            }
        }
        sort(claims, random);
        claims.stream().limit(left).forEach(claim -> result.merge(claim.cluster, 1, Integer::sum));
        return result;
    }

    private void sort(List<Claim> claims, SplittableRandom random) {
        var order =
                Comparator.comparingInt(Claim::weight).thenComparingInt(Claim::running).reversed();
        switch (kind) {
            case FAIR -> claims.sort(order.thenComparingLong(Claim::number));
            case SHIPPED -> insertionSort(claims, order, random);
        }
    }

    private static void insertionSort(
            List<Claim> claims, Comparator<Claim> order, SplittableRandom random) {
        if (claims.size() > MOST_CLUSTERS) {
            throw new IllegalArgumentException(
                    "at most 12 clusters are sorted by insertion, got " + claims.size());
        }
        for (int i = 1; i < claims.size(); i++) {
            for (int j = i; j > 0; j--) {
                int compared = order.compare(claims.get(j), claims.get(j - 1));
                if (compared > 0 || (compared == 0 && random.nextBoolean())) {
                    break;
                }
                claims.set(j, claims.set(j - 1, claims.get(j)));
            }
        }
    }
}
