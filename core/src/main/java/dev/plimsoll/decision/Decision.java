package dev.plimsoll.decision;

import java.time.Instant;
import java.util.List;

/// The answer to a question: the steps, the reasons, the memory for the next turn, and the time of
/// the next look if nothing changes before.
///
/// **Invariant:** every decision has a reason, also one without steps.
///
/// @param wakeAt [#NEVER] if time alone cannot change the decision
public record Decision<M>(Plan plan, List<Reason> reasons, M remember, Instant wakeAt) {

    public static final Instant NEVER = Instant.MAX;

    public Decision {
        reasons = List.copyOf(reasons);
        if (reasons.isEmpty()) {
            throw new IllegalArgumentException(
                    "a decision has at least one reason, even one without steps");
        }
    }
}
