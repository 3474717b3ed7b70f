package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/// Reads the parts of objects that say where pods may run: selectors, affinity, taints,
/// tolerations. They stand in documents of ours in the same form; there, keys that no object has
/// are mistakes.
public final class Specs {

    static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private Specs() {}

    /// The taints of a list in a document.
    public static List<Taint> taints(Fields parent, String key) {
        know(parent, key, "key", "value", "effect", "timeAdded");
        return taints(at(parent, key));
    }

    /// The tolerations of a list in a document.
    public static List<Toleration> tolerations(Fields parent, String key) {
        know(parent, key, "key", "operator", "value", "effect", "tolerationSeconds");
        return tolerations(at(parent, key));
    }

    /// The conditions of a list in a document.
    public static List<Requirement> requirements(Fields parent, String key) {
        know(parent, key, "key", "operator", "values");
        return requirements(at(parent, key));
    }

    /// The required node affinity of a pod in a document.
    public static Affinity affinity(Fields parent, String key) {
        var affinity = parent.fields(key);
        var node = affinity.fields("nodeAffinity");
        node.value(PREFERRED);
        for (var term : node.fields(REQUIRED).list("nodeSelectorTerms")) {
            know(term, "matchExpressions", "key", "operator", "values");
            know(term, "matchFields", "key", "operator", "values");
        }
        return affinity(at(parent, key));
    }

    /// Marks the keys of every mapping of a list as known.
    private static void know(Fields parent, String list, String... keys) {
        parent.list(list).forEach(fields -> List.of(keys).forEach(fields::value));
    }

    private static Cursor at(Fields parent, String key) {
        return Cursor.within(parent.value(key), parent.path(key), parent.mistakes());
    }

    /// The required node affinity of a pod's `affinity`.
    static Affinity affinity(Cursor affinity) {
        var required = affinity.get("nodeAffinity").get(REQUIRED);
        if (!required.isThere()) {
            return new Affinity.Anywhere();
        }
        return anyOf(required.get("nodeSelectorTerms"));
    }

    static Affinity anyOf(Cursor nodeSelectorTerms) {
        var terms = new ArrayList<Affinity.Term>();
        for (var term : nodeSelectorTerms.items()) {
            terms.add(
                    new Affinity.Term(
                            requirements(term.get("matchExpressions")),
                            requirements(term.get("matchFields"))));
        }
        return new Affinity.AnyOf(terms);
    }

    static List<Taint> taints(Cursor taints) {
        var all = new ArrayList<Taint>();
        for (var taint : taints.items()) {
            all.add(
                    new Taint(
                            taint.get("key").text(),
                            taint.get("value").text(),
                            effect(taint.get("effect"))));
        }
        return all;
    }

    static List<Toleration> tolerations(Cursor tolerations) {
        var all = new ArrayList<Toleration>();
        for (var toleration : tolerations.items()) {
            var key = toleration.get("key").text();
            var value = toleration.get("value").text();
            var effects = effects(toleration.get("effect"));
            switch (toleration.get("operator").text()) {
                case "", "Equal" ->
                        all.add(new Toleration(key, Toleration.Match.EQUAL, value, effects));
                case "Exists" -> all.add(new Toleration(key, Toleration.Match.EXISTS, "", effects));
                case "Lt" -> all.add(new Toleration(key, Toleration.Match.LT, value, effects));
                case "Gt" -> all.add(new Toleration(key, Toleration.Match.GT, value, effects));
                case String other ->
                        toleration
                                .get("operator")
                                .mistake("'" + other + "' is not one of Equal, Exists, Lt, Gt");
            }
        }
        return all;
    }

    private static List<Taint.Effect> effects(Cursor effect) {
        return effect.text().isEmpty() ? List.of(Taint.Effect.values()) : List.of(effect(effect));
    }

    /// A label selector: `matchLabels` and `matchExpressions`.
    static List<Requirement> selector(Cursor selector) {
        var all = new ArrayList<Requirement>();
        selector.get("matchLabels")
                .labels()
                .toMap()
                .forEach((key, value) -> all.add(Requirement.in(key, value)));
        all.addAll(requirements(selector.get("matchExpressions")));
        return all;
    }

    static List<Requirement> requirements(Cursor expressions) {
        var all = new ArrayList<Requirement>();
        for (var expression : expressions.items()) {
            all.add(
                    new Requirement(
                            expression.get("key").text(),
                            operator(expression.get("operator")),
                            expression.get("values").texts()));
        }
        return all;
    }

    static Requirement.Operator operator(Cursor operator) {
        return switch (operator.text()) {
            case "In" -> Requirement.Operator.IN;
            case "NotIn" -> Requirement.Operator.NOT_IN;
            case "Exists" -> Requirement.Operator.EXISTS;
            case "DoesNotExist" -> Requirement.Operator.DOES_NOT_EXIST;
            case "Gt" -> Requirement.Operator.GT;
            case "Lt" -> Requirement.Operator.LT;
            case String other -> {
                operator.mistake(
                        "'" + other + "' is not one of In, NotIn, Exists, DoesNotExist, Gt, Lt");
                yield Requirement.Operator.EXISTS;
            }
        };
    }

    private static Taint.Effect effect(Cursor effect) {
        return switch (effect.text()) {
            case "", "NoSchedule" -> Taint.Effect.NO_SCHEDULE;
            case "PreferNoSchedule" -> Taint.Effect.PREFER_NO_SCHEDULE;
            case "NoExecute" -> Taint.Effect.NO_EXECUTE;
            case String other -> {
                effect.mistake(
                        "'" + other + "' is not one of NoSchedule, PreferNoSchedule, NoExecute");
                yield Taint.Effect.NO_SCHEDULE;
            }
        };
    }

    /// A time; the epoch if there is none.
    static Instant time(Cursor time) {
        var text = time.text();
        try {
            return text.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException malformed) {
            time.mistake("'" + text + "' is not a time such as 2026-01-31T08:00:00Z");
            return Instant.EPOCH;
        }
    }
}
