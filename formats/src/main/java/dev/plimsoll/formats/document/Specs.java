package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Affinity;
import dev.plimsoll.cluster.Requirement;
import dev.plimsoll.cluster.Taint;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Toleration;
import dev.plimsoll.formats.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reads the parts of Kubernetes objects that stand in documents of ours, in Kubernetes' own form.
public final class Specs {

    private static final Map<String, Taint.Effect> EFFECTS =
            Map.of(
                    "NoSchedule", Taint.Effect.NO_SCHEDULE,
                    "PreferNoSchedule", Taint.Effect.PREFER_NO_SCHEDULE,
                    "NoExecute", Taint.Effect.NO_EXECUTE);

    private static final Map<String, Requirement.Operator> OPERATORS =
            Map.of(
                    "In", Requirement.Operator.IN,
                    "NotIn", Requirement.Operator.NOT_IN,
                    "Exists", Requirement.Operator.EXISTS,
                    "DoesNotExist", Requirement.Operator.DOES_NOT_EXIST,
                    "Gt", Requirement.Operator.GT,
                    "Lt", Requirement.Operator.LT);

    private Specs() {}

    /// The taints of a list.
    public static List<Taint> taints(Fields parent, String key) {
        var taints = new ArrayList<Taint>();
        for (var taint : parent.list(key)) {
            taints.add(
                    new Taint(
                            taint.requiredText("key"),
                            taint.text("value", ""),
                            taint.choice("effect", Taint.Effect.NO_SCHEDULE, EFFECTS)));
        }
        return taints;
    }

    /// The tolerations of a list. One that names no effect speaks of all.
    public static List<Toleration> tolerations(Fields parent, String key) {
        var tolerations = new ArrayList<Toleration>();
        for (var toleration : parent.list(key)) {
            var match =
                    toleration.choice(
                            "operator",
                            Toleration.Match.EQUAL,
                            Map.of(
                                    "Equal",
                                    Toleration.Match.EQUAL,
                                    "Exists",
                                    Toleration.Match.EXISTS));
            var effects =
                    toleration.text("effect", "").isEmpty()
                            ? List.of(Taint.Effect.values())
                            : List.of(
                                    toleration.choice("effect", Taint.Effect.NO_SCHEDULE, EFFECTS));
            tolerations.add(
                    new Toleration(
                            toleration.text("key", ""),
                            match,
                            toleration.text("value", ""),
                            effects));
        }
        return tolerations;
    }

    /// What a pod's `affinity` requires of nodes.
    public static Affinity affinity(Fields affinity) {
        var key = "requiredDuringSchedulingIgnoredDuringExecution";
        var node = affinity.fields("nodeAffinity");
        if (!node.has(key)) {
            return new Affinity.Anywhere();
        }
        var terms = new ArrayList<Affinity.Term>();
        for (var term : node.fields(key).list("nodeSelectorTerms")) {
            terms.add(
                    new Affinity.Term(
                            requirements(term, "matchExpressions"),
                            requirements(term, "matchFields")));
        }
        return new Affinity.AnyOf(terms);
    }

    /// The conditions of a list.
    public static List<Requirement> requirements(Fields parent, String key) {
        var requirements = new ArrayList<Requirement>();
        for (var requirement : parent.list(key)) {
            requirements.add(
                    new Requirement(
                            requirement.requiredText("key"),
                            requirement.choice("operator", Requirement.Operator.IN, OPERATORS),
                            requirement.texts("values")));
        }
        return requirements;
    }

    /// What a policy declares a new node to offer; nothing is known without `allocatable`.
    static Template declared(Fields fields) {
        return new Template(
                fields.fields("allocatable").asResources(),
                fields.labels("labels"),
                taints(fields, "taints"));
    }

    /// What a new node offers; the flat form `{cpu: 1, memory: 4Gi}` is short for its allocatable.
    public static Template template(Fields fields) {
        if (fields.keys().isEmpty()) {
            return Template.UNKNOWN;
        }
        var labels = fields.labels("labels");
        var taints = taints(fields, "taints");
        if (fields.has("allocatable")) {
            return new Template(fields.fields("allocatable").asResources(), labels, taints);
        }
        return new Template(fields.asResources("labels", "taints"), labels, taints);
    }
}
