package dev.plimsoll.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Small clusters with the expected verdicts for a pod.
///
/// A situation has a sentence (`that`), `nodes` and `pods` by name, other `objects`, the pending
/// `pod`, and a verdict for each node: `fits` or the first word of the refusal. Nodes and pods have
/// only the relevant fields; `labels`, `in` (a namespace) and `on` (a node) are abbreviations of
/// Kubernetes' fields.
final class Situations {

    @SuppressWarnings("unchecked")
    static void check(String yaml) {
        var load = new Load(LoadSettings.builder().build());
        for (var situation : (List<Map<String, Object>>) load.loadFromString(yaml)) {
            check(situation);
        }
    }

    private static void check(Map<String, Object> situation) {
        var objects = new ArrayList<>(Tree.maps(situation, "objects"));
        var nodes = Tree.map(situation, "nodes");
        nodes.keySet().forEach(name -> objects.add(node(name, Tree.map(nodes, name))));
        var pods = Tree.map(situation, "pods");
        pods.keySet().forEach(name -> objects.add(pod(name, Tree.map(pods, name))));
        var checker = new Checker(objects);
        var asking = pod("asking", Tree.map(situation, "pod"));

        var verdicts = new LinkedHashMap<String, Object>();
        for (var node : nodes.keySet()) {
            verdicts.put(node, checker.refusal(asking, node).map(Situations::rule).orElse("fits"));
        }

        assertThat(verdicts)
                .as(Tree.text(situation, "that"))
                .isEqualTo(Tree.map(situation, "verdicts"));
    }

    private static String rule(String refusal) {
        return refusal.substring(0, refusal.indexOf(':'));
    }

    static Map<String, Object> node(String name, Map<String, Object> written) {
        Map<String, Object> room = Map.of("cpu", "4", "memory", "4Gi", "pods", "10");
        Map<String, Object> offered = Map.of("status", Map.of("allocatable", room));
        return merged(object("Node", name, written), offered, written);
    }

    static Map<String, Object> pod(String name, Map<String, Object> written) {
        var containers = List.of(Map.of("name", "c"));
        Map<String, Object> container = Map.of("spec", Map.of("containers", containers));
        var namespace = written.getOrDefault("in", "red");
        var pod =
                Tree.with(
                        merged(object("Pod", name, written), container, written),
                        namespace,
                        "metadata",
                        "namespace");
        return written.containsKey("on")
                ? Tree.with(pod, Tree.text(written, "on"), "spec", "nodeName")
                : pod;
    }

    private static Map<String, Object> object(
            String kind, String name, Map<String, Object> written) {
        var metadata = Map.of("name", name, "labels", Tree.map(written, "labels"));
        return Map.of("kind", kind, "metadata", metadata);
    }

    /// The merged trees; a later one wins where they differ.
    @SafeVarargs
    private static Map<String, Object> merged(Map<String, Object>... trees) {
        var merged = new LinkedHashMap<String, Object>();
        for (var tree : trees) {
            for (var key : tree.keySet()) {
                boolean both =
                        Tree.at(merged, key) instanceof Map && Tree.at(tree, key) instanceof Map;
                merged.put(
                        key,
                        both
                                ? merged(Tree.map(merged, key), Tree.map(tree, key))
                                : tree.getOrDefault(key, ""));
            }
        }
        return merged;
    }

    private Situations() {}
}
