package dev.plimsoll.e2e;

import dev.plimsoll.formats.JsonTree;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/// The nodes of one group on a control plane, and a Deployment that only runs there.
///
/// @param name the name of the group, of its namespace and of its Deployment
/// @param managed what sets its size
record NodeGroup(ControlPlane plane, String name, Managed managed) {

    /// What sets the size of a group.
    enum Managed {

        /// Its utilisation, of which 70% is the most.
        UTILISATION,

        /// The pods that are pending, and the nodes whose pods fit elsewhere.
        PODS
    }

    static final String LABEL = "example.com/pool";

    NodeGroup(ControlPlane plane, String name) {
        this(plane, name, Managed.UTILISATION);
    }

    /// Creates the namespace, some nodes and the Deployment. A pod requests 500m of a node's 4 cpu.
    static NodeGroup create(ControlPlane plane, String name, int nodes, int replicas) {
        return new NodeGroup(plane, name).create(nodes, replicas);
    }

    /// Creates the namespace, some nodes and the Deployment.
    NodeGroup create(int nodes, int replicas) {
        var group = this;
        plane.api().create(Manifests.namespace(name));
        plane.await("namespace " + name, group::hasAccount);
        IntStream.rangeClosed(1, nodes)
                .forEach(i -> plane.api().create(group.node(name + "-" + i)));
        // Else all pods may go to the first node that is Ready.
        plane.await("nodes of " + name, () -> group.ready() == nodes);
        plane.api()
                .create(
                        Manifests.deployment(
                                name,
                                name,
                                replicas,
                                PodTemplate.of(name, "500m", "512Mi")
                                        .withNodeSelector(LABEL, name)));
        return group;
    }

    private boolean hasAccount() {
        var path = "/api/v1/namespaces/" + name + "/serviceaccounts/default";
        return plane.api().ask("GET", path, Map.of()).isGood();
    }

    Map<String, Object> node(String node) {
        return Manifests.node(node, Map.of(LABEL, name), Map.of("cpu", "4", "memory", "16Gi"));
    }

    /// A policy with short times for this group alone.
    ///
    /// @param more further keys of the group
    String policy(String... more) {
        return """
        apiVersion: plimsoll.dev/v1alpha1
        kind: Policy
        scaling: {unneededFor: 5s, settle: 5s}
        groups:
        """
                + section(more);
    }

    /// The name of the loop that decides about it.
    String loop() {
        return switch (managed) {
            case UTILISATION -> name;
            case PODS -> "cluster";
        };
    }

    /// This group in a policy, after other groups.
    ///
    /// @param more further keys of the group
    String section(String... more) {
        var group =
                """
                - name: %s
                  match: {labels: {%s: %s}}
                  manage: %s
                  minNodes: 1
                  maxNodes: 12
                  %s
                """
                        .formatted(
                                name,
                                LABEL,
                                name,
                                managed.name().toLowerCase(Locale.ROOT),
                                String.join("\n  ", more));
        return switch (managed) {
            case UTILISATION ->
                    group
                            + """
                              sizing:
                                scaleUpCoolDownPeriod: 3s
                                softDeleteGracePeriod: 2s
                                hardDeleteGracePeriod: 4s
                                killAfter: 60s
                                settle: 5s
                            """;
            case PODS -> group;
        };
    }

    /// The nodes for a number of its pods.
    int nodesFor(int pods) {
        return switch (managed) {
            case UTILISATION -> Math.ceilDiv(500 * pods * 100, 4_000 * 70);
            case PODS -> Math.ceilDiv(500 * pods, 4_000);
        };
    }

    void scale(int replicas) {
        plane.api()
                .patch(
                        Api.path("apps/v1", "Deployment", name) + "/" + name,
                        Map.of("spec", Map.of("replicas", replicas)));
    }

    /// Changes its disruption budget, which `Faults` creates. A node is drained because its pods
    /// fit elsewhere only if the budget allows to evict all of them.
    ///
    /// @param pods the least number that must be Ready
    void keepAvailable(int pods) {
        plane.api()
                .patch(
                        Api.path("policy/v1", "PodDisruptionBudget", name) + "/" + name,
                        Map.of("spec", Map.of("minAvailable", pods)));
    }

    List<Map<String, Object>> nodes() {
        return plane.api().list(Api.path("v1", "Node", "")).stream()
                .filter(node -> JsonTree.text(node, "metadata", "labels", LABEL).equals(name))
                .toList();
    }

    long ready() {
        return nodes().stream().filter(NodeGroup::isReady).count();
    }

    static boolean isReady(Map<String, Object> node) {
        return JsonTree.maps(node, "status", "conditions").stream()
                .anyMatch(condition ->
                        JsonTree.text(condition, "type").equals("Ready")
                                && JsonTree.text(condition, "status").equals("True"));
    }

    List<Map<String, Object>> pods() {
        return plane.api().list(Api.path("v1", "Pod", name));
    }

    /// The pods that run on nodes.
    long running() {
        return pods().stream()
                .filter(pod -> JsonTree.text(pod, "status", "phase").equals("Running"))
                .filter(pod -> JsonTree.text(pod, "metadata", "deletionTimestamp").isEmpty())
                .count();
    }
}
