package dev.plimsoll.e2e;

import dev.plimsoll.formats.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Kubernetes objects as plain trees, ready to be created.
public final class Manifests {

    private Manifests() {}

    public static Map<String, Object> namespace(String name) {
        return object("v1", "Namespace", Map.of("name", name), Map.of());
    }

    /// A node that kwok runs, with 110 pods.
    public static Map<String, Object> node(String name, String cpu, String memory) {
        return node(name, Map.of(), Map.of("cpu", cpu, "memory", memory));
    }

    /// A node that kwok runs.
    ///
    /// @param labels labels beside that of the host's name
    /// @param room its capacity, all of it allocatable; 110 pods unless it says otherwise
    public static Map<String, Object> node(
            String name, Map<String, String> labels, Map<String, String> room) {
        var all = new LinkedHashMap<>(Map.of("kubernetes.io/hostname", name));
        all.putAll(labels);
        var whole = new LinkedHashMap<>(Map.of("pods", "110"));
        whole.putAll(room);
        Map<String, Object> metadata =
                Map.of(
                        "name", name,
                        "labels", all,
                        "annotations", Map.of("kwok.x-k8s.io/node", "fake"));
        var status = Map.of("capacity", whole, "allocatable", whole);
        return object("v1", "Node", metadata, Map.of("status", status));
    }

    public static Map<String, Object> pod(String namespace, String name, PodTemplate template) {
        Map<String, Object> metadata =
                Map.of("namespace", namespace, "name", name, "labels", template.labels());
        return object("v1", "Pod", metadata, Map.of("spec", template.spec()));
    }

    /// Selects its pods by all labels of their template.
    public static Map<String, Object> deployment(
            String namespace, String name, int replicas, PodTemplate template) {
        var spec =
                Map.of(
                        "replicas", replicas,
                        "selector", Map.of("matchLabels", template.labels()),
                        "template",
                                Map.of(
                                        "metadata", Map.of("labels", template.labels()),
                                        "spec", template.spec()));
        return object("apps/v1", "Deployment", named(namespace, name), Map.of("spec", spec));
    }

    public static Map<String, Object> podTemplate(
            String namespace, String name, PodTemplate template) {
        var pod =
                Map.of(
                        "metadata", Map.of("labels", template.labels()),
                        "spec", template.spec());
        return object("v1", "PodTemplate", named(namespace, name), Map.of("template", pod));
    }

    /// Room that is to be kept free.
    public static Map<String, Object> capacityBuffer(
            String namespace, String name, Map<String, Object> spec) {
        return object(
                "autoscaling.x-k8s.io/v1beta1",
                "CapacityBuffer",
                named(namespace, name),
                Map.of("spec", spec));
    }

    /// @param hard the most of each resource
    public static Map<String, Object> resourceQuota(
            String namespace, String name, Map<String, String> hard) {
        return object(
                "v1",
                "ResourceQuota",
                named(namespace, name),
                Map.of("spec", Map.of("hard", hard)));
    }

    /// @param labels those of the pods that it protects
    public static Map<String, Object> budget(
            String namespace, String name, int minAvailable, Map<String, String> labels) {
        var spec = Map.of("minAvailable", minAvailable, "selector", Map.of("matchLabels", labels));
        return object(
                "policy/v1", "PodDisruptionBudget", named(namespace, name), Map.of("spec", spec));
    }

    /// The body of a request to evict a pod; see `Api.evict`.
    static Map<String, Object> eviction(Map<String, Object> pod) {
        Map<String, Object> metadata =
                named(
                        JsonTree.text(pod, "metadata", "namespace"),
                        JsonTree.text(pod, "metadata", "name"));
        return object("policy/v1", "Eviction", metadata, Map.of());
    }

    /// @param rules as in RBAC: `apiGroups`, `resources`, `verbs`
    public static Map<String, Object> clusterRole(String name, List<Map<String, Object>> rules) {
        return object(
                "rbac.authorization.k8s.io/v1",
                "ClusterRole",
                Map.of("name", name),
                Map.of("rules", rules));
    }

    /// Gives a cluster role to a user; it has the names of both.
    public static Map<String, Object> binding(String clusterRole, User user) {
        var group = "rbac.authorization.k8s.io";
        return object(
                group + "/v1",
                "ClusterRoleBinding",
                Map.of("name", clusterRole + "-" + user.fileName()),
                Map.of(
                        "roleRef",
                        Map.of("apiGroup", group, "kind", "ClusterRole", "name", clusterRole),
                        "subjects",
                        List.of(Map.of("apiGroup", group, "kind", "User", "name", user.name()))));
    }

    /// A node group of Cluster API, in a cluster of the same name.
    public static Map<String, Object> machineDeployment(
            String namespace, String name, int replicas) {
        var machine =
                Map.of(
                        "clusterName",
                        name,
                        "bootstrap",
                        Map.of("dataSecretName", name),
                        "infrastructureRef",
                        Map.of(
                                "apiGroup", "infrastructure.cluster.x-k8s.io",
                                "kind", "FakeMachineTemplate",
                                "name", name));
        var spec =
                Map.of(
                        "clusterName",
                        name,
                        "replicas",
                        replicas,
                        "selector",
                        Map.of("matchLabels", Map.of("machines", name)),
                        "template",
                        Map.of(
                                "metadata",
                                Map.of("labels", Map.of("machines", name)),
                                "spec",
                                machine));
        return object(
                "cluster.x-k8s.io/v1beta2",
                "MachineDeployment",
                named(namespace, name),
                Map.of("spec", spec));
    }

    private static Map<String, Object> named(String namespace, String name) {
        return Map.of("namespace", namespace, "name", name);
    }

    private static Map<String, Object> object(
            String apiVersion, String kind, Map<String, Object> metadata, Map<String, ?> rest) {
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", apiVersion);
        object.put("kind", kind);
        object.put("metadata", metadata);
        object.putAll(rest);
        return object;
    }
}
