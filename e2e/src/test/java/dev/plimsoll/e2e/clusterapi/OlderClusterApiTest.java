package dev.plimsoll.e2e.clusterapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.plimsoll.cluster.Group.Condition;
import dev.plimsoll.e2e.Api;
import dev.plimsoll.e2e.ControlPlane;
import dev.plimsoll.e2e.Setup;
import dev.plimsoll.e2e.User;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.kube.Access;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.clusterapi.ClusterApiProvider;
import dev.plimsoll.kube.clusterapi.ClusterApiScope;
import dev.plimsoll.provider.ProviderAnswer.Accepted;
import dev.plimsoll.provider.ProviderAnswer.Refused;
import dev.plimsoll.provider.ProviderGroup;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An API server that serves no version of Cluster API but v1beta1.
@Tag("e2e")
class OlderClusterApiTest {

    private static final String GROUP = "cluster.x-k8s.io";
    private static final String SIZE = GROUP + "/cluster-api-autoscaler-node-group-";
    private static final String DEFINITIONS =
            Api.path("apiextensions.k8s.io/v1", "CustomResourceDefinition", "");

    @Test
    void growsAPoolAndSeesARollout() throws InterruptedException {
        try (var plane = ControlPlane.start(Setup.of())) {
            plane.install(GROUP);
            serveOnlyTheOlderVersion(plane);
            var deployment = group("MachineDeployment", "blue", Map.of("selector", Map.of()));
            plane.api().create(group("MachinePool", "pool", Map.of()));
            plane.api().create(deployment);
            var access = new Access(Optional.of(plane.kubeconfig(User.ADMIN)), "");
            try (var server = ApiServer.of(access);
                    var provider = start(server)) {
                assertThat(provider.awaitLists(Duration.ofSeconds(30))).isTrue();

                assertThat(provider.resize("pool", 1, 2, List.of())).isEqualTo(new Accepted());
                assertThat(provider.remove("pool", 2, List.of("x://1")))
                        .isEqualTo(new Refused("MachinePool/default/pool has no machine x://1"));
                assertThat(provider.state().groups())
                        .extracting(ProviderGroup::name, ProviderGroup::target)
                        .containsExactly(
                                tuple("MachineDeployment/default/blue", 1),
                                tuple("MachinePool/default/pool", 2));

                plane.api()
                        .patch(
                                Api.path(deployment) + "/status",
                                Map.of("status", Map.of("replicas", 2, "updatedReplicas", 1)));
                plane.await(
                        "the rollout",
                        () ->
                                provider.find("blue").orElseThrow().condition()
                                        == Condition.UPGRADING);
            }
        }
    }

    private static ClusterApiProvider start(ApiServer server) {
        return ClusterApiProvider.start(server, ClusterApiScope.ALL, InstantSource.system());
    }

    private static void serveOnlyTheOlderVersion(ControlPlane plane) {
        var api = plane.api();
        for (var definition : api.list(DEFINITIONS)) {
            var versions =
                    JsonTree.maps(definition, "spec", "versions").stream()
                            .map(version -> {
                                boolean isOlder = JsonTree.text(version, "name").equals("v1beta1");
                                var changed = new LinkedHashMap<>(version);
                                changed.put("served", isOlder);
                                changed.put("storage", isOlder);
                                return changed;
                            })
                            .toList();
            api.patch(
                    DEFINITIONS + "/" + JsonTree.text(definition, "metadata", "name"),
                    Map.of("spec", Map.of("versions", versions)));
        }
        plane.await(
                "the older version",
                () ->
                        JsonTree.text(api.get("/apis/" + GROUP), "preferredVersion", "version")
                                        .equals("v1beta1")
                                && isServed(api, "MachinePool")
                                && isServed(api, "MachineDeployment"));
    }

    private static boolean isServed(Api api, String kind) {
        return api.ask("GET", Api.path(GROUP + "/v1beta1", kind, ""), Map.of()).isGood();
    }

    private static Map<String, Object> group(String kind, String name, Map<String, Object> more) {
        var machine =
                Map.of(
                        "clusterName",
                        name,
                        "bootstrap",
                        Map.of("dataSecretName", name),
                        "infrastructureRef",
                        Map.of("kind", "FakeMachineTemplate", "name", name));
        var spec = new LinkedHashMap<String, Object>(more);
        spec.put("clusterName", name);
        spec.put("replicas", 1);
        spec.put("template", Map.of("spec", machine));
        var sizes = Map.of(SIZE + "min-size", "1", SIZE + "max-size", "5");
        return Map.of(
                "apiVersion",
                GROUP + "/v1beta1",
                "kind",
                kind,
                "metadata",
                Map.of("namespace", "default", "name", name, "annotations", sizes),
                "spec",
                spec);
    }
}
