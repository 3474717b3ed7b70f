package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Requirement;
import dev.plimsoll.cluster.Taint;
import java.util.ArrayList;
import java.util.List;

/// Reads conditions on labels and the effects of taints.
final class Selectors {

    private Selectors() {}

    /// A label selector: `matchLabels` and `matchExpressions`.
    static List<Requirement> selector(At selector) {
        var all = new ArrayList<Requirement>();
        selector.get("matchLabels")
                .labels()
                .toMap()
                .forEach((key, value) -> all.add(Requirement.in(key, value)));
        all.addAll(requirements(selector.get("matchExpressions")));
        return all;
    }

    static List<Requirement> requirements(At expressions) {
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

    private static Requirement.Operator operator(At operator) {
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

    static Taint.Effect effect(At effect) {
        return switch (effect.text()) {
            case "NoSchedule" -> Taint.Effect.NO_SCHEDULE;
            case "PreferNoSchedule" -> Taint.Effect.PREFER_NO_SCHEDULE;
            case "NoExecute" -> Taint.Effect.NO_EXECUTE;
            case String other -> {
                effect.mistake(
                        "'" + other + "' is not one of NoSchedule, PreferNoSchedule, NoExecute");
                yield Taint.Effect.NO_SCHEDULE;
            }
        };
    }
}
