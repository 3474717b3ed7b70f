package dev.plimsoll.batching;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// The raw result of a published formula, before rounding to a batch.
///
/// The source computes with logarithms. All its results are powers of two or quotients, so whole
/// numbers give them exactly; `SourceRulesTest` compares them with the source's Go function.
///
/// @param text the exact value, a quotient to four places; `NaN` and `Infinity` as Go has them
/// @param floor rounded down; 0 for `NaN`
record SourceFormula(String text, long floor) {

    private static final SourceFormula NAN = new SourceFormula("NaN", 0);
    private static final BigDecimal HALF = new BigDecimal("0.5");

    static SourceFormula of(long whole) {
        return new SourceFormula(Long.toString(whole), whole);
    }

    /// `dividend ÷ divisor`, neither of them negative.
    static SourceFormula quotient(BigInteger dividend, BigInteger divisor) {
        if (divisor.signum() == 0) {
            return dividend.signum() == 0 ? NAN : new SourceFormula("Infinity", Long.MAX_VALUE);
        }
        var places =
                new BigDecimal(dividend).divide(new BigDecimal(divisor), 4, RoundingMode.HALF_UP);
        return new SourceFormula(plain(places), dividend.divide(divisor).longValueExact());
    }

    /// The source's `b(c, x, n, u, du)`: 2 to the ⌊log2((c − u) ÷ n)⌋ + shift. Its β is a whole
    /// number, so β − ⌈β − λ⌉ is ⌊λ⌋, and x cancels out.
    static SourceFormula power(long capacity, long used, long nodes, int shift) {
        long free = capacity - used;
        if (nodes == 0 || capacity == 0 || free < 0) {
            return NAN;
        }
        if (free == 0) {
            return of(0);
        }
        int exponent = shift;
        long share = free / nodes;
        if (share > 0) {
            exponent += 63 - Long.numberOfLeadingZeros(share);
        } else {
            long doubled = free;
            while (doubled < nodes) {
                doubled *= 2;
                exponent--;
            }
        }
        return exponent < 0 ? new SourceFormula(plain(HALF.pow(-exponent)), 0) : of(1L << exponent);
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /// Rounded down to a power of two, from 1 to the largest batch.
    int published(int maxBatch) {
        long batch = Long.highestOneBit(Math.max(1, floor));
        return (int) Math.min(batch, Integer.highestOneBit(maxBatch));
    }
}
