package dev.plimsoll.decision;

import java.util.List;

/// One rule that fired, what it was about, and the facts it rested on.
public record Reason(Rule rule, String subject, List<Fact> facts) {

    /// What sentences count.
    private static final List<String> NOUNS = List.of("node", "pod", "machine", "replica");

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
            var hole = "{" + fact.name() + "}";
            text = (isOne(fact) ? singular(text, hole) : text).replace(hole, fact.text());
        }
        return text;
    }

    private static boolean isOne(Fact fact) {
        return fact instanceof Fact.Whole(_, var value) && value == 1;
    }

    private static String singular(String text, String hole) {
        for (var noun : NOUNS) {
            text = text.replace(hole + " " + noun + "s", hole + " " + noun);
        }
        return text;
    }
}
