package dev.plimsoll.packing;

import dev.plimsoll.packing.Sizes.Size;
import dev.plimsoll.quantity.Resources;
import java.util.List;

/// Fills one node, pod after pod, each time with the size that best matches what is left of it: the
/// one that leaves the shortest vector of free shares.
///
/// Hot: a step looks at every size.
final class Filling {

    /// Puts pods of a size.
    interface Taker {

        /// @param few as many as are put without another look; at least one
        /// @return how many were put; none if no pod of the size may come
        int take(int size, int few);
    }

    /// A small part of what a large node holds of a size.
    private static final int PART = 16;

    private final long[][] asks;
    private final long[] free;
    private final double[] weights;

    /// Those that still fit, and how many they are.
    private final int[] sizes;

    private int candidates;

    Filling(List<Size> all, int resources) {
        this.asks = all.stream().map(Size::asks).toArray(long[][]::new);
        this.free = new long[resources];
        this.weights = new double[resources];
        this.sizes = new int[asks.length];
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
        for (int size = best(); size >= 0; size = best()) {
            step(size, taker);
        }
    }

    /// Puts a pod of one size, if any may come.
    void one(int[] waiting, Taker taker) {
        look(waiting);
        for (int size = best(); size >= 0; size = best()) {
            if (step(size, taker)) {
                return;
            }
        }
    }

    private void look(int[] waiting) {
        candidates = 0;
        for (int size = 0; size < waiting.length; size++) {
            if (waiting[size] > 0) {
                sizes[candidates++] = size;
            }
        }
    }

    private boolean step(int size, Taker taker) {
        int taken = taker.take(size, few(asks[size]));
        if (taken == 0) {
            drop(size);
            return false;
        }
        for (int i = 0; i < free.length; i++) {
            if (free[i] != Resources.UNLIMITED) {
                free[i] -= asks[size][i] * taken;
            }
        }
        return true;
    }

    private int few(long[] one) {
        long fit = Integer.MAX_VALUE;
        for (int i = 0; i < one.length; i++) {
            if (one[i] > 0) {
                fit = Math.min(fit, free[i] / one[i]);
            }
        }
        return (int) Math.max(1, fit / PART);
    }

    private void drop(int size) {
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            if (sizes[i] != size) {
                sizes[kept++] = sizes[i];
            }
        }
        candidates = kept;
    }

    /// Drops what does not fit any more, on the way.
    private int best() {
        int best = -1;
        double most = -1;
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            double match = match(asks[sizes[i]]);
            if (match > most) {
                most = match;
                best = sizes[i];
            }
            if (match >= 0) {
                sizes[kept++] = sizes[i];
            }
        }
        candidates = kept;
        return best;
    }

    /// How much shorter the vector of what is free gets, squared; below nothing for what does not
    /// fit.
    private double match(long[] one) {
        double match = 0;
        for (int i = 0; i < one.length; i++) {
            if (one[i] > free[i]) {
                return -1;
            }
            match += (2.0 * free[i] - one[i]) * one[i] * weights[i];
        }
        return match;
    }
}
