package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import java.util.List;

/// The record of what loops decide, and of the outcomes of their steps.
public interface Journal {

    /// Records a decision, before its first step is taken.
    ///
    /// @param cluster the observation that the question's `seen` is a view of
    <S, P, M> void decided(
            LoopSpec<S, P, M> spec,
            Cluster cluster,
            Question<S, P, M> question,
            Decision<M> decision);

    void acted(LoopSpec<?, ?, ?> spec, List<Outcome> outcomes);
}
