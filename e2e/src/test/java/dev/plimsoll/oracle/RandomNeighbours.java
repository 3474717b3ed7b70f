package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.RandomNodes.HOSTNAME;
import static dev.plimsoll.oracle.RandomNodes.REGION;
import static dev.plimsoll.oracle.RandomNodes.ZONE;
import static dev.plimsoll.oracle.Trees.items;
import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.metadata;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;
import static dev.plimsoll.oracle.Trees.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The rules of a pod about other pods: required affinity, anti-affinity and topology spread.
final class RandomNeighbours {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private final Draw draw;

    RandomNeighbours(Draw draw) {
        this.draw = draw;
    }

    void join(Map<String, Object> pod) {
        terms(pod, "podAffinity", draw.one(1, 1, 2));
    }

    void avoid(Map<String, Object> pod) {
        terms(pod, "podAntiAffinity", draw.one(1, 1, 1, 2));
    }

    private void terms(Map<String, Object> pod, String kind, int count) {
        var terms = items(within(within(spec(pod), "affinity"), kind), REQUIRED);
        for (int added = 0; added < count; added++) {
            terms.add(term(pod));
        }
    }

    private Map<String, Object> term(Map<String, Object> pod) {
        var term = tree("topologyKey", draw.one(ZONE, ZONE, HOSTNAME, HOSTNAME, "rack", REGION));
        int kind = draw.weighted(6, 6, 88);
        if (kind == 1) {
            term.put("labelSelector", tree());
        } else if (kind == 2) {
            term.put("labelSelector", selector(pod, draw.one(25, 60)));
        }
        if (kind != 0 && draw.percent(15)) {
            term.put(draw.one("matchLabelKeys", "mismatchLabelKeys"), list("version"));
        }
        if (draw.percent(20)) {
            term.put("namespaces", draw.some(2, "red", "blue", "grey"));
        }
        if (draw.percent(20)) {
            term.put("namespaceSelector", namespaces());
        }
        return term;
    }

    private Map<String, Object> namespaces() {
        return switch (draw.weighted(3, 3, 2, 2)) {
            case 0 -> tree();
            case 1 -> tree("matchLabels", tree("team", draw.one("a", "b", "c")));
            case 2 ->
                    tree(
                            "matchExpressions",
                            list(
                                    tree(
                                            "key",
                                            "stage",
                                            "operator",
                                            draw.one("Exists", "DoesNotExist"))));
            default -> tree("matchLabels", tree("kubernetes.io/metadata.name", "blue"));
        };
    }

    /// A selector of pods. It never uses `version`, which the label keys can add.
    private Map<String, Object> selector(Map<String, Object> pod, int own) {
        var labels = within(metadata(pod), "labels");
        if (labels.containsKey("app") && draw.percent(own)) {
            return tree("matchLabels", tree("app", labels.get("app")));
        }
        return switch (draw.weighted(4, 2, 2, 2)) {
            case 0 -> tree("matchLabels", tree("app", draw.one("web", "db", "cache", "none")));
            case 1 ->
                    tree(
                            "matchExpressions",
                            list(
                                    tree(
                                            "key",
                                            "app",
                                            "operator",
                                            draw.one("In", "NotIn"),
                                            "values",
                                            draw.some(2, "web", "db", "cache"))));
            case 2 ->
                    tree(
                            "matchExpressions",
                            list(
                                    tree(
                                            "key",
                                            draw.one("tier", "nope"),
                                            "operator",
                                            draw.one("Exists", "DoesNotExist"))));
            default ->
                    tree(
                            "matchLabels",
                            tree("app", "web"),
                            "matchExpressions",
                            list(
                                    tree(
                                            "key",
                                            "tier",
                                            "operator",
                                            "NotIn",
                                            "values",
                                            list("front"))));
        };
    }

    void spread(Map<String, Object> pod) {
        List<String> keys = new ArrayList<>(List.of(ZONE, HOSTNAME, "rack", REGION));
        var constraints = list();
        for (int count = draw.one(1, 1, 1, 2); count > 0; count--) {
            var key = draw.oneOf(keys);
            keys.remove(key);
            constraints.add(constraint(pod, key));
        }
        spec(pod).put("topologySpreadConstraints", constraints);
    }

    private Map<String, Object> constraint(Map<String, Object> pod, String key) {
        boolean required = draw.percent(93);
        var constraint =
                tree(
                        "maxSkew",
                        draw.one(1, 1, 1, 2, 3),
                        "topologyKey",
                        key,
                        "whenUnsatisfiable",
                        required ? "DoNotSchedule" : "ScheduleAnyway");
        int kind = draw.weighted(4, 6, 90);
        if (kind == 1) {
            constraint.put("labelSelector", tree());
        } else if (kind == 2) {
            constraint.put("labelSelector", selector(pod, 60));
        }
        if (kind != 0 && draw.percent(15)) {
            constraint.put("matchLabelKeys", list(draw.one("version", "version", "absent")));
        }
        if (required && draw.percent(30)) {
            constraint.put("minDomains", draw.one(1, 2, 3, 5));
        }
        if (draw.percent(30)) {
            constraint.put("nodeAffinityPolicy", draw.one("Honor", "Ignore"));
        }
        if (draw.percent(30)) {
            constraint.put("nodeTaintsPolicy", draw.one("Honor", "Ignore"));
        }
        return constraint;
    }
}
