package dev.plimsoll.cli;

import dev.plimsoll.checker.Checker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The new nodes of an [AnyDump] as `docs/plan.md` has them: with the labels, taints and resources
/// that all nodes of the group have, and the DaemonSets' pods of most of them; or as a template
/// says.
final class NewNodes {

    private static final String POOL = "eks.amazonaws.com/nodegroup";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String HOST = "kubernetes.io/hostname";
    private static final Pattern PASSING = Pattern.compile("unschedulable|draining|not-ready");

    private final Map<String, List<Map<String, Object>>> groups = new TreeMap<>();
    private final List<Map<String, Object>> nodes = new ArrayList<>();
    private final List<Map<String, Object>> daemons = new ArrayList<>();
    private final Map<String, Map<?, ?>> templates = new TreeMap<>();

    /// @param policy empty for none
    NewNodes(String dump, String policy, Map<?, ?> plan) {
        var names = new TreeSet<String>();
        Plain.maps(plan, "groups").forEach(group -> names.add(Plain.text(group, "name")));
        for (var object : Plain.trees(dump)) {
            if (Plain.text(object, "kind").equals("Node")) {
                nodes.add(object);
                var pool = Plain.part(labels(object), POOL).toString();
                var name = names.contains(pool) ? pool : pool + "-" + labels(object).get(ZONE);
                groups.computeIfAbsent(name, _ -> new ArrayList<>()).add(object);
            } else if (!set(object).isEmpty()) {
                daemons.add(object);
            }
        }
        for (var document : Plain.trees(policy)) {
            for (var group : Plain.maps(document, "groups")) {
                if (group.containsKey("template")) {
                    templates.put(Plain.text(group, "name"), group);
                }
            }
        }
    }

    /// The node and the pods that come with it.
    List<Map<String, Object>> of(String group, String name) {
        var own = groups.getOrDefault(group, List.of());
        var template = templates.get(group);
        var node = template == null ? like(own, name) : said(template, name);
        var all = new ArrayList<Map<String, Object>>();
        all.add(node);
        for (var daemon : ofMost(own.isEmpty() ? nodes : own)) {
            var pod = on(daemon, name);
            if (!own.isEmpty() || new Checker(List.of(node)).refusal(pod, name).isEmpty()) {
                all.add(pod);
            }
        }
        return all;
    }

    private static Map<String, Object> like(List<Map<String, Object>> nodes, String name) {
        var labels = new TreeMap<String, Object>(labels(nodes.getFirst()));
        var taints = new ArrayList<Object>(taints(nodes.getFirst()));
        var room = new TreeMap<String, Object>(room(nodes.getFirst()));
        for (var node : nodes) {
            labels.entrySet().retainAll(labels(node).entrySet());
            taints.retainAll(taints(node));
            room.keySet().retainAll(room(node).keySet());
            room.replaceAll((resource, amount) -> less(amount, Plain.part(room(node), resource)));
        }
        return node(name, labels, taints, room);
    }

    private static Map<String, Object> said(Map<?, ?> group, String name) {
        var labels = new TreeMap<String, Object>();
        labels.put(POOL, Plain.text(group, "name"));
        labels.put(ZONE, Plain.in(group, "template", "zone"));
        var room = Plain.tree(Plain.in(group, "template", "allocatable"));
        return node(name, labels, List.of(), room);
    }

    private static Map<String, Object> node(
            String name, Map<String, Object> labels, List<?> taints, Map<String, Object> room) {
        var own = new TreeMap<>(labels);
        own.put(HOST, name);
        return Map.of(
                "kind", "Node",
                "metadata", Map.of("name", name, "labels", own),
                "spec", Map.of("taints", taints),
                "status", Map.of("allocatable", room));
    }

    /// One pod of each DaemonSet that is on more than half of the nodes that take pods.
    private List<Map<String, Object>> ofMost(List<Map<String, Object>> some) {
        var names =
                some.stream()
                        .filter(node -> !PASSING.matcher(Plain.json(node)).find())
                        .map(node -> Plain.in(node, "metadata", "name"))
                        .toList();
        var bySet = new TreeMap<String, List<Map<String, Object>>>();
        for (var daemon : daemons) {
            if (names.contains(Plain.in(daemon, "spec", "nodeName"))) {
                bySet.computeIfAbsent(set(daemon), _ -> new ArrayList<>()).add(daemon);
            }
        }
        return bySet.values().stream()
                .filter(pods -> 2 * pods.size() > names.size())
                .map(List::getFirst)
                .toList();
    }

    /// The DaemonSet of a pod; empty if it is of none.
    private static String set(Map<String, Object> object) {
        return Plain.in(object, "metadata", "ownerReferences") instanceof List<?> owners
                ? Plain.text((Map<?, ?>) owners.getFirst(), "name")
                : "";
    }

    private static Map<String, Object> on(Map<String, Object> daemon, String node) {
        var old = Plain.in(daemon, "spec", "nodeName").toString();
        return Plain.tree(Plain.map(Plain.json(daemon).replace(old, node)));
    }

    /// Amounts of one resource are in one unit.
    private static Object less(Object one, Object other) {
        return number(one) <= number(other) ? one : other;
    }

    private static long number(Object amount) {
        return Long.parseLong(amount.toString().replaceAll("[A-Za-z]+$", ""));
    }

    private static Map<String, Object> labels(Map<String, Object> object) {
        return Plain.tree(Plain.in(object, "metadata", "labels"));
    }

    /// The taints of a node in service: a cordon, a drain and a start pass.
    private static List<?> taints(Map<String, Object> node) {
        return ((List<?>) Plain.in(node, "spec", "taints"))
                .stream().filter(taint -> !PASSING.matcher(taint.toString()).find()).toList();
    }

    private static Map<String, Object> room(Map<String, Object> node) {
        return Plain.tree(Plain.in(node, "status", "allocatable"));
    }
}
