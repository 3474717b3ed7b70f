package dev.plimsoll.formats.document;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;

/// The groups that refuse a pod by one rule.
///
/// @param rule its code
/// @param groups their names, in order
/// @param sentences their reasons, each once, that of the first group first
/// @param kind the reasons without names and amounts: equal for pods that lack the same
public record VerdictSummary(
        String rule, List<String> groups, List<String> sentences, List<String> kind) {

    /// The code for groups that would take one of the pods by itself.
    public static final String FITS_ALONE = "fits-alone";

    private static final String ALONE =
            "a new node takes one of these pods, but not beside the others";

    private static final int EXAMPLES = 3;

    /// The facts that are names and amounts of one pod.
    private static final List<String> OF_ONE_POD =
            List.of("volume", "claim", "disk", "node", "asks", "free");

    public VerdictSummary {
        groups = List.copyOf(groups);
        sentences = List.copyOf(sentences);
        kind = List.copyOf(kind);
    }

    /// One entry a rule, in the order of the first group.
    public static List<VerdictSummary> of(SortedMap<String, Verdict> verdicts) {
        var byRule = new LinkedHashMap<String, Map<String, Verdict>>();
        verdicts.forEach((group, verdict) ->
                byRule.computeIfAbsent(code(verdict), _ -> new LinkedHashMap<>())
                        .put(group, verdict));
        var summaries = new ArrayList<VerdictSummary>();
        byRule.forEach((code, own) ->
                summaries.add(
                        new VerdictSummary(
                                code,
                                List.copyOf(own.keySet()),
                                distinct(own, VerdictSummary::sentence),
                                distinct(own, VerdictSummary::kind))));
        return summaries;
    }

    private static List<String> distinct(
            Map<String, Verdict> verdicts, Function<Verdict, String> text) {
        return verdicts.values().stream().map(text).distinct().toList();
    }

    private static String code(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits _ -> FITS_ALONE;
            case Verdict.Refused(var why) -> why.rule().code();
            case Verdict.Unknown(var why) -> why.rule().code();
        };
    }

    private static String sentence(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits _ -> ALONE;
            case Verdict.Refused(var why) -> why.sentence();
            case Verdict.Unknown(var why) -> why.sentence();
        };
    }

    private static String kind(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits _ -> ALONE;
            case Verdict.Refused(var why) -> kind(why);
            case Verdict.Unknown(var why) -> kind(why);
        };
    }

    private static String kind(Reason why) {
        var facts = why.facts().stream().filter(fact -> !OF_ONE_POD.contains(fact.name())).toList();
        return new Reason(why.rule(), "", facts).sentence();
    }

    Map<String, Object> tree() {
        return Trees.ordered(
                "rule",
                rule,
                "groups",
                groups.size(),
                "examples",
                examples(),
                "sentence",
                sentences.getFirst());
    }

    private List<String> examples() {
        return groups.subList(0, Math.min(EXAMPLES, groups.size()));
    }

    /// `web, db: would exceed its maximum` or `a, b, c and 9 more: …`; if the groups have different
    /// reasons, that of the first: `web, db: insufficient cpu: … (web)`.
    public String text() {
        int more = groups.size() - examples().size();
        return String.join(", ", examples())
                + (more == 0 ? "" : " and " + more + " more")
                + ": "
                + sentences.getFirst()
                + (sentences.size() == 1 ? "" : " (" + groups.getFirst() + ")");
    }
}
