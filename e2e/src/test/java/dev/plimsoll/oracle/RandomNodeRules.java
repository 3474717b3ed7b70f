package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.RandomNodes.HOSTNAME;
import static dev.plimsoll.oracle.RandomNodes.REGION;
import static dev.plimsoll.oracle.RandomNodes.SIZES;
import static dev.plimsoll.oracle.RandomNodes.ZONE;
import static dev.plimsoll.oracle.Trees.items;
import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;
import static dev.plimsoll.oracle.Trees.within;

import java.util.List;
import java.util.Map;

/// The rules of a pod about nodes: selectors, required node affinity and tolerations.
final class RandomNodeRules {

    private final Draw draw;

    RandomNodeRules(Draw draw) {
        this.draw = draw;
    }

    void select(Map<String, Object> pod) {
        var selector = within(spec(pod), "nodeSelector");
        switch (draw.weighted(3, 3, 2, 1)) {
            case 0 -> selector.put("disk", draw.one("ssd", "hdd", ""));
            case 1 -> selector.put(ZONE, draw.one("z1", "z2"));
            case 2 -> selector.put("size", draw.one("5", "08", ""));
            default -> selector.put("nope", "");
        }
    }

    /// Required node affinity: terms are alternatives.
    void prefer(Map<String, Object> pod) {
        var terms = list();
        for (int count = draw.between(1, draw.one(1, 3)); count > 0; count--) {
            terms.add(term());
        }
        within(within(spec(pod), "affinity"), "nodeAffinity")
                .put(
                        "requiredDuringSchedulingIgnoredDuringExecution",
                        tree("nodeSelectorTerms", terms));
    }

    private Map<String, Object> term() {
        var term = tree();
        if (draw.percent(6)) {
            return term;
        }
        if (draw.percent(20)) {
            term.put("matchFields", list(field()));
            if (draw.percent(60)) {
                return term;
            }
        }
        for (int count = draw.between(1, draw.one(1, 1, 2)); count > 0; count--) {
            items(term, "matchExpressions").add(expression());
        }
        return term;
    }

    private Map<String, Object> field() {
        return tree(
                "key",
                "metadata.name",
                "operator",
                draw.one("In", "NotIn"),
                "values",
                list("n" + draw.between(1, 9)));
    }

    private Map<String, Object> expression() {
        return switch (draw.weighted(35, 15, 20, 12, 10, 8)) {
            case 0 -> expression("size", draw.one("Gt", "Lt"), list((Object) draw.one(SIZES)));
            case 1 -> expression("disk", draw.one("In", "NotIn"), draw.some(2, "ssd", "hdd", ""));
            case 2 ->
                    expression(
                            draw.one(ZONE, REGION),
                            draw.one("In", "NotIn"),
                            draw.some(3, "z1", "z2", "r1", "r2"));
            case 3 ->
                    expression(
                            draw.one("disk", "size", "rack", "nope", ZONE),
                            draw.one("Exists", "DoesNotExist"),
                            list());
            case 4 -> expression("nope", draw.one("In", "NotIn", "Gt", "Lt"), list("5"));
            default ->
                    expression(
                            HOSTNAME,
                            draw.one("In", "NotIn"),
                            draw.some(3, "n1", "n2", "n3", "n4", "n5"));
        };
    }

    private static Map<String, Object> expression(
            String key, String operator, List<Object> values) {
        var expression = tree("key", key, "operator", operator);
        if (!values.isEmpty()) {
            expression.put("values", values);
        }
        return expression;
    }

    void tolerate(Map<String, Object> pod) {
        for (int count = draw.between(1, 2); count > 0; count--) {
            items(spec(pod), "tolerations").add(toleration());
        }
    }

    private Map<String, Object> toleration() {
        var toleration = tree();
        switch (draw.weighted(30, 20, 15, 8, 27)) {
            case 0 -> toleration.put("key", "dedicated");
            case 1 -> {
                toleration.put("key", "dedicated");
                toleration.put("operator", "Equal");
                toleration.put("value", draw.one("gpu", "batch", ""));
            }
            case 2 -> {
                toleration.put("key", draw.one("dedicated", "spot"));
                toleration.put("operator", "Exists");
            }
            case 3 -> toleration.put("operator", "Exists");
            default -> {
                toleration.put(
                        "key",
                        draw.one(
                                "node.kubernetes.io/unschedulable",
                                "node.kubernetes.io/unschedulable",
                                "node.kubernetes.io/not-ready"));
                toleration.put("operator", draw.one("Exists", "Equal"));
            }
        }
        if (draw.percent(50)) {
            toleration.put("effect", draw.one("NoSchedule", "NoSchedule", "NoExecute"));
        }
        if ("NoExecute".equals(toleration.get("effect")) && draw.percent(50)) {
            toleration.put("tolerationSeconds", 60);
        }
        return toleration;
    }
}
