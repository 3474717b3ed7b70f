package dev.plimsoll.decision;

import java.util.List;

/// One rule that fired, what it was about, and the facts it rested on.
public record Reason(Rule rule, String subject, List<Fact> facts) {

    public Reason {
        facts = List.copyOf(facts);
    }

    public static Reason because(Rule rule, String subject, Fact... facts) {
        return new Reason(rule, subject, List.of(facts));
    }

    /// The reason as an operator reads it. A hole may stand in a hole: `{{resource}Percent}` is
    /// `{cpuPercent}` where the fact `resource`, given first, is `cpu`.
    public String sentence() {
        var text = rule.sentence().replace("{subject}", subject);
        for (var fact : facts) {
            text = text.replace("{" + fact.name() + "}", fact.text());
        }
        return text;
    }
}
