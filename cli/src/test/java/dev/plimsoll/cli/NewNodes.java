package dev.plimsoll.cli;

import static java.util.Comparator.comparing;

import dev.plimsoll.checker.Checker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The new nodes of an [AnyDump] as `docs/plan.md` has them: like the newest Ready node of the
/// group, with the labels that all its nodes in the zone have and the DaemonSets' pods of at least
/// half of its Ready nodes; or as a template says, with those of at least half of all Ready nodes.
final class NewNodes {

    private static final String POOL = "eks.amazonaws.com/nodegroup";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String HOST = "kubernetes.io/hostname";

    private final Map<String, List<DumpNode>> groups = new TreeMap<>();
    private final List<DumpNode> nodes = new ArrayList<>();
    private final List<Map<String, Object>> daemons = new ArrayList<>();
    private final Map<String, Map<?, ?>> templates = new TreeMap<>();

    /// @param policy empty for none
    NewNodes(String dump, String policy) {
        for (var object : Plain.trees(dump)) {
            if (DumpNode.isNode(object)) {
                var node = new DumpNode(object);
                nodes.add(node);
                var pool = Plain.part(node.labels(), POOL).toString();
                groups.computeIfAbsent(pool, _ -> new ArrayList<>()).add(node);
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
    List<Map<String, Object>> of(String group, String zone, String name) {
        var own = groups.getOrDefault(group, List.of());
        var ready = ready(own);
        var template = templates.get(group);
        var node =
                ready.isEmpty() && template != null
                        ? said(template, name)
                        : like(ready.isEmpty() ? own : ready, in(zone, own), name);
        var all = new ArrayList<Map<String, Object>>();
        all.add(node);
        for (var daemon : ofHalf(ready.isEmpty() ? ready(nodes) : ready)) {
            var pod = on(daemon, name);
            if (!ready.isEmpty() || new Checker(List.of(node)).refusal(pod, name).isEmpty()) {
                all.add(pod);
            }
        }
        return all;
    }

    private static List<DumpNode> in(String zone, List<DumpNode> own) {
        return own.stream()
                .filter(node -> Plain.part(node.labels(), ZONE).toString().equals(zone))
                .toList();
    }

    private static List<DumpNode> ready(List<DumpNode> nodes) {
        return nodes.stream().filter(DumpNode::isReady).toList();
    }

    private static Map<String, Object> like(List<DumpNode> some, List<DumpNode> own, String name) {
        var newest =
                some.stream()
                        .max(comparing(DumpNode::created).thenComparing(DumpNode::name))
                        .orElseThrow();
        var labels = new TreeMap<String, Object>(own.getFirst().labels());
        own.forEach(node -> labels.entrySet().retainAll(node.labels().entrySet()));
        return node(name, labels, newest.lasting(), newest.room());
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

    /// One pod of each DaemonSet that is on at least half of some nodes.
    private List<Map<String, Object>> ofHalf(List<DumpNode> some) {
        var names = some.stream().map(DumpNode::name).toList();
        var bySet = new TreeMap<String, List<Map<String, Object>>>();
        for (var daemon : daemons) {
            if (names.contains(Plain.in(daemon, "spec", "nodeName").toString())) {
                bySet.computeIfAbsent(set(daemon), _ -> new ArrayList<>()).add(daemon);
            }
        }
        return bySet.values().stream()
                .filter(pods -> 2 * pods.size() >= names.size())
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
}
