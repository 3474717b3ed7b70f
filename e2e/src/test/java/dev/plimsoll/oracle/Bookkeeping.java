package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.metadata;
import static dev.plimsoll.oracle.Trees.name;
import static dev.plimsoll.oracle.Trees.namespace;

import dev.plimsoll.formats.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Removes from an object of the API server the values that differ from run to run, and the
/// defaults that do not matter to the scheduler.
///
/// Real ids are replaced by those of the case, and the time of a deletion by a fixed one.
final class Bookkeeping {

    private static final Map<String, List<String>> NOISE =
            Map.of(
                    "Pod",
                    List.of(
                            "spec.schedulerName",
                            "spec.schedulingGates",
                            "spec.dnsPolicy",
                            "spec.enableServiceLinks",
                            "spec.preemptionPolicy",
                            "spec.priority",
                            "spec.restartPolicy",
                            "spec.securityContext",
                            "spec.terminationGracePeriodSeconds",
                            "spec.containers.image",
                            "spec.containers.imagePullPolicy",
                            "spec.containers.terminationMessagePath",
                            "spec.containers.terminationMessagePolicy",
                            "spec.initContainers.image",
                            "spec.initContainers.imagePullPolicy",
                            "spec.initContainers.terminationMessagePath",
                            "spec.initContainers.terminationMessagePolicy"),
                    "Node",
                    List.of("status.nodeInfo", "status.daemonEndpoints", "status.capacity"),
                    "Namespace",
                    List.of("spec", "status"),
                    "PersistentVolume",
                    List.of(
                            "status.lastPhaseTransitionTime",
                            "spec.hostPath.type",
                            "spec.persistentVolumeReclaimPolicy"),
                    "StorageClass",
                    List.of("reclaimPolicy"));

    private static final List<String> METADATA =
            List.of(
                    "metadata.managedFields",
                    "metadata.creationTimestamp",
                    "metadata.resourceVersion",
                    "metadata.generation",
                    "metadata.deletionGracePeriodSeconds");

    private Bookkeeping() {}

    /// @param wanted the object of the case
    /// @param kept the server's object; it is changed
    static Map<String, Object> without(Map<String, Object> wanted, Map<String, Object> kept) {
        METADATA.forEach(path -> remove(kept, path));
        NOISE.getOrDefault(JsonTree.text(wanted, "kind"), List.of())
                .forEach(path -> remove(kept, path));
        var metadata = metadata(kept);
        metadata.remove("uid");
        if (Scene.isPod(wanted)) {
            metadata.put("uid", namespace(wanted) + "/" + name(wanted));
            remove(kept, "status");
            if (wanted.get("status") instanceof Map<?, ?> status) {
                kept.put("status", status);
            }
        }
        for (var key : List.of("uid", "ownerReferences")) {
            if (metadata(wanted).containsKey(key)) {
                metadata.put(key, metadata(wanted).get(key));
            }
        }
        metadata.computeIfPresent("deletionTimestamp", (_, _) -> "2026-01-01T00:00:00Z");
        var result = new LinkedHashMap<String, Object>();
        result.put("apiVersion", JsonTree.at(wanted, "apiVersion"));
        result.put("kind", JsonTree.at(wanted, "kind"));
        result.putAll(kept);
        return result;
    }

    /// Descends into each map of a list on the way.
    private static void remove(Object tree, String path) {
        if (tree instanceof List<?> list) {
            list.forEach(item -> remove(item, path));
        }
        if (!(tree instanceof Map<?, ?>)) {
            return;
        }
        var map = JsonTree.map(tree);
        int dot = path.indexOf('.');
        if (dot < 0) {
            map.remove(path);
        } else {
            remove(map.getOrDefault(path.substring(0, dot), ""), path.substring(dot + 1));
        }
    }
}
