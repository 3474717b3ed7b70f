package dev.plimsoll.scaling;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import java.math.BigInteger;

/// What a replacement saves.
///
/// @param cost of the old nodes an hour, above zero
/// @param saved an hour; below zero if the new nodes are dearer
record Saving(Money cost, Money saved) {

    static Saving of(Money old, Money bought) {
        return new Saving(old, new Money(old.nanos() - bought.nanos()));
    }

    /// Whether it saves something, and at least this share.
    boolean isAtLeast(Percent least) {
        return saved.nanos() > 0
                && least.compare(
                                BigInteger.valueOf(saved.nanos()), BigInteger.valueOf(cost.nanos()))
                        >= 0;
    }

    /// In hundredths of a percent, rounded towards zero.
    long hundredths() {
        return BigInteger.valueOf(saved.nanos())
                .multiply(BigInteger.valueOf(10_000))
                .divide(BigInteger.valueOf(cost.nanos()))
                .longValueExact();
    }
}
