package dev.plimsoll.turn;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import java.time.Instant;
import java.util.List;

/// The record of what loops decide, and of the outcomes of their steps.
///
/// @param <O> what the world of the loops shows
public interface Journal<O> {

    /// Records a decision, before its first step is taken.
    ///
    /// @param observed the observation that the question's `seen` is a view of
    <S, P, M> void decided(
            LoopSpec<? extends O, S, P, M> spec,
            O observed,
            Question<S, P, M> question,
            Decision<M> decision);

    void acted(LoopId loop, List<Outcome> outcomes);

    /// Records that a loop could not decide.
    ///
    /// @param cause the exception, in one line
    void failed(LoopId loop, Instant now, String cause);

    /// Records nothing. A decider that fails ends the run.
    static Journal<Object> none() {
        return new Journal<>() {
            @Override
            public <S, P, M> void decided(
                    LoopSpec<? extends Object, S, P, M> spec,
                    Object observed,
                    Question<S, P, M> question,
                    Decision<M> decision) {}

            @Override
            public void acted(LoopId loop, List<Outcome> outcomes) {}

            @Override
            public void failed(LoopId loop, Instant now, String cause) {
                throw new IllegalStateException(loop + " cannot decide: " + cause);
            }
        };
    }
}
