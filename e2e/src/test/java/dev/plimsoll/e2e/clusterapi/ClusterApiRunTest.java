package dev.plimsoll.e2e.clusterapi;

import static dev.plimsoll.e2e.clusterapi.MachineControllers.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.ControlPlane;
import dev.plimsoll.e2e.Manifests;
import dev.plimsoll.e2e.SizingScenario;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `plimsoll run --provider cluster-api` on a cluster that manages itself.
@Tag("e2e")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterApiRunTest {

    private final ControlPlane plane = SizingScenario.start();
    private final MachineControllers controllers;
    private final SizingScenario scenario;

    ClusterApiRunTest(@TempDir Path folder) {
        plane.install(MachineGroup.API_GROUP);
        plane.api().create(Manifests.namespace(NAMESPACE));
        controllers = new MachineControllers(plane.api());
        scenario = SizingScenario.install(plane, folder, "cluster-api");
    }

    /// After all scenarios: every right that the chart grants was used, and none was missing.
    @AfterAll
    void needsExactlyItsRole() {
        try (plane;
                controllers) {
            scenario.needsExactlyItsRole();
        }
    }

    @ParameterizedTest
    @CsvSource({"MachineDeployment, blue", "MachineSet, green", "MachinePool, red"})
    void sizesAGroupByItsUtilisation(String kind, String name) {
        var group = new MachineGroup(kind, name);
        plane.api().create(group.object(1, 1, 12));

        scenario.growAndShrink(name, "provider: {group: " + group + "}");

        assertThat(group.replicas(plane.api())).isEqualTo(controllers.machines(name).size());
        assertThat(controllers.complaints()).isEmpty();
    }
}
