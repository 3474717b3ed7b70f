package dev.plimsoll.decision;

/// A decider that finds out more than its plan.
///
/// @param <A> the details of an answer
public interface Answering<S, P, M, A> extends Decider<S, P, M> {

    /// The decision and its details. Nothing is computed for the details alone.
    Answer<M, A> answer(Question<S, P, M> question);

    @Override
    default Decision<M> decide(Question<S, P, M> question) {
        return answer(question).decision();
    }
}
