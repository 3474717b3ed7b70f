package dev.plimsoll.packing;

import dev.plimsoll.packing.Sizes.Size;
import dev.plimsoll.quantity.Resources;
import java.util.Arrays;
import java.util.List;

/// Fills one node, pod after pod, each time with the size that best matches what is left of it: the
/// one that leaves the shortest vector of free shares.
///
/// Hot: a step looks at every size. What is free only gets less, and so does every match: a size
/// that did not match better before is not matched again.
///
/// **Invariant:** it takes what matching every size anew would take: `FillingTest`.
final class Filling {

    /// Puts pods of a size.
    interface Taker {

        /// @param few as many as are put without another look; at least one
        /// @return how many were put; none if no pod of the size may come
        int take(int size, int few);
    }

    private static final int NONE = -1;

    /// A small part of what a large node holds of a size.
    private static final int PART = 16;

    /// Of all sizes, one after the other; each by resource.
    private final long[] asks;

    private final long[] free;
    private final double[] weights;

    /// Those that still fit, and how many they are.
    private final int[] sizes;

    private int candidates;

    /// By size, what it matched when it was last looked at.
    private final double[] matches;

    /// The size that matched best, as it will often do once more.
    private int last;

    Filling(List<Size> all, int resources) {
        this.asks = all.stream().flatMapToLong(size -> Arrays.stream(size.asks())).toArray();
        this.free = new long[resources];
        this.weights = new double[resources];
        this.sizes = new int[all.size()];
        this.matches = new double[all.size()];
    }

    /// Begins a node with so much room.
    void begin(long[] room) {
        for (int i = 0; i < room.length; i++) {
            free[i] = room[i];
            boolean counts = room[i] > 0 && room[i] != Resources.UNLIMITED;
            weights[i] = counts ? 1 / ((double) room[i] * room[i]) : 0;
        }
    }

    /// Puts pods until none fits or is taken.
    ///
    /// @param waiting how many there are of each size
    void fill(int[] waiting, Taker taker) {
        look(waiting);
        for (int size = best(); size != NONE; size = best()) {
            step(size, taker);
        }
    }

    /// Puts a pod of one size, if any may come.
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

    /// How many to put before looking again: a part of those that fit. It is mostly one, which is
    /// seen without dividing by what a pod asks for.
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

    /// The size that matches best, the first of several; drops what does not fit, on the way.
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

    /// How much shorter the vector of what is free gets, squared; below nothing for what does not
    /// fit.
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
