package dev.plimsoll.decision;

import static java.util.regex.Matcher.quoteReplacement;

import java.util.List;
import java.util.regex.Pattern;

/// A rule that fired, its subject, and the facts it was based on.
public record Reason(Rule rule, String subject, List<Fact> facts) {

    private static final Pattern OPTIONAL = Pattern.compile("\\[([^]]*)]");
    private static final Pattern HOLE = Pattern.compile("\\{(\\w+)}");

    /// The nouns that follow a count in sentences.
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
    /// the fact `resource`, which comes first, is `cpu`. A part in square brackets is left out if a
    /// fact in it is zero or absent.
    public String sentence() {
        var text = withoutZeros(rule.sentence());
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

    private String withoutZeros(String text) {
        if (text.indexOf('[') < 0) {
            return text;
        }
        return OPTIONAL.matcher(text)
                .replaceAll(part -> isShown(part.group(1)) ? quoteReplacement(part.group(1)) : "");
    }

    private boolean isShown(String part) {
        return HOLE.matcher(part)
                .results()
                .allMatch(hole ->
                        facts.stream()
                                .anyMatch(fact ->
                                        fact.name().equals(hole.group(1)) && !isZero(fact)));
    }

    private static boolean isZero(Fact fact) {
        return fact instanceof Fact.Whole(_, var value) && value == 0;
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
