package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Template;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Values of core as plain trees, in the forms in which [dev.plimsoll.formats.Fields] and [Specs]
/// read them.
public final class Trees {

    private Trees() {}

    /// Keys and values in turn, kept in order.
    public static Map<String, Object> ordered(Object... keysAndValues) {
        var tree = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            tree.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return tree;
    }

    public static Map<String, Object> resources(Resources resources) {
        var tree = new LinkedHashMap<String, Object>();
        resources.toMap().forEach((name, amount) -> tree.put(name, Quantity.text(name, amount)));
        return tree;
    }

    public static Map<String, Object> labels(Labels labels) {
        return new LinkedHashMap<>(labels.toMap());
    }

    public static Map<String, Object> template(Template template) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("allocatable", resources(template.allocatable()));
        if (!template.labels().isEmpty()) {
            tree.put("labels", labels(template.labels()));
        }
        if (!template.taints().isEmpty()) {
            tree.put("taints", taints(template.taints()));
        }
        return tree;
    }

    /// An amount of money to its last digit.
    public static BigDecimal dollars(Money money) {
        var stripped = money.dollars().stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    public static BigDecimal percent(Percent percent) {
        var exact = BigDecimal.valueOf(percent.hundredths(), 2).stripTrailingZeros();
        return exact.scale() < 0 ? exact.setScale(0) : exact;
    }

    public static List<Object> taints(List<Taint> taints) {
        var trees = new ArrayList<>();
        for (var taint : taints) {
            var tree = new LinkedHashMap<String, Object>();
            tree.put("key", taint.key());
            if (!taint.value().isEmpty()) {
                tree.put("value", taint.value());
            }
            tree.put("effect", effect(taint.effect()));
            trees.add(tree);
        }
        return trees;
    }

    /// One entry for each effect: a toleration names one or all.
    public static List<Object> tolerations(List<Toleration> tolerations) {
        var trees = new ArrayList<>();
        for (var toleration : tolerations) {
            boolean all = toleration.effects().size() == Taint.Effect.values().length;
            for (var effect :
                    toleration.effects().subList(0, all ? 1 : toleration.effects().size())) {
                trees.add(toleration(toleration, all ? "" : effect(effect)));
            }
        }
        return trees;
    }

    private static Map<String, Object> toleration(Toleration toleration, String effect) {
        var tree = new LinkedHashMap<String, Object>();
        if (!toleration.key().isEmpty()) {
            tree.put("key", toleration.key());
        }
        switch (toleration.match()) {
            case EQUAL -> {}
            case EXISTS -> tree.put("operator", "Exists");
            case LT -> tree.put("operator", "Lt");
            case GT -> tree.put("operator", "Gt");
        }
        if (!toleration.value().isEmpty()) {
            tree.put("value", toleration.value());
        }
        if (!effect.isEmpty()) {
            tree.put("effect", effect);
        }
        return tree;
    }

    /// As a pod writes it below `affinity`.
    public static Map<String, Object> affinity(List<Affinity.Term> terms) {
        var trees = new ArrayList<>();
        for (var term : terms) {
            var tree = new LinkedHashMap<String, Object>();
            if (!term.labels().isEmpty()) {
                tree.put("matchExpressions", requirements(term.labels()));
            }
            if (!term.fields().isEmpty()) {
                tree.put("matchFields", requirements(term.fields()));
            }
            trees.add(tree);
        }
        return Map.of(
                "nodeAffinity",
                Map.of(
                        "requiredDuringSchedulingIgnoredDuringExecution",
                        Map.of("nodeSelectorTerms", trees)));
    }

    public static List<Object> requirements(List<Requirement> requirements) {
        var trees = new ArrayList<>();
        for (var requirement : requirements) {
            var tree = new LinkedHashMap<String, Object>();
            tree.put("key", requirement.key());
            tree.put(
                    "operator",
                    switch (requirement.operator()) {
                        case IN -> "In";
                        case NOT_IN -> "NotIn";
                        case EXISTS -> "Exists";
                        case DOES_NOT_EXIST -> "DoesNotExist";
                        case GT -> "Gt";
                        case LT -> "Lt";
                    });
            if (!requirement.values().isEmpty()) {
                tree.put("values", requirement.values());
            }
            trees.add(tree);
        }
        return trees;
    }

    private static String effect(Taint.Effect effect) {
        return switch (effect) {
            case NO_SCHEDULE -> "NoSchedule";
            case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
            case NO_EXECUTE -> "NoExecute";
        };
    }
}
