package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A small cluster lives: nodes get ready, pods run, a budget holds.
@Tag("e2e")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmokeTest {

    private static final String NODES = Api.path("v1", "Node", "");
    private static final String PODS = Api.path("v1", "Pod", "default");
    private static final Map<String, Object> LABELS = Map.of("app", "web");

    private final ControlPlane plane;

    SmokeTest() {
        plane = ControlPlane.start(Setup.whole());
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void runsPodsOnNodesAndHoldsABudget() {
        for (int i = 1; i <= 5; i++) {
            plane.api().create(node("n" + i));
        }
        plane.api().create(deployment(25));
        plane.api().create(budget(25));

        plane.await("five nodes to be ready", () -> ready(plane.api().list(NODES)) == 5);
        plane.await("25 pods to run", () -> running().size() == 25);
        plane.await("the budget to be counted", () -> healthy() == 25);
        var refused = evict(running().getFirst());

        assertThat(running()).allMatch(pod -> !Plain.text(pod, "spec", "nodeName").isEmpty());
        assertThat(refused.status()).isEqualTo(429);
        assertThat(Plain.maps(refused.object(), "details", "causes"))
                .extracting(cause -> cause.get("reason"))
                .containsExactly("DisruptionBudget");
        assertThat(running()).hasSize(25);
    }

    private long healthy() {
        var path = Api.path("policy/v1", "PodDisruptionBudget", "default") + "/web";
        return Plain.at(plane.api().get(path), "status", "currentHealthy") instanceof Long count
                ? count
                : 0;
    }

    private Api.Answer evict(Map<String, Object> pod) {
        var name = Plain.text(pod, "metadata", "name");
        return plane.api()
                .ask(
                        "POST",
                        PODS + "/" + name + "/eviction",
                        Map.of(
                                "apiVersion",
                                "policy/v1",
                                "kind",
                                "Eviction",
                                "metadata",
                                Map.of("name", name, "namespace", "default")));
    }

    private List<Map<String, Object>> running() {
        return plane.api().list(PODS).stream()
                .filter(pod -> Plain.text(pod, "status", "phase").equals("Running"))
                .toList();
    }

    private static long ready(List<Map<String, Object>> nodes) {
        return nodes.stream()
                .flatMap(node -> Plain.maps(node, "status", "conditions").stream())
                .filter(condition -> Plain.text(condition, "type").equals("Ready"))
                .filter(condition -> Plain.text(condition, "status").equals("True"))
                .count();
    }

    private static Map<String, Object> node(String name) {
        var room = Map.of("cpu", "4", "memory", "16Gi", "pods", "110");
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Node",
                "metadata",
                Map.of(
                        "name", name,
                        "labels", Map.of("kubernetes.io/hostname", name),
                        "annotations", Map.of("kwok.x-k8s.io/node", "fake")),
                "status",
                Map.of("capacity", room, "allocatable", room));
    }

    private static Map<String, Object> deployment(int replicas) {
        var asks = Map.of("requests", Map.of("cpu", "500m", "memory", "512Mi"));
        var container = Map.of("name", "web", "image", "web", "resources", asks);
        return Map.of(
                "apiVersion",
                "apps/v1",
                "kind",
                "Deployment",
                "metadata",
                Map.of("name", "web", "namespace", "default"),
                "spec",
                Map.of(
                        "replicas", replicas,
                        "selector", Map.of("matchLabels", LABELS),
                        "template",
                                Map.of(
                                        "metadata", Map.of("labels", LABELS),
                                        "spec", Map.of("containers", List.of(container)))));
    }

    private static Map<String, Object> budget(int least) {
        return Map.of(
                "apiVersion",
                "policy/v1",
                "kind",
                "PodDisruptionBudget",
                "metadata",
                Map.of("name", "web", "namespace", "default"),
                "spec",
                Map.of("minAvailable", least, "selector", Map.of("matchLabels", LABELS)));
    }
}
