package dev.plimsoll.decision;

/// A decision with the details that were found on the way to it. Details are for people; they
/// follow from the question, so journals leave them out.
///
/// @param <M> the memory that passes from turn to turn
/// @param <A> quotas, rankings, verdicts, a proposal
public record Answer<M, A>(Decision<M> decision, A details) {}
