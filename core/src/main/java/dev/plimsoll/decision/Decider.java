package dev.plimsoll.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A function that answers one kind of capacity question.
///
/// **Invariant:** `decide` is a pure function of its argument: no clock, no chance, no I/O, no
/// mutable field. Equal questions get equal decisions on every machine. `HouseTest` forbids the
/// calls that would break this, and a replay decides every journaled question again.
///
/// @param <S> the observed state
/// @param <P> the operator's policy
/// @param <M> the memory that passes from turn to turn
public interface Decider<S, P, M> {

    Decision<M> decide(Question<S, P, M> question);

    /// Every rule that can fire in a decision. `RulesTest` compares it with the constants.
    default List<Rule> rules() {
        return List.of();
    }

    /// The memory after a jump of the clock, in which no time counts as passed.
    ///
    /// @param now the time after it
    /// @param lost how far the clock jumped
    default M jumped(M past, Instant now, Duration lost) {
        return past;
    }

    /// The part of a memory that is about one group, for the loop that takes the group over.
    default GroupPast handOver(M past, String group) {
        return GroupPast.NONE;
    }

    /// The memory of a loop that takes a group over.
    ///
    /// @param handed what the loop before remembered of the group
    default M takeOver(M past, String group, GroupPast handed) {
        return past;
    }
}
