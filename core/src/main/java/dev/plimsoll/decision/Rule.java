package dev.plimsoll.decision;

/// A line of reasoning that can fire. A decider names its rules as constants at its top, so they
/// can be read on one screen.
///
/// @param code never changes once released: metrics and journals carry it
/// @param sentence what an operator reads, with `{fact}` holes and `{subject}`
public record Rule(String code, Effect effect, String sentence) {

    /// What a rule that fired did to the plan.
    public enum Effect {
        CHOSE,
        CAPPED,
        HELD,
        REFUSED,
        /// It changed nothing, and an operator should know.
        NOTED
    }

    public static Rule chose(String code, String sentence) {
        return new Rule(code, Effect.CHOSE, sentence);
    }

    public static Rule capped(String code, String sentence) {
        return new Rule(code, Effect.CAPPED, sentence);
    }

    public static Rule held(String code, String sentence) {
        return new Rule(code, Effect.HELD, sentence);
    }

    public static Rule refused(String code, String sentence) {
        return new Rule(code, Effect.REFUSED, sentence);
    }

    public static Rule noted(String code, String sentence) {
        return new Rule(code, Effect.NOTED, sentence);
    }
}
