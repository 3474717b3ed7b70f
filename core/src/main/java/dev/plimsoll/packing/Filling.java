package dev.plimsoll.packing;

import dev.plimsoll.packing.Sizes.Size;
import dev.plimsoll.quantity.Resources;
import java.util.List;
import java.util.function.IntPredicate;

/// Fills one node, pod after pod, each time with the size that best matches what is left of it: the
/// one that leaves the shortest vector of free shares.
///
/// Hot: a step looks at every size.
final class Filling {

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
        System.arraycopy(room, 0, free, 0, free.length);
        for (int i = 0; i < room.length; i++) {
            boolean counts = room[i] > 0 && room[i] != Resources.UNLIMITED;
            weights[i] = counts ? 1 / ((double) room[i] * room[i]) : 0;
        }
    }

    /// Puts pods until none fits or is taken.
    ///
    /// @param waiting how many there are of each size
    /// @param takes puts one pod of a size, if there is one that may come
    void fill(int[] waiting, IntPredicate takes) {
        look(waiting);
        for (int size = best(); size >= 0; size = best()) {
            step(size, takes);
        }
    }

    /// Puts one pod, if any is taken.
    void one(int[] waiting, IntPredicate takes) {
        look(waiting);
        for (int size = best(); size >= 0; size = best()) {
            if (step(size, takes)) {
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

    private boolean step(int size, IntPredicate takes) {
        if (!takes.test(size)) {
            drop(size);
            return false;
        }
        for (int i = 0; i < free.length; i++) {
            if (free[i] != Resources.UNLIMITED) {
                free[i] -= asks[size][i];
            }
        }
        return true;
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
