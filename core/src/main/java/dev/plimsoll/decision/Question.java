package dev.plimsoll.decision;

import java.time.Instant;
import java.util.List;

/// Everything a decider may know. Nothing else reaches it, so a journaled question can be replayed.
///
/// @param past what the last decision said to remember
/// @param last what became of the steps of the last plan
/// @param seed breaks ties that a policy leaves to chance; recorded, so chance is repeatable
public record Question<S, P, M>(
        S seen, P policy, M past, List<Outcome> last, Instant now, long seed) {

    public Question {
        last = List.copyOf(last);
    }
}
