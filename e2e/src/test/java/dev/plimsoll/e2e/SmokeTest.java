package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
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
    private static final PodTemplate WEB = PodTemplate.of("web", "500m", "512Mi");

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
            plane.api().create(Manifests.node("n" + i, "4", "16Gi"));
        }
        plane.api().create(Manifests.deployment("default", "web", 25, WEB));
        plane.api().create(Manifests.budget("default", "web", 25, WEB.labels()));

        var timeline = new Timeline();
        plane.await("five nodes to be ready", () -> ready(plane.api().list(NODES)) == 5);
        timeline.note("5 nodes Ready");
        plane.await("25 pods to run", () -> running().size() == 25);
        timeline.note("25 pods Running");
        plane.await("the budget to be counted", () -> healthy() == 25);
        var refused = plane.api().evict(running().getFirst());

        assertThat(running()).allMatch(pod -> !JsonTree.text(pod, "spec", "nodeName").isEmpty());
        assertThat(refused.status()).isEqualTo(429);
        assertThat(JsonTree.maps(refused.object(), "details", "causes"))
                .extracting(cause -> cause.get("reason"))
                .containsExactly("DisruptionBudget");
        assertThat(running()).hasSize(25);
    }

    private long healthy() {
        var path = Api.path("policy/v1", "PodDisruptionBudget", "default") + "/web";
        return JsonTree.at(plane.api().get(path), "status", "currentHealthy") instanceof Long count
                ? count
                : 0;
    }

    private List<Map<String, Object>> running() {
        return plane.api().list(PODS).stream()
                .filter(pod -> JsonTree.text(pod, "status", "phase").equals("Running"))
                .toList();
    }

    private static long ready(List<Map<String, Object>> nodes) {
        return nodes.stream()
                .flatMap(node -> JsonTree.maps(node, "status", "conditions").stream())
                .filter(condition -> JsonTree.text(condition, "type").equals("Ready"))
                .filter(condition -> JsonTree.text(condition, "status").equals("True"))
                .count();
    }
}
