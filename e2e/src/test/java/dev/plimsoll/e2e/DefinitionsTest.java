package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.JsonTree;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The pinned custom resources are served.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefinitionsTest {

    private final ControlPlane plane;
    private final Api api;

    DefinitionsTest() {
        plane = ControlPlane.start(Setup.of());
        api = plane.api();
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void machinesOfClusterApiAreScaled() {
        plane.install("cluster.x-k8s.io");
        var machines = Manifests.machineDeployment("default", "blue", 3);
        api.create(machines);
        var path = Api.path(machines) + "/scale";

        var before = JsonTree.at(api.get(path), "spec", "replicas");
        api.patch(path, Map.of("spec", Map.of("replicas", 5)));

        assertThat(before).isEqualTo(3L);
        assertThat(JsonTree.at(api.get(Api.path(machines)), "spec", "replicas")).isEqualTo(5L);
        for (var kind : new String[] {"Cluster", "Machine", "MachineSet", "MachinePool"}) {
            assertThat(api.list(Api.path("cluster.x-k8s.io/v1beta2", kind, "default"))).isEmpty();
        }
    }

    @Test
    void capacityBuffersAreKept() {
        plane.install("autoscaling.x-k8s.io");
        Map<String, Object> buffer =
                Map.of(
                        "apiVersion",
                        "autoscaling.x-k8s.io/v1beta1",
                        "kind",
                        "CapacityBuffer",
                        "metadata",
                        Map.of("namespace", "default", "name", "spare"),
                        "spec",
                        Map.of("replicas", 2, "podTemplateRef", Map.of("name", "web")));

        api.create(buffer);

        assertThat(JsonTree.at(api.get(Api.path(buffer)), "spec", "replicas")).isEqualTo(2L);
    }

    @Test
    void saysThatAGroupIsNotPinned() {
        assertThatThrownBy(() -> plane.install("x.example"))
                .hasMessage("e2e/controlplane/crds has no definition of the group x.example");
    }
}
