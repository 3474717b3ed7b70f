package dev.plimsoll.sharing;

import dev.plimsoll.quantity.Percent;

/// The operator's settings for sharing.
///
/// @param draw the chances of an odd replica that no cluster runs yet, in modes that draw
/// @param capacityFactor the part of the chances that goes by free room; above zero, expected
///   shares are no longer exact
public record Policy(Mode mode, Draw draw, Percent capacityFactor) {

    public static final Policy DEFAULT = new Policy(Mode.STICKY, Draw.REMAINDER, Percent.of(0));

    /// The method of dividing.
    public enum Mode {
        /// Fewest moves: a cluster keeps an odd replica while its quota allows it.
        STICKY,
        /// The previous division is ignored.
        FRESH,
        /// As Karmada since 1.16: every replica to the highest weight ÷ (2 · replicas + 1).
        WEBSTER,
        /// As the proposal describes Karmada of its time: odd replicas by weight, then name.
        ORDERED
    }

    /// The chances of a draw.
    public enum Draw {
        /// The fractional part of the quota: the expected share is the quota.
        REMAINDER,
        /// The same for every cluster, as in the first goal of Karmada's proposal.
        EQUAL,
        /// In proportion to the weights, one after the other, as in rule 5 of the proposal.
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
