package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.Fitting;
import dev.plimsoll.fit.Past;
import dev.plimsoll.fit.Policy;
import dev.plimsoll.fit.Seen;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.kubernetes.ObjectReader;
import dev.plimsoll.storage.Stock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Fit questions: `FitQuestion`.
public final class FitKind implements Kind<Seen, Policy, Past> {

    @Override
    public String name() {
        return "Fit";
    }

    @Override
    public Decider<Seen, Policy, Past> decider() {
        return new Fitting();
    }

    @Override
    public Seen view(Cluster cluster, String loop) {
        throw new IllegalArgumentException("no loop decides where " + loop + " fits");
    }

    @Override
    public Seen seen(Fields fields) {
        var inventory = new Inventory();
        var stock = new Stock();
        var objects = new ObjectReader(inventory, stock, fields.mistakes());
        for (var item : fields.items("objects")) {
            if (item instanceof Value.Mapping object) {
                objects.put(object);
            } else {
                fields.mistake("objects", item.described() + " is not a Kubernetes object");
            }
        }
        var pod = objects.asking(fields.value("pod"), fields.path("pod"));
        return new Seen(
                pod.key(),
                inventory.shape(pod.shape().namespace(), pod.name()),
                pod.node(),
                inventory.cluster().nodes(),
                stock.surroundings());
    }

    @Override
    public Policy policy(Fields fields) {
        return Policy.NONE;
    }

    @Override
    public Past past(Fields fields) {
        return Past.NONE;
    }

    @Override
    public Map<String, Object> beside(
            Question<Seen, Policy, Past> question, Decision<Past> decision) {
        var verdicts = new ArrayList<Object>();
        Fitting.verdicts(question.seen())
                .forEach((node, verdict) -> verdicts.add(tree("node", node, verdict)));
        return Trees.ordered("verdicts", verdicts);
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
    public Map<String, Object> past(Past past) {
        return new LinkedHashMap<>();
    }
}
