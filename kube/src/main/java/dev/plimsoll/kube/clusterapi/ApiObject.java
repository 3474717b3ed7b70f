package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.formats.JsonTree;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An object of Cluster API as the API server sent it.
record ApiObject(Map<String, Object> tree) {

    /// Its name among the objects of its kind: `namespace/name`.
    String key() {
        return namespace() + "/" + name();
    }

    String namespace() {
        return text("metadata", "namespace");
    }

    String name() {
        return text("metadata", "name");
    }

    String uid() {
        return text("metadata", "uid");
    }

    /// Its `resourceVersion`.
    String version() {
        return text("metadata", "resourceVersion");
    }

    /// This version is later than the other. Versions are whole numbers of any length.
    boolean isNewerThan(ApiObject other) {
        int longer = Integer.compare(version().length(), other.version().length());
        return longer > 0 || (longer == 0 && version().compareTo(other.version()) > 0);
    }

    /// Its path at the API server.
    String path(MachineKind kind) {
        return siblings(kind) + "/" + name();
    }

    /// The path of a list of this object alone.
    String listPath(MachineKind kind) {
        return siblings(kind) + "?fieldSelector=metadata.name%3D" + name();
    }

    private String siblings(MachineKind kind) {
        return "/apis/" + text("apiVersion") + "/namespaces/" + namespace() + "/" + kind.plural();
    }

    /// The text at a path of keys; empty if there is none.
    String text(String... path) {
        return JsonTree.text(tree, path);
    }

    /// The whole number at a path of keys.
    ///
    /// @param absent the number if there is none
    int number(int absent, String... path) {
        return JsonTree.at(tree, path) instanceof Long number
                ? Math.clamp(number, 0, Integer.MAX_VALUE)
                : absent;
    }

    /// The value of an annotation; empty if it has none.
    String annotation(String key) {
        return text("metadata", "annotations", key);
    }

    boolean hasAnnotation(String key) {
        return JsonTree.map(JsonTree.at(tree, "metadata", "annotations")).containsKey(key);
    }

    boolean isDeleting() {
        return !text("metadata", "deletionTimestamp").isEmpty();
    }

    Instant created() {
        try {
            return Instant.parse(text("metadata", "creationTimestamp"));
        } catch (DateTimeException absent) {
            return Instant.EPOCH;
        }
    }

    /// The key of its owner of a kind; empty if it has none.
    String owner(MachineKind kind) {
        for (var owner : JsonTree.maps(tree, "metadata", "ownerReferences")) {
            if (JsonTree.text(owner, "kind").equals(kind.toString())
                    && JsonTree.text(owner, "apiVersion").startsWith(MachineKind.API_GROUP + "/")) {
                return namespace() + "/" + JsonTree.text(owner, "name");
            }
        }
        return "";
    }

    /// The conditions in its status, wherever its API version has them.
    List<Map<String, Object>> conditions() {
        var all = new ArrayList<>(JsonTree.maps(tree, "status", "conditions"));
        all.addAll(JsonTree.maps(tree, "status", "v1beta2", "conditions"));
        all.addAll(JsonTree.maps(tree, "status", "deprecated", "v1beta1", "conditions"));
        return all;
    }

    boolean hasCondition(String type, String status) {
        return conditions().stream()
                .anyMatch(condition ->
                        JsonTree.text(condition, "type").equals(type)
                                && JsonTree.text(condition, "status").equals(status));
    }

    /// It differs from the other at most in its status, and has the same number of machines.
    boolean isLikeBefore(ApiObject other) {
        return uid().equals(other.uid())
                && isDeleting() == other.isDeleting()
                && JsonTree.at(tree, "spec").equals(JsonTree.at(other.tree, "spec"))
                && text("status", "replicas").equals(other.text("status", "replicas"))
                && JsonTree.at(tree, "metadata", "annotations")
                        .equals(JsonTree.at(other.tree, "metadata", "annotations"));
    }

    /// This object in a later version and with another number of replicas.
    ApiObject with(String version, int replicas) {
        var metadata = new LinkedHashMap<>(JsonTree.map(JsonTree.at(tree, "metadata")));
        metadata.put("resourceVersion", version);
        var spec = new LinkedHashMap<>(JsonTree.map(JsonTree.at(tree, "spec")));
        spec.put("replicas", (long) replicas);
        var changed = new LinkedHashMap<>(tree);
        changed.put("metadata", metadata);
        changed.put("spec", spec);
        return new ApiObject(changed);
    }
}
