package dev.plimsoll.sharing;

/// The weight of a cluster relative to the others.
public sealed interface Weight {

    /// The largest weight: 2^62.
    long MOST = 1L << 62;

    /// No weight: zero if another cluster has a weight, else the same as all others.
    record None() implements Weight {}

    /// @param value zero leaves the cluster out
    record Of(long value) implements Weight {

        public Of {
            if (value < 0 || value > MOST) {
                throw new IllegalArgumentException("a weight is from 0 to 2^62, got " + value);
            }
        }
    }

    static Weight of(long value) {
        return new Of(value);
    }
}
