package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.Fitting;
import dev.plimsoll.fit.Policy;
import dev.plimsoll.fit.Seen;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.kubernetes.ObjectReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Fit questions: `FitQuestion`.
public final class FitKind implements Kind<Seen, Policy, NoPast, Map<String, Verdict>> {

    @Override
    public String name() {
        return "Fit";
    }

    @Override
    public Decider<Seen, Policy, NoPast> decider() {
        return new Fitting();
    }

    @Override
    public Answer<NoPast, Map<String, Verdict>> answer(Question<Seen, Policy, NoPast> question) {
        return new Fitting().answer(question);
    }

    @Override
    public NoPast none() {
        return NoPast.NONE;
    }

    @Override
    public Seen seen(Fields fields) {
        var inventory = new Inventory();
        var objects = new ObjectReader(inventory, fields.mistakes());
        for (var item : fields.items("objects")) {
            if (item instanceof Value.Mapping object) {
                objects.put(object);
            } else {
                fields.mistake("objects", item.described() + " is not a Kubernetes object");
            }
        }
        var pod = objects.asking(fields.value("pod"), fields.path("pod"));
        return new Seen(
                pod.key().toString(), inventory.shape(pod.key()), pod.node(), inventory.cluster());
    }

    @Override
    public Policy policy(Fields fields) {
        return Policy.NONE;
    }

    @Override
    public NoPast past(Fields fields) {
        return NoPast.NONE;
    }

    @Override
    public Map<String, Object> details(Map<String, Verdict> verdicts) {
        var trees = new ArrayList<Object>();
        verdicts.forEach((node, verdict) -> trees.add(tree("node", node, verdict)));
        return Trees.ordered("verdicts", trees);
    }

    /// @param what a node or a group
    static Map<String, Object> tree(String what, String name, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits _ -> Trees.ordered(what, name, "fits", true);
            case Verdict.Refused(var why) -> {
                var tree = Trees.ordered(what, name, "fits", false);
                tree.putAll(reason(why));
                yield tree;
            }
            case Verdict.Unknown(var why) -> {
                var tree = Trees.ordered(what, name);
                tree.putAll(reason(why));
                yield tree;
            }
        };
    }

    private static Map<String, Object> reason(Reason why) {
        return Trees.ordered("rule", why.rule().code(), "sentence", why.sentence());
    }

    @Override
    public Map<String, Object> policy(Policy policy) {
        return new LinkedHashMap<>();
    }

    @Override
    public Map<String, Object> past(NoPast past) {
        return new LinkedHashMap<>();
    }
}
