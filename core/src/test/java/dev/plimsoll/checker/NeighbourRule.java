package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.has;
import static dev.plimsoll.checker.Tree.labels;
import static dev.plimsoll.checker.Tree.map;
import static dev.plimsoll.checker.Tree.maps;
import static dev.plimsoll.checker.Tree.name;
import static dev.plimsoll.checker.Tree.namespace;
import static dev.plimsoll.checker.Tree.text;
import static dev.plimsoll.checker.Tree.texts;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The rules of pod affinity and anti-affinity, in both directions.
final class NeighbourRule {

    private final World world;
    private final Map<String, Object> pod;
    private final Map<String, Object> node;

    private NeighbourRule(World world, Map<String, Object> pod, Map<String, Object> node) {
        this.world = world;
        this.pod = pod;
        this.node = node;
    }

    static Optional<String> refusal(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        var rule = new NeighbourRule(world, pod, node);
        return rule.avoids().or(rule::avoided).or(rule::misses);
    }

    private static List<Map<String, Object>> terms(Map<String, Object> pod, String kind) {
        return maps(
                pod, "spec", "affinity", kind, "requiredDuringSchedulingIgnoredDuringExecution");
    }

    private Optional<String> avoids() {
        for (var term : terms(pod, "podAntiAffinity")) {
            for (var there : world.all("Node")) {
                for (var other : world.podsOn(there)) {
                    if (sameDomain(term, there) && matches(term, pod, other)) {
                        return Optional.of("pod anti-affinity: the pod avoids " + name(other));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> avoided() {
        for (var there : world.all("Node")) {
            for (var other : world.podsOn(there)) {
                for (var term : terms(other, "podAntiAffinity")) {
                    if (sameDomain(term, there) && matches(term, other, pod)) {
                        return Optional.of("pod anti-affinity: " + name(other) + " avoids the pod");
                    }
                }
            }
        }
        return Optional.empty();
    }

    /// All terms must be met by pods that match them all; the first pod may match its own terms.
    private Optional<String> misses() {
        var terms = terms(pod, "podAffinity");
        for (var term : terms) {
            if (!labels(node).containsKey(text(term, "topologyKey"))) {
                return Optional.of(
                        "pod affinity: the node has no label " + text(term, "topologyKey"));
            }
        }
        boolean met =
                terms.stream()
                        .allMatch(term ->
                                world.all("Node").stream()
                                        .anyMatch(there ->
                                                sameDomain(term, there)
                                                        && anyMatchesAll(terms, there)));
        if (met || first(terms)) {
            return Optional.empty();
        }
        return Optional.of("pod affinity: no pod that the pod joins is there");
    }

    private boolean first(List<Map<String, Object>> terms) {
        boolean any =
                world.all("Node").stream()
                        .anyMatch(there ->
                                anyMatchesAll(terms, there)
                                        && terms.stream()
                                                .anyMatch(term ->
                                                        labels(there)
                                                                .containsKey(
                                                                        text(
                                                                                term,
                                                                                "topologyKey"))));
        return !any && terms.stream().allMatch(term -> matches(term, pod, pod));
    }

    private boolean anyMatchesAll(List<Map<String, Object>> terms, Map<String, Object> there) {
        return world.podsOn(there).stream()
                .anyMatch(other -> terms.stream().allMatch(term -> matches(term, pod, other)));
    }

    private boolean sameDomain(Map<String, Object> term, Map<String, Object> there) {
        var key = text(term, "topologyKey");
        return labels(node).containsKey(key)
                && Objects.equals(labels(node).get(key), labels(there).get(key));
    }

    /// The term of `owner` matches the other pod.
    private boolean matches(
            Map<String, Object> term, Map<String, Object> owner, Map<String, Object> other) {
        return inNamespaces(term, owner, namespace(other))
                && has(term, "labelSelector")
                && Selectors.matches(map(term, "labelSelector"), labels(other))
                && keysAgree(term, owner, other);
    }

    private boolean inNamespaces(
            Map<String, Object> term, Map<String, Object> owner, String namespace) {
        var listed = texts(term, "namespaces");
        if (listed.isEmpty() && !has(term, "namespaceSelector")) {
            return namespace.equals(namespace(owner));
        }
        return listed.contains(namespace)
                || (has(term, "namespaceSelector")
                        && Selectors.matches(
                                map(term, "namespaceSelector"), world.labelsOf(namespace)));
    }

    /// Label keys whose values must equal, or differ from, the owner's. Keys that the owner lacks
    /// are left out.
    private static boolean keysAgree(
            Map<String, Object> term, Map<String, Object> owner, Map<String, Object> other) {
        boolean equal =
                texts(term, "matchLabelKeys").stream()
                        .filter(labels(owner)::containsKey)
                        .allMatch(key ->
                                Objects.equals(labels(owner).get(key), labels(other).get(key)));
        boolean different =
                texts(term, "mismatchLabelKeys").stream()
                        .filter(labels(owner)::containsKey)
                        .noneMatch(key ->
                                Objects.equals(labels(owner).get(key), labels(other).get(key)));
        return equal && different;
    }
}
