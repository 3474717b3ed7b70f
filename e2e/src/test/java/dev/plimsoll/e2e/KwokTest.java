package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Nodes fail when a test says so, and pods that start slowly hold a budget down.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KwokTest {

    private static final PodTemplate WEB = PodTemplate.of("web", "500m", "512Mi");

    private final ControlPlane plane;
    private final Api api;

    KwokTest() {
        plane = ControlPlane.start(Setup.whole().withPodStart(Duration.ofSeconds(5)));
        api = plane.api();
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void aPodThatStartsHoldsTheBudgetDown() {
        api.create(Manifests.namespace("red"));
        api.create(Manifests.node("n1", "4", "16Gi"));
        api.create(Manifests.deployment("red", "web", 4, WEB));
        api.create(Manifests.budget("red", "web", 3, WEB.labels()));
        plane.await("one disruption to be allowed", () -> allowed() == 1);

        var first = api.evict(running().getFirst());
        plane.await("the replacement", () -> pods().size() == 4);
        var second = api.evict(running().getFirst());

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(429);
        plane.await("the replacement to be Ready", () -> allowed() == 1);
    }

    @Test
    void aNodeFailsAndHeals() {
        var node = Manifests.node("n2", "4", "16Gi");
        api.create(node);
        plane.await("the node to be Ready", () -> ready(node).equals("True"));

        api.patch(Api.path(node), failing("true"));
        plane.await("the node to fail", () -> ready(node).equals("False"));
        api.patch(Api.path(node), failing("false"));

        plane.await("the node to heal", () -> ready(node).equals("True"));
    }

    private static Map<String, Object> failing(String value) {
        return Map.of("metadata", Map.of("labels", Map.of(Stages.NOT_READY, value)));
    }

    private String ready(Map<String, Object> node) {
        return JsonTree.maps(api.get(Api.path(node)), "status", "conditions").stream()
                .filter(condition -> JsonTree.text(condition, "type").equals("Ready"))
                .map(condition -> JsonTree.text(condition, "status"))
                .findFirst()
                .orElse("");
    }

    private List<Map<String, Object>> pods() {
        return api.list(Api.path("v1", "Pod", "red")).stream()
                .filter(pod -> JsonTree.text(pod, "metadata", "deletionTimestamp").isEmpty())
                .toList();
    }

    private List<Map<String, Object>> running() {
        return pods().stream()
                .filter(pod -> JsonTree.text(pod, "status", "phase").equals("Running"))
                .toList();
    }

    private long allowed() {
        var budget = api.get(Api.path("policy/v1", "PodDisruptionBudget", "red") + "/web");
        return JsonTree.at(budget, "status", "disruptionsAllowed") instanceof Long count
                ? count
                : 0;
    }
}
