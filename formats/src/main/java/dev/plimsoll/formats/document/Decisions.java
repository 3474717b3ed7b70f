package dev.plimsoll.formats.document;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Decisions as documents.
public final class Decisions {

    public static final String API_VERSION = "plimsoll.dev/v1alpha1";

    private static final String PLAN = "plan";

    private Decisions() {}

    /// The whole answer: the decision, and the details beside its plan.
    public static <M, A> Map<String, Object> answer(Kind<?, ?, M, A> kind, Answer<M, A> given) {
        var answer = new LinkedHashMap<String, Object>();
        for (var entry : tree(kind, given.decision()).entrySet()) {
            answer.put(entry.getKey(), entry.getValue());
            if (entry.getKey().equals(PLAN)) {
                answer.putAll(kind.details(given.details()));
            }
        }
        return answer;
    }

    /// The decision alone, as journals keep it.
    public static <M> Map<String, Object> tree(Kind<?, ?, M, ?> kind, Decision<M> decision) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("apiVersion", API_VERSION);
        tree.put("kind", kind.name() + "Decision");
        tree.put(PLAN, Steps.plan(decision.plan()));
        tree.put("reasons", decision.reasons().stream().<Object>map(Decisions::reason).toList());
        tree.put("remember", kind.past(decision.remember()));
        if (!decision.wakeAt().equals(Decision.NEVER)) {
            tree.put("wakeAt", decision.wakeAt().toString());
        }
        return tree;
    }

    static Map<String, Object> reason(Reason reason) {
        var facts = new LinkedHashMap<String, Object>();
        for (var fact : reason.facts()) {
            facts.put(
                    fact.name(),
                    switch (fact) {
                        case Fact.Whole(_, var value) -> value;
                        case Fact.Decimal(_, var value) -> value;
                        case Fact.Figure(_, var value) -> value;
                        case Fact.Dollars dollars -> dollars.exact();
                        case Fact.Text(_, var text) -> text;
                    });
        }
        var tree = new LinkedHashMap<String, Object>();
        tree.put("rule", reason.rule().code());
        tree.put("effect", reason.rule().effect().name().toLowerCase(Locale.ROOT));
        tree.put("subject", reason.subject());
        tree.put("facts", facts);
        tree.put("sentence", reason.sentence());
        return tree;
    }
}
