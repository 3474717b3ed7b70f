package dev.plimsoll.decision;

import dev.plimsoll.decision.Rule.Effect;
import java.util.Comparator;
import java.util.List;

/// The one reason of a decision that is shown where there is room for one.
public final class MainReason {

    /// The strongest effect first.
    private static final List<Effect> ORDER =
            List.of(Effect.CHOSE, Effect.CAPPED, Effect.HELD, Effect.REFUSED, Effect.NOTED);

    private MainReason() {}

    /// The first reason with the strongest effect.
    public static Reason of(Decision<?> decision) {
        return strongest(decision.reasons());
    }

    /// The reason about a node if there is one, else the main reason.
    public static Reason about(String node, Decision<?> decision) {
        var own =
                decision.reasons().stream()
                        .filter(reason -> reason.subject().equals(node))
                        .toList();
        return own.isEmpty() ? of(decision) : strongest(own);
    }

    /// Equal ones stay in order.
    private static Reason strongest(List<Reason> reasons) {
        return reasons.stream()
                .min(Comparator.comparingInt(reason -> ORDER.indexOf(reason.rule().effect())))
                .orElseThrow();
    }
}
