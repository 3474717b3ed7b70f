package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import java.util.List;

/// Where loops write down what they decide and what became of it.
public interface Journal {

    /// Written before the first step of the decision is taken.
    ///
    /// @param cluster what the question's `seen` was projected from
    <S, P, M> void decided(
            LoopSpec<S, P, M> spec,
            Cluster cluster,
            Question<S, P, M> question,
            Decision<M> decision);

    void acted(LoopSpec<?, ?, ?> spec, List<Outcome> outcomes);
}
