package dev.plimsoll.sharing;

import dev.plimsoll.quantity.Percent;

/// How replicas are shared out.
///
/// @param draw who gets an odd replica that nobody runs yet; for the modes that draw
/// @param capacityFactor how much room counts in a draw beside it; any above zero gives up exact
///   shares on purpose
public record Policy(Mode mode, Draw draw, Percent capacityFactor) {

    public static final Policy DEFAULT = new Policy(Mode.STICKY, Draw.REMAINDER, Percent.of(0));

    /// By which method.
    public enum Mode {
        /// Fewest moves: whoever runs an odd replica keeps it while its quota allows.
        STICKY,
        /// The previous result is not looked at.
        FRESH,
        /// As Karmada since 1.16: every replica to the highest weight ÷ (2 · replicas + 1).
        WEBSTER,
        /// As the source found it: odd replicas by weight, then name.
        ORDERED
    }

    /// By which chances.
    public enum Draw {
        /// The fractional part of the quota: the expected share is the quota.
        REMAINDER,
        /// The same for every cluster, as the source's first goal says.
        EQUAL,
        /// In proportion to the weights, one after the other, as the source's rule 5 says.
        WEIGHT
    }

    public Policy {
        if (capacityFactor.compareTo(Percent.WHOLE) > 0) {
            throw new IllegalArgumentException(
                    "the capacity factor is at most 100%, got " + capacityFactor);
        }
    }

    boolean looksAtBounds() {
        return switch (mode) {
            case STICKY, FRESH -> true;
            case WEBSTER, ORDERED -> false;
        };
    }
}
