package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.JsonTree;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Programs are paused, killed and restarted, and the cluster heals.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsTest {

    private static final String NAMESPACES = Api.path("v1", "Namespace", "");

    private final ControlPlane plane;
    private final Api api;

    FaultsTest() {
        plane =
                ControlPlane.start(
                        Setup.whole()
                                .withFlags(Program.KWOK, "--node-lease-duration-seconds=4")
                                .withFlags(Program.CONTROLLERS, "--node-monitor-grace-period=8s"));
        api = plane.api();
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void aKilledApiServerRestartsWithItsData() {
        var server = plane.component(Program.API_SERVER);
        api.create(Manifests.namespace("kept"));

        server.kill();
        assertThatThrownBy(() -> api.get(NAMESPACES)).isInstanceOf(UncheckedIOException.class);
        server.restart();

        assertThat(JsonTree.text(api.get(NAMESPACES + "/kept"), "metadata", "name"))
                .isEqualTo("kept");
    }

    @Test
    void aKilledEtcdRestartsWithItsData() {
        api.create(Manifests.namespace("stored"));

        plane.component(Program.ETCD).restart();

        plane.await("the namespace", () -> get(NAMESPACES + "/stored").isGood());
    }

    @Test
    void aPausedEtcdMakesWritesTimeOut() {
        var late = Manifests.namespace("late");
        var etcd = plane.component(Program.ETCD);

        etcd.pause();
        var during = api.ask("POST", NAMESPACES + "?timeout=2s", late);
        etcd.resume();

        assertThat(during.status()).isEqualTo(504);
        plane.await("a write", () -> isThere(api.ask("POST", NAMESPACES, late)));
    }

    @Test
    void podsAreReadyAgainAfterTheirNodeWasSilent() {
        for (var program : List.of(Program.SCHEDULER, Program.CONTROLLERS, Program.KWOK)) {
            plane.component(program).restart();
        }
        api.create(Manifests.node("n1", "4", "16Gi"));
        api.create(Manifests.deployment("default", "web", 2, PodTemplate.of("web", "1", "1Gi")));
        plane.await("two pods to be Ready", () -> readyPods() == 2);
        var timeline = new Timeline();

        plane.component(Program.KWOK).pause();
        plane.await("the pods to be not Ready", () -> readyPods() == 0);
        timeline.note("pods of a silent node not Ready");
        plane.component(Program.KWOK).resume();

        plane.await("two pods to be Ready again", () -> readyPods() == 2);
        timeline.note("Ready again");
    }

    private static boolean isThere(Api.Answer answer) {
        return answer.isGood() || answer.status() == 409;
    }

    private Api.Answer get(String path) {
        return api.ask("GET", path, Map.of());
    }

    private long readyPods() {
        return api.list(Api.path("v1", "Pod", "default")).stream()
                .flatMap(pod -> JsonTree.maps(pod, "status", "conditions").stream())
                .filter(condition -> JsonTree.text(condition, "type").equals("Ready"))
                .filter(condition -> JsonTree.text(condition, "status").equals("True"))
                .count();
    }
}
