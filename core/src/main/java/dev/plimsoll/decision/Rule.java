package dev.plimsoll.decision;

/// A rule that can fire in a decision. Each decider lists its rules as constants in one class.
///
/// @param code unique over all deciders; never changes once released, because metrics and journals
///   carry it
/// @param sentence for operators, with the holes `{subject}` and `{fact}`; see [Reason#sentence]
public record Rule(String code, Effect effect, String sentence) {

    /// The effect of a rule on the plan.
    public enum Effect {
        /// It put a step into the plan.
        CHOSE,
        /// It limited a change.
        CAPPED,
        /// It kept its subject as it is.
        HELD,
        /// It rejected a pod, a node or a group.
        REFUSED,
        /// It changed nothing; an operator should know.
        NOTED
    }

    /// This rule with another effect, where the effect depends on the rest of the plan.
    public Rule with(Effect other) {
        return new Rule(code, other, sentence);
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
