package dev.plimsoll.decision;

import java.time.Instant;
import java.util.List;

/// The complete input of a decider, so that a journaled question can be decided again.
///
/// @param past the memory of the last decision
/// @param last the outcomes of the last plan
/// @param seed breaks ties that a policy leaves to chance; recorded, so that the result is
///   repeatable
public record Question<S, P, M>(
        S seen, P policy, M past, List<Outcome> last, Instant now, long seed) {

    public Question {
        last = List.copyOf(last);
    }

    /// The same question with another memory.
    public Question<S, P, M> remembering(M other) {
        return new Question<>(seen, policy, other, last, now, seed);
    }

    /// The same question about something else.
    public Question<S, P, M> about(S other) {
        return new Question<>(other, policy, past, last, now, seed);
    }
}
