package dev.plimsoll.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;

/// A percentage, exact to a hundredth of a percent.
///
/// Only whole numbers are used: as a `double`, 55% of 100 is 55.00000000000001, and a group exactly
/// on its threshold would be above it.
///
/// @param hundredths 50% is 5000
public record Percent(int hundredths) implements Comparable<Percent> {

    public static final Percent WHOLE = of(100);

    private static final BigInteger IN_WHOLE = BigInteger.valueOf(10_000);

    public Percent {
        if (hundredths < 0) {
            throw new IllegalArgumentException("a percent is zero or more, got " + hundredths);
        }
    }

    public static Percent of(int percent) {
        return new Percent(Math.multiplyExact(percent, 100));
    }

    /// How `part` compares to this share of `whole`: negative below it, zero on it, positive above
    /// it.
    public int compare(BigInteger part, BigInteger whole) {
        return part.multiply(IN_WHOLE).compareTo(whole.multiply(BigInteger.valueOf(hundredths)));
    }

    /// The smallest number of `each` to add to `whole` so that `part` is not above this share of
    /// the sum; zero or less if none is needed.
    ///
    ///     ⌈ (part ÷ share − whole) ÷ each ⌉
    public BigInteger missing(BigInteger part, BigInteger whole, BigInteger each) {
        var share = BigInteger.valueOf(hundredths);
        var lacking = part.multiply(IN_WHOLE).subtract(whole.multiply(share));
        return ceilDiv(lacking, each.multiply(share));
    }

    private static BigInteger ceilDiv(BigInteger dividend, BigInteger divisor) {
        var parts = dividend.divideAndRemainder(divisor);
        return parts[1].signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
    }

    @Override
    public int compareTo(Percent other) {
        return Integer.compare(hundredths, other.hundredths);
    }

    @Override
    public String toString() {
        return BigDecimal.valueOf(hundredths, 2).stripTrailingZeros().toPlainString() + "%";
    }
}
