package dev.plimsoll.packing;

import dev.plimsoll.packing.Sizes.Size;
import dev.plimsoll.quantity.Resources;
import java.util.Arrays;
import java.util.List;

/// Fills one node pod by pod, each time with the size that best matches the free resources: the one
/// that leaves the shortest vector of free shares.
///
/// Hot: every step looks at every size. Free resources only shrink, and so does every match: a size
/// that matched less well before is not evaluated again.
///
/// **Invariant:** it places the same pods as evaluating every size at every step: `FillingTest`.
final class Filling {

    /// Places pods of a size.
    interface Taker {

        /// @param few the number to place without another evaluation; at least one
        /// @return how many were placed; zero if no pod of the size is allowed
        int take(int size, int few);
    }

    private static final int NONE = -1;

    /// A small part of the pods of a size that fit on a large node.
    private static final int PART = 16;

    /// Requests of all sizes, one after the other; each by resource.
    private final long[] asks;

    private final long[] free;
    private final double[] weights;

    /// The sizes that still fit, and their number.
    private final int[] sizes;

    private int candidates;

    /// By size, its match at the last evaluation.
    private final double[] matches;

    /// The size that matched best; it often does so again.
    private int last;

    /// How much each resource counts.
    private final double[] tilt;

    Filling(List<Size> all, double[] tilt) {
        int resources = tilt.length;
        this.tilt = tilt;
        this.asks = all.stream().flatMapToLong(size -> Arrays.stream(size.asks())).toArray();
        this.free = new long[resources];
        this.weights = new double[resources];
        this.sizes = new int[all.size()];
        this.matches = new double[all.size()];
    }

    /// All resources count the same.
    static double[] even(int resources) {
        var tilt = new double[resources];
        Arrays.fill(tilt, 1);
        return tilt;
    }

    /// Starts a node with these free resources.
    void begin(long[] room) {
        for (int i = 0; i < room.length; i++) {
            free[i] = room[i];
            boolean counts = room[i] > 0 && room[i] != Resources.UNLIMITED;
            weights[i] = counts ? tilt[i] / ((double) room[i] * room[i]) : 0;
        }
    }

    /// Places pods until no more fit or are allowed.
    ///
    /// @param waiting the number of pods of each size
    void fill(int[] waiting, Taker taker) {
        look(waiting);
        for (int size = best(); size != NONE; size = best()) {
            step(size, taker);
        }
    }

    /// Places a pod of one size, if one is allowed.
    void one(int[] waiting, Taker taker) {
        look(waiting);
        for (int size = best(); size != NONE; size = best()) {
            if (step(size, taker)) {
                return;
            }
        }
    }

    private void look(int[] waiting) {
        candidates = 0;
        last = NONE;
        for (int size = 0; size < waiting.length; size++) {
            if (waiting[size] > 0) {
                sizes[candidates++] = size;
                matches[size] = Double.POSITIVE_INFINITY;
            }
        }
    }

    private boolean step(int size, Taker taker) {
        int taken = taker.take(size, few(size));
        if (taken == 0) {
            drop(size);
            return false;
        }
        for (int i = 0; i < free.length; i++) {
            if (free[i] != Resources.UNLIMITED) {
                free[i] -= asks[size * free.length + i] * taken;
            }
        }
        return true;
    }

    /// How many pods to place before the next evaluation: a part of those that fit. It is mostly
    /// one, which is found without a division.
    private int few(int size) {
        long fit = Integer.MAX_VALUE;
        for (int i = 0; i < free.length; i++) {
            long one = asks[size * free.length + i];
            if (free[i] / (2 * PART) < one) {
                return 1;
            }
            fit = one > 0 ? Math.min(fit, free[i] / one) : fit;
        }
        return (int) (fit / PART);
    }

    private void drop(int size) {
        last = NONE;
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            if (sizes[i] != size) {
                sizes[kept++] = sizes[i];
            }
        }
        candidates = kept;
    }

    /// The size that matches best, the first of several; it also drops sizes that do not fit.
    private int best() {
        double most = last == NONE ? -1 : Math.max(-1, Math.nextDown(match(last)));
        int best = NONE;
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            int size = sizes[i];
            if (matches[size] > most) {
                matches[size] = match(size);
                if (matches[size] > most) {
                    most = matches[size];
                    best = size;
                }
            }
            if (matches[size] >= 0) {
                sizes[kept++] = size;
            }
        }
        candidates = kept;
        last = best;
        return best;
    }

    /// By how much the squared length of the vector of free shares shrinks; negative if the size
    /// does not fit.
    private double match(int size) {
        double match = 0;
        for (int i = 0, at = size * free.length; i < free.length; i++, at++) {
            long one = asks[at];
            if (one > free[i]) {
                return -1;
            }
            match += (2.0 * free[i] - one) * one * weights[i];
        }
        return match;
    }
}
