package dev.plimsoll.ranking;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.quantity.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// The score of an option by the formula, or the reason why it has none.
public sealed interface Score {

    /// @param cost of the nodes, C
    /// @param ideal price of the pods on machines that fit them exactly, T
    /// @param ratio of both, stabilised: (C + X) ÷ (T + X)
    /// @param unfitness of a node for the cluster, u
    /// @param suppressed unfitness after suppression
    /// @param value the score: lower is better
    record Of(
            Money cost,
            Money ideal,
            double ratio,
            double unfitness,
            double suppressed,
            double value)
            implements Score {}

    record None(Reason why) implements Score {}

    /// A score, ratio or unfitness as it is shown: half up to six decimals.
    static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_UP);
    }
}
