package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.metadata;
import static dev.plimsoll.oracle.Trees.object;
import static dev.plimsoll.oracle.Trees.tree;

import java.util.List;
import java.util.Map;

/// Objects of every case: namespaces, and the runtime class for pod overheads.
final class Everywhere {

    static List<Map<String, Object>> always() {
        return List.of(
                namespace("red", tree("team", "a")),
                namespace("blue", tree("team", "b", "stage", "prod")),
                namespace("grey", tree()),
                runtimeClass());
    }

    private static Map<String, Object> namespace(String name, Map<String, Object> labels) {
        var namespace = object("v1", "Namespace", name);
        labels.put("kubernetes.io/metadata.name", name);
        metadata(namespace).put("labels", labels);
        return namespace;
    }

    private static Map<String, Object> runtimeClass() {
        var runtimeClass = object("node.k8s.io/v1", "RuntimeClass", "heavy");
        runtimeClass.put("handler", "heavy");
        runtimeClass.put("overhead", tree("podFixed", overhead()));
        return runtimeClass;
    }

    /// An API server accepts the overhead of a pod only if its runtime class has the same.
    static Map<String, Object> overhead() {
        return tree("cpu", "250m", "memory", "256Mi");
    }

    private Everywhere() {}
}
