package dev.plimsoll.decision;

import java.time.Instant;
import java.util.List;

/// What to do, why, what to remember, and when to look again if nothing happens before.
///
/// **Invariant:** there is always a reason, also for doing nothing.
///
/// @param wakeAt [#NEVER] if only a change can matter
public record Decision<M>(Plan plan, List<Reason> reasons, M remember, Instant wakeAt) {

    public static final Instant NEVER = Instant.MAX;

    public Decision {
        reasons = List.copyOf(reasons);
        if (reasons.isEmpty()) {
            throw new IllegalArgumentException("even a decision to do nothing needs a reason");
        }
    }
}
