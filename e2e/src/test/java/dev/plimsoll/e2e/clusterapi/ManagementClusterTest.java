package dev.plimsoll.e2e.clusterapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.ControlPlane;
import dev.plimsoll.e2e.Manifests;
import dev.plimsoll.e2e.Roles;
import dev.plimsoll.e2e.Setup;
import dev.plimsoll.e2e.SizingScenario;
import dev.plimsoll.e2e.User;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The objects of Cluster API are on another cluster than the nodes.
@Tag("e2e")
class ManagementClusterTest {

    private static final String RBAC = "rbac.authorization.k8s.io";

    /// In one namespace, and no others.
    private static final List<Map<String, Object>> RIGHTS =
            List.of(
                    inNamespace("Role", Map.of("rules", rules())),
                    inNamespace(
                            "RoleBinding",
                            Map.of(
                                    "roleRef",
                                    Map.of(
                                            "apiGroup", RBAC,
                                            "kind", "Role",
                                            "name", "plimsoll"),
                                    "subjects",
                                    List.of(
                                            Map.of(
                                                    "kind",
                                                    "User",
                                                    "name",
                                                    User.PLIMSOLL.name())))));

    @TempDir Path folder;

    @Test
    void sizesAGroupOfAnotherCluster() {
        try (var management = ControlPlane.start(Setup.of());
                var workload = SizingScenario.start()) {
            management.install(MachineGroup.API_GROUP);
            management.api().create(Manifests.namespace(MachineControllers.NAMESPACE));
            var group = new MachineGroup("MachineDeployment", "blue");
            management.api().create(group.object(1, 1, 12));
            RIGHTS.forEach(management.api()::create);
            var scenario =
                    SizingScenario.install(
                            workload,
                            folder,
                            "cluster-api",
                            "--management-kubeconfig",
                            management.kubeconfig(User.PLIMSOLL).toString(),
                            "--management-namespace",
                            MachineControllers.NAMESPACE);

            try (var controllers = new MachineControllers(management.api(), workload.api())) {
                scenario.growAndShrink("blue", "provider: {group: " + group + "}");

                assertThat(controllers.complaints()).isEmpty();
                assertThat(group.replicas(management.api()))
                        .isEqualTo(controllers.machines("blue").size());
            }
        }
    }

    private static List<Map<String, Object>> rules() {
        return List.of(
                rule(
                        List.of("list", "watch"),
                        "machinedeployments",
                        "machinesets",
                        "machinepools",
                        "machines"),
                rule(List.of("update"), "machinedeployments/scale"),
                rule(List.of("patch"), "machines"));
    }

    private static Map<String, Object> rule(List<String> verbs, String... resources) {
        return Roles.rule(MachineGroup.API_GROUP, List.of(resources), verbs);
    }

    private static Map<String, Object> inNamespace(String kind, Map<String, Object> rest) {
        var object = new LinkedHashMap<>(rest);
        object.put("apiVersion", RBAC + "/v1");
        object.put("kind", kind);
        object.put(
                "metadata", Map.of("namespace", MachineControllers.NAMESPACE, "name", "plimsoll"));
        return object;
    }
}
