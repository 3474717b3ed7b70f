package dev.plimsoll.decision;

/// What became of a step.
public sealed interface Outcome {

    Step step();

    record Done(Step step) implements Outcome {}

    record Failed(Step step, String why) implements Outcome {}

    /// The world was not as the step expected it.
    record Stale(Step step) implements Outcome {}

    /// The process ended before it could tell.
    record Unknown(Step step) implements Outcome {}
}
