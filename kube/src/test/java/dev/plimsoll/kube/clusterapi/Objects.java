package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.formats.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Objects of Cluster API in the namespace `fleet`, as tests need them.
final class Objects {

    private static final String API_VERSION = "cluster.x-k8s.io/v1beta2";

    private Objects() {}

    /// A group of its kind with limits.
    static ApiObject group(String kind, String name, int replicas, int least, int most) {
        var object = object(kind, name, Map.of("replicas", (long) replicas));
        return annotated(
                annotated(object, Annotations.MIN_SIZE, String.valueOf(least)),
                Annotations.MAX_SIZE,
                String.valueOf(most));
    }

    /// The set of a deployment of the same name.
    static ApiObject setOf(String deployment) {
        return owned(object("MachineSet", deployment, Map.of()), "MachineDeployment", deployment);
    }

    /// A machine that runs, with the provider id `fake://name`.
    static ApiObject running(String name, String set) {
        var made = with(made(name, set), "Running", "status", "phase");
        return with(made, name, "status", "nodeRef", "name");
    }

    /// A machine that exists and has no node yet.
    static ApiObject made(String name, String set) {
        var machine = with(pending(name, set), "fake://" + name, "spec", "providerID");
        return with(machine, "Provisioned", "status", "phase");
    }

    /// A machine that does not exist yet.
    static ApiObject pending(String name, String set) {
        var machine = owned(object("Machine", name, Map.of()), "MachineSet", set);
        return with(machine, "Pending", "status", "phase");
    }

    static ApiObject owned(ApiObject object, String kind, String owner) {
        var reference = Map.of("apiVersion", API_VERSION, "kind", kind, "name", owner);
        return with(object, List.of(reference), "metadata", "ownerReferences");
    }

    static ApiObject annotated(ApiObject object, String key, String value) {
        return with(object, value, "metadata", "annotations", key);
    }

    static ApiObject object(String kind, String name, Map<String, Object> spec) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("namespace", "fleet");
        metadata.put("name", name);
        metadata.put("uid", kind + "-" + name);
        metadata.put("creationTimestamp", "2026-01-01T00:00:00Z");
        var tree = new LinkedHashMap<String, Object>();
        tree.put("apiVersion", API_VERSION);
        tree.put("kind", kind);
        tree.put("metadata", metadata);
        tree.put("spec", spec);
        return new ApiObject(tree);
    }

    /// The object with another value at a path of keys.
    static ApiObject with(ApiObject object, Object value, String... path) {
        return new ApiObject(with(object.tree(), value, List.of(path)));
    }

    private static Map<String, Object> with(
            Map<String, Object> tree, Object value, List<String> path) {
        var changed = new LinkedHashMap<>(tree);
        var key = path.getFirst();
        changed.put(
                key,
                path.size() == 1
                        ? value
                        : with(
                                JsonTree.map(tree.getOrDefault(key, "")),
                                value,
                                path.subList(1, path.size())));
        return changed;
    }
}
