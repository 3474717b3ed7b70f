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

    /// The reason as an operator reads it.
    ///
    /// `{pods}` is the fact of that name, and `{pods?pod fits|pods fit}` the first choice if that
    /// fact is 1, else the second. Placeholders nest: `{{resource}Percent}` is `{cpuPercent}` if
    /// the fact `resource`, which comes first, is `cpu`.
    public String sentence() {
        var text = rule.sentence();
        for (var fact : facts) {
            var hole = "{" + fact.name() + "}";
            text = choose(isOne(fact) ? singular(text, hole) : text, fact);
            text = text.replace(hole, fact.text());
        }
        return text.replace("{subject}", subject);
    }

    private static String choose(String text, Fact fact) {
        var open = "{" + fact.name() + "?";
        for (int at = text.indexOf(open); at >= 0; at = text.indexOf(open)) {
            int bar = text.indexOf('|', at);
            int end = text.indexOf('}', bar);
            var chosen =
                    isOne(fact)
                            ? text.substring(at + open.length(), bar)
                            : text.substring(bar + 1, end);
            text = text.substring(0, at) + chosen + text.substring(end + 1);
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
