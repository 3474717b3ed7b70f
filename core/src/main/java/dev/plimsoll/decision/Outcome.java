package dev.plimsoll.decision;

/// The result of a step.
public sealed interface Outcome {

    Step step();

    record Done(Step step) implements Outcome {}

    record Failed(Step step, String why) implements Outcome {}

    /// The world was not in the state that the step expected.
    record Stale(Step step) implements Outcome {}

    /// The process ended before the result was known.
    record Unknown(Step step) implements Outcome {}
}
