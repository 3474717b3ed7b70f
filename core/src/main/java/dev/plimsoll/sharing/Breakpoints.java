package dev.plimsoll.sharing;

import java.util.Arrays;

/// The values of λ at which a cluster leaves its minimum and reaches its maximum, as indices: twice
/// the cluster's, and one more.
final class Breakpoints {

    private final long[] weights;
    private final int[] least;
    private final int[] most;

    Breakpoints(long[] weights, int[] least, int[] most) {
        this.weights = weights;
        this.least = least;
        this.most = most;
    }

    int cluster(int turn) {
        return turn / 2;
    }

    boolean starts(int turn) {
        return turn % 2 == 0;
    }

    int bound(int turn) {
        return starts(turn) ? least[cluster(turn)] : most[cluster(turn)];
    }

    int[] sorted() {
        var turns = new Integer[2 * weights.length];
        int count = 0;
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0) {
                turns[count++] = 2 * i;
                turns[count++] = 2 * i + 1;
            }
        }
        Arrays.sort(turns, 0, count, this::compare);
        return Arrays.stream(turns, 0, count).mapToInt(Integer::intValue).toArray();
    }

    /// By bound ÷ weight. A cluster leaves its minimum before it reaches its maximum.
    private int compare(int one, int other) {
        long mine = weights[cluster(one)];
        long its = weights[cluster(other)];
        int high =
                Long.compare(
                        Math.multiplyHigh(bound(one), its), Math.multiplyHigh(bound(other), mine));
        if (high != 0) {
            return high;
        }
        int low = Long.compareUnsigned(bound(one) * its, bound(other) * mine);
        return low != 0 ? low : Integer.compare(one, other);
    }
}
