package dev.plimsoll.decision;

/// The part of an observation that a decider sees: a pure function, the same in a loop and in a
/// replay.
///
/// @param <O> what a world shows
/// @param <S> what the decider sees
@FunctionalInterface
public interface View<O, S> {

    S of(O observed);
}
