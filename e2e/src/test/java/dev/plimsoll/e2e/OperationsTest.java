package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What operators see of a controller on a real control plane.
@Tag("e2e")
class OperationsTest {

    @TempDir Path folder;

    @Test
    void showsAGroupThatGrowsInMetricsStatusAndEvents() {
        try (var plane = ControlPlane.start(Setup.whole())) {
            var group = NodeGroup.create(plane, "told", 0, 10);
            var policy = group.policy("template: {allocatable: {cpu: 4, memory: 16Gi, pods: 110}}");
            try (var replica =
                    Replica.start(
                            folder,
                            plane.kubeconfig(User.ADMIN),
                            policy,
                            "--namespace",
                            group.name())) {
                plane.await("10 pods to run", () -> group.running() == 10);
                plane.await("the status", () -> status(plane).contains("status: NoActivity"));

                assertThat(status(plane))
                        .contains("autoscalerStatus: Running", "- name: told", "maxSize: 12");
                assertThat(plane.api().list(Api.path("v1", "Event", group.name())))
                        .anySatisfy(event -> {
                            assertThat(JsonTree.text(event, "reason")).isEqualTo("ScaledUpGroup");
                            assertThat(JsonTree.text(event, "message")).startsWith("told 0 -> ");
                            assertThat(JsonTree.text(event, "involvedObject", "uid")).isNotEmpty();
                        });
                assertThat(replica.get("/healthz")).isEqualTo("ok\n");
                assertThat(replica.get("/readyz")).isEqualTo("ok: leads\n");
                assertThat(replica.get("/metrics"))
                        .contains(
                                "plimsoll_leader 1.0\n",
                                "plimsoll_steps_total{outcome=\"done\",step=\"resizeGroup\"} 1.0\n",
                                "plimsoll_group_target_nodes{group=\"told\"} "
                                        + group.nodes().size()
                                        + ".0\n");
                assertThat(replica.stop()).isZero();
            }
        }
    }

    private static String status(ControlPlane plane) {
        var path = Api.path("v1", "ConfigMap", "told") + "/plimsoll-status";
        return JsonTree.text(plane.api().get(path), "data", "status");
    }
}
