package dev.plimsoll.decision;

/// The result of a step.
public sealed interface Outcome {

    /// Why a step failed that a dry run did not take.
    String DRY_RUN = "dry run";

    Step step();

    record Done(Step step) implements Outcome {}

    record Failed(Step step, String why) implements Outcome {

        public boolean isDryRun() {
            return why.equals(DRY_RUN);
        }
    }

    /// The world was not in the state that the step expected.
    record Stale(Step step) implements Outcome {}

    /// The process ended before the result was known.
    record Unknown(Step step) implements Outcome {}
}
