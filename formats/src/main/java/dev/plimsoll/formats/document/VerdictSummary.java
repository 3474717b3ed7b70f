package dev.plimsoll.formats.document;

import dev.plimsoll.fit.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// The groups that refuse a pod by one rule.
///
/// @param rule its code
/// @param groups how many they are
/// @param examples the first of them, by name
/// @param sentence the reason of the first
public record VerdictSummary(String rule, int groups, List<String> examples, String sentence) {

    /// The code for groups that would take one of the pods by itself.
    public static final String FITS_ALONE = "fits-alone";

    private static final int EXAMPLES = 3;

    public VerdictSummary {
        examples = List.copyOf(examples);
    }

    /// One entry a rule, in the order of the first group.
    public static List<VerdictSummary> of(SortedMap<String, Verdict> verdicts) {
        var groups = new LinkedHashMap<String, List<String>>();
        var sentences = new LinkedHashMap<String, String>();
        verdicts.forEach((group, verdict) -> {
            var code =
                    switch (verdict) {
                        case Verdict.Fits _ -> FITS_ALONE;
                        case Verdict.Refused(var why) -> why.rule().code();
                        case Verdict.Unknown(var why) -> why.rule().code();
                    };
            groups.computeIfAbsent(code, _ -> new ArrayList<>()).add(group);
            sentences.putIfAbsent(code, sentence(verdict));
        });
        var summaries = new ArrayList<VerdictSummary>();
        groups.forEach((code, names) ->
                summaries.add(
                        new VerdictSummary(
                                code,
                                names.size(),
                                names.subList(0, Math.min(EXAMPLES, names.size())),
                                sentences.getOrDefault(code, ""))));
        return summaries;
    }

    private static String sentence(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits _ -> "a new node takes one of these pods, but not beside the others";
            case Verdict.Refused(var why) -> why.sentence();
            case Verdict.Unknown(var why) -> why.sentence();
        };
    }

    Map<String, Object> tree() {
        return Trees.ordered(
                "rule", rule, "groups", groups, "examples", examples, "sentence", sentence);
    }

    /// `web, db: insufficient cpu` or `a, b, c and 9 more: …`.
    public String text() {
        int more = groups - examples.size();
        return String.join(", ", examples)
                + (more == 0 ? "" : " and " + more + " more")
                + ": "
                + sentence;
    }
}
