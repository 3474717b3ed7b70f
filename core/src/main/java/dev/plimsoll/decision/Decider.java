package dev.plimsoll.decision;

import java.util.List;

/// Answers one kind of capacity question.
///
/// **Invariant:** `decide` is a pure function of its argument: no clock, no chance, no I/O, no
/// mutable field. Equal questions get equal decisions on every machine. `HouseTest` forbids the
/// calls that would break this; `plimsoll replay` asks every journaled question again.
///
/// @param <S> what was seen
/// @param <P> the operator's policy
/// @param <M> what is remembered from turn to turn
public interface Decider<S, P, M> {

    Decision<M> decide(Question<S, P, M> question);

    /// Every rule that can fire in a decision. `RulesTest` compares it with the constants.
    default List<Rule> rules() {
        return List.of();
    }
}
