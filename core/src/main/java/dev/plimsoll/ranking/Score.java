package dev.plimsoll.ranking;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.quantity.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// What an option comes to by the formula, or why it comes to nothing.
public sealed interface Score {

    /// @param cost of its nodes, C
    /// @param ideal of its pods on machines that fit them exactly, T
    /// @param ratio of both, steadied: (C + X) ÷ (T + X)
    /// @param unfitness of a node for the cluster, u
    /// @param suppressed what counts of it
    /// @param value the lower, the better
    record Of(
            Money cost,
            Money ideal,
            double ratio,
            double unfitness,
            double suppressed,
            double value)
            implements Score {}

    record None(Reason why) implements Score {}

    /// As scores, ratios and the rest are told: half up to six digits after the point.
    static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_UP);
    }
}
