package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.map;
import static dev.plimsoll.checker.Tree.maps;
import static dev.plimsoll.checker.Tree.name;
import static dev.plimsoll.checker.Tree.text;
import static dev.plimsoll.checker.Tree.texts;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Label selectors, node selectors and node affinity.
final class Selectors {

    /// A label selector: `{}` matches all. (The caller handles null, which matches nothing.)
    static boolean matches(Map<String, Object> selector, Map<String, Object> labels) {
        return map(selector, "matchLabels").entrySet().stream()
                        .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())))
                && maps(selector, "matchExpressions").stream()
                        .allMatch(expression -> expressionMatches(expression, labels));
    }

    static boolean empty(Map<String, Object> selector) {
        return map(selector, "matchLabels").isEmpty()
                && maps(selector, "matchExpressions").isEmpty();
    }

    private static boolean expressionMatches(
            Map<String, Object> expression, Map<String, Object> labels) {
        var value = labels.get(text(expression, "key"));
        var values = texts(expression, "values");
        return switch (text(expression, "operator")) {
            case "In" -> value != null && values.contains(value.toString());
            case "NotIn" -> value == null || !values.contains(value.toString());
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> value != null && compare(value.toString(), values) > 0;
            case "Lt" -> value != null && compare(value.toString(), values) < 0;
            default -> false;
        };
    }

    /// Compares two whole numbers; 0 also if one of them is not a number, as then neither is
    /// greater.
    private static int compare(String value, List<String> values) {
        var left = whole(value);
        var right = values.size() == 1 ? whole(values.get(0)) : OptionalLong.empty();
        if (left.isEmpty() || right.isEmpty()) {
            return 0;
        }
        return Long.compare(left.getAsLong(), right.getAsLong());
    }

    private static OptionalLong whole(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException notWhole) {
            return OptionalLong.empty();
        }
    }

    /// Node selector and required node affinity of the pod.
    static boolean wants(Map<String, Object> pod, Map<String, Object> node) {
        var selector = Map.<String, Object>of("matchLabels", map(pod, "spec", "nodeSelector"));
        var required = map(pod, "spec", "affinity", "nodeAffinity");
        return matches(selector, Tree.labels(node))
                && (!Tree.has(required, "requiredDuringSchedulingIgnoredDuringExecution")
                        || maps(
                                        required,
                                        "requiredDuringSchedulingIgnoredDuringExecution",
                                        "nodeSelectorTerms")
                                .stream()
                                .anyMatch(term -> termMatches(term, node)));
    }

    /// The node affinity of a volume looks at labels alone: fields are ignored.
    static boolean reaches(Map<String, Object> volume, Map<String, Object> node) {
        return !Tree.has(volume, "spec", "nodeAffinity", "required")
                || maps(volume, "spec", "nodeAffinity", "required", "nodeSelectorTerms").stream()
                        .anyMatch(term ->
                                !emptyTerm(term) && expressionsMatch(term, Tree.labels(node)));
    }

    private static boolean termMatches(Map<String, Object> term, Map<String, Object> node) {
        var fields = Map.<String, Object>of("metadata.name", name(node));
        return !emptyTerm(term)
                && expressionsMatch(term, Tree.labels(node))
                && maps(term, "matchFields").stream()
                        .allMatch(field -> expressionMatches(field, fields));
    }

    private static boolean emptyTerm(Map<String, Object> term) {
        return maps(term, "matchExpressions").isEmpty() && maps(term, "matchFields").isEmpty();
    }

    private static boolean expressionsMatch(Map<String, Object> term, Map<String, Object> labels) {
        return maps(term, "matchExpressions").stream()
                .allMatch(expression -> expressionMatches(expression, labels));
    }

    private Selectors() {}
}
