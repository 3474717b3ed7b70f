package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.has;
import static dev.plimsoll.checker.Tree.labels;
import static dev.plimsoll.checker.Tree.map;
import static dev.plimsoll.checker.Tree.maps;
import static dev.plimsoll.checker.Tree.namespace;
import static dev.plimsoll.checker.Tree.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rule of topology spread constraints.
final class SpreadRule {

    static Optional<String> refusal(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        for (var constraint : required(pod)) {
            var key = text(constraint, "topologyKey");
            if (!labels(node).containsKey(key)) {
                return Optional.of("spread: the node has no label " + key);
            }
            var domains = domains(world, pod, constraint);
            int here = domains.getOrDefault(text(labels(node), key), 0);
            int self = matches(constraint, pod, pod) ? 1 : 0;
            int skew = here + self - least(domains, constraint);
            if (skew > number(constraint, "maxSkew", 1)) {
                return Optional.of("spread: skew over " + key + " would be " + skew);
            }
        }
        return Optional.empty();
    }

    private static List<Map<String, Object>> required(Map<String, Object> pod) {
        return maps(pod, "spec", "topologySpreadConstraints").stream()
                .filter(one -> text(one, "whenUnsatisfiable").equals("DoNotSchedule"))
                .toList();
    }

    private static int number(Map<String, Object> tree, String key, int otherwise) {
        return has(tree, key) ? Integer.parseInt(text(tree, key)) : otherwise;
    }

    /// Fewer domains than wanted count as one more empty domain.
    private static int least(Map<String, Integer> domains, Map<String, Object> constraint) {
        if (domains.size() < number(constraint, "minDomains", 1)) {
            return 0;
        }
        return domains.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    }

    /// The number of matching pods in each domain. Nodes that lack a key of any of the pod's
    /// constraints, or that a policy excludes, belong to no domain.
    private static Map<String, Integer> domains(
            World world, Map<String, Object> pod, Map<String, Object> constraint) {
        var domains = new LinkedHashMap<String, Integer>();
        for (var node : world.all("Node")) {
            if (counts(constraint, pod, node)) {
                int matching =
                        (int)
                                world.podsOn(node).stream()
                                        .filter(other -> counted(constraint, pod, other))
                                        .count();
                var domain = text(labels(node), text(constraint, "topologyKey"));
                domains.merge(domain, matching, Integer::sum);
            }
        }
        return domains;
    }

    private static boolean counts(
            Map<String, Object> constraint, Map<String, Object> pod, Map<String, Object> node) {
        boolean hasKeys =
                required(pod).stream()
                        .allMatch(one -> labels(node).containsKey(text(one, "topologyKey")));
        boolean wanted =
                text(constraint, "nodeAffinityPolicy").equals("Ignore")
                        || Selectors.wants(pod, node);
        boolean bearable =
                !text(constraint, "nodeTaintsPolicy").equals("Honor")
                        || NodeRules.untolerated(pod, node).isEmpty();
        return hasKeys && wanted && bearable;
    }

    private static boolean counted(
            Map<String, Object> constraint, Map<String, Object> pod, Map<String, Object> other) {
        boolean everything =
                has(constraint, "labelSelector")
                        && Selectors.empty(map(constraint, "labelSelector"))
                        && keyLabels(constraint, pod).isEmpty();
        return !everything
                && !World.terminating(other)
                && namespace(other).equals(namespace(pod))
                && matches(constraint, pod, other);
    }

    private static boolean matches(
            Map<String, Object> constraint, Map<String, Object> pod, Map<String, Object> other) {
        return has(constraint, "labelSelector")
                && Selectors.matches(map(constraint, "labelSelector"), labels(other))
                && Selectors.matches(
                        Map.of("matchLabels", keyLabels(constraint, pod)), labels(other));
    }

    /// The pod's own labels of `matchLabelKeys`; keys that it lacks are left out.
    private static Map<String, Object> keyLabels(
            Map<String, Object> constraint, Map<String, Object> pod) {
        var kept = new LinkedHashMap<>(labels(pod));
        kept.keySet().retainAll(Tree.texts(constraint, "matchLabelKeys"));
        return kept;
    }

    private SpreadRule() {}
}
