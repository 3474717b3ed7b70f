package dev.plimsoll.scaling;

import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import dev.plimsoll.selection.Toleration.Match;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Nodes and pods as Kubernetes objects, for the checker. Volumes are left out.
final class KubernetesObjects {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private KubernetesObjects() {}

    static Map<String, Object> node(Node node) {
        return Map.of(
                "kind",
                "Node",
                "metadata",
                Map.of("name", node.name(), "labels", texts(node.labels())),
                "spec",
                Map.of("taints", node.taints().stream().map(KubernetesObjects::taint).toList()),
                "status",
                Map.of("allocatable", amounts(node.allocatable())));
    }

    /// @param name unique in its namespace
    static Map<String, Object> pod(Shape shape, String name) {
        return Map.of(
                "kind",
                "Pod",
                "metadata",
                Map.of(
                        "namespace", shape.namespace(),
                        "name", name,
                        "labels", texts(shape.labels())),
                "spec",
                spec(shape));
    }

    /// The pod on its node.
    static Map<String, Object> bound(Shape shape, String name, String node) {
        var spec = spec(shape);
        spec.put("nodeName", node);
        var pod = new LinkedHashMap<>(pod(shape, name));
        pod.put("spec", spec);
        return pod;
    }

    private static Map<String, Object> spec(Shape shape) {
        var spec = new LinkedHashMap<String, Object>();
        spec.put("nodeSelector", texts(shape.nodeSelector()));
        spec.put("affinity", affinity(shape));
        spec.put("tolerations", tolerations(shape));
        spec.put(
                "topologySpreadConstraints",
                shape.constraints().spread().stream().map(KubernetesObjects::spread).toList());
        spec.put(
                "containers",
                List.of(
                        Map.of(
                                "name",
                                "main",
                                "resources",
                                Map.of("requests", amounts(shape.requests())),
                                "ports",
                                shape.ports().stream().map(KubernetesObjects::port).toList())));
        return spec;
    }

    private static Map<String, Object> texts(Labels labels) {
        return new TreeMap<>(labels.toMap());
    }

    private static Map<String, Object> amounts(Resources resources) {
        var amounts = new TreeMap<String, Object>();
        for (var name : resources.names()) {
            var unit = name.equals(Resources.CPU) ? "m" : "";
            amounts.put(name, resources.asked(name) + unit);
        }
        return amounts;
    }

    private static Map<String, Object> port(HostPort port) {
        return Map.of(
                "hostPort", port.port(), "protocol", port.protocol(), "hostIP", port.address());
    }

    private static Map<String, Object> taint(Taint taint) {
        return Map.of("key", taint.key(), "value", taint.value(), "effect", effect(taint.effect()));
    }

    private static String effect(Taint.Effect effect) {
        return switch (effect) {
            case NO_SCHEDULE -> "NoSchedule";
            case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
            case NO_EXECUTE -> "NoExecute";
        };
    }

    private static List<Map<String, Object>> tolerations(Shape shape) {
        var all = new ArrayList<Map<String, Object>>();
        for (var one : shape.tolerations()) {
            one.effects().forEach(effect -> all.add(toleration(one, effect)));
        }
        return all;
    }

    private static Map<String, Object> toleration(Toleration one, Taint.Effect effect) {
        return Map.of(
                "key",
                one.key(),
                "operator",
                switch (one.match()) {
                    case EQUAL -> "Equal";
                    case EXISTS -> "Exists";
                    case LT -> "Lt";
                    case GT -> "Gt";
                },
                "value",
                one.match() == Match.EXISTS ? "" : one.value(),
                "effect",
                effect(effect));
    }

    private static Map<String, Object> affinity(Shape shape) {
        var affinity = new LinkedHashMap<String, Object>();
        if (shape.affinity() instanceof Affinity.AnyOf(var terms)) {
            var all = terms.stream().map(KubernetesObjects::nodeTerm).toList();
            affinity.put("nodeAffinity", Map.of(REQUIRED, Map.of("nodeSelectorTerms", all)));
        }
        affinity.put("podAffinity", Map.of(REQUIRED, terms(shape.constraints().near())));
        affinity.put("podAntiAffinity", Map.of(REQUIRED, terms(shape.constraints().apart())));
        return affinity;
    }

    private static Map<String, Object> nodeTerm(Affinity.Term term) {
        return Map.of(
                "matchExpressions", expressions(term.labels()),
                "matchFields", expressions(term.fields()));
    }

    private static List<Map<String, Object>> terms(List<PodTerm> terms) {
        return terms.stream().map(KubernetesObjects::podTerm).toList();
    }

    private static Map<String, Object> podTerm(PodTerm term) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("topologyKey", term.topologyKey());
        tree.put("namespaces", term.namespaces());
        put(tree, "namespaceSelector", term.namespaceSelector());
        put(tree, "labelSelector", term.selector());
        return tree;
    }

    private static Map<String, Object> spread(Spread spread) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("maxSkew", spread.maxSkew());
        tree.put("topologyKey", spread.topologyKey());
        tree.put("whenUnsatisfiable", "DoNotSchedule");
        tree.put("minDomains", spread.minDomains());
        tree.put("nodeAffinityPolicy", policy(spread.affinity()));
        tree.put("nodeTaintsPolicy", policy(spread.taints()));
        put(tree, "labelSelector", spread.selector());
        return tree;
    }

    private static String policy(Spread.Policy policy) {
        return policy == Spread.Policy.HONOR ? "Honor" : "Ignore";
    }

    /// A selector that matches nothing is an absent one.
    private static void put(Map<String, Object> tree, String key, Selector selector) {
        if (selector instanceof Selector.AllOf(var requirements)) {
            tree.put(key, Map.of("matchExpressions", expressions(requirements)));
        }
    }

    private static List<Map<String, Object>> expressions(List<Requirement> requirements) {
        return requirements.stream().map(KubernetesObjects::expression).toList();
    }

    private static Map<String, Object> expression(Requirement one) {
        return Map.of(
                "key", one.key(), "operator", operator(one.operator()), "values", one.values());
    }

    private static String operator(Operator operator) {
        return switch (operator) {
            case IN -> "In";
            case NOT_IN -> "NotIn";
            case EXISTS -> "Exists";
            case DOES_NOT_EXIST -> "DoesNotExist";
            case GT -> "Gt";
            case LT -> "Lt";
        };
    }
}
