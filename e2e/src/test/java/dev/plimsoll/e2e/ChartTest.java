package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.kubernetes.ObjectKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the Helm chart renders for several values, on a real API server.
@Tag("e2e")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChartTest {

    /// Values of the chart, each in a namespace of its own.
    private enum Values {
        STANDARD(),
        DRY_RUN("dryRun=true"),
        CLUSTER_API("provider=cluster-api"),
        NODES("provider=nodes"),
        NODES_DRY_RUN("provider=nodes", "dryRun=true"),
        OTHERS(
                "replicas=1",
                "service.enabled=true",
                "scrapeAnnotations=false",
                "serviceAccount.name=other",
                "policy.groups[0].name=blue",
                "policy.groups[0].match.labels.pool=blue",
                "priorityClassName=",
                "extraArgs={--all}");

        private final List<String> texts;

        Values(String... texts) {
            this.texts = List.of(texts);
        }

        String namespace() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        Chart chart() {
            return Chart.in(namespace(), texts);
        }
    }

    @TempDir private static Path folder;

    private final ControlPlane plane;
    private final Api api;

    ChartTest() {
        plane = ControlPlane.start(Setup.whole());
        api = plane.api();
        api.create(Manifests.node("n1", "16", "64Gi"));
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void helmFindsNoMistakes() {
        var lint = Chart.lint();

        assertThat(lint.out()).endsWith("1 chart(s) linted, 0 chart(s) failed\n");
        assertThat(lint.code()).isZero();
    }

    @Test
    void refusesUnknownValues() {
        assertThatThrownBy(() -> Chart.in("default", List.of("dryrun=true")))
                .hasMessageContaining("additional properties 'dryrun' not allowed");
        assertThatThrownBy(() -> Chart.in("default", List.of("provider=none")))
                .hasMessageContaining("value must be one of 'cluster-api', 'nodes'");
    }

    /// The namespace admits only pods that are restricted as far as Kubernetes knows.
    @ParameterizedTest
    @EnumSource
    void everyObjectIsAcceptedAndThePodsRun(Values values) {
        var chart = values.chart();
        var namespace = Manifests.namespace(values.namespace());
        api.create(namespace);
        api.patch(
                Api.path(namespace),
                Map.of(
                        "metadata",
                        Map.of(
                                "labels",
                                Map.of("pod-security.kubernetes.io/enforce", "restricted"))));

        chart.objects().forEach(api::create);

        var deployment = Api.path(chart.only("Deployment"));
        var wanted = Plain.text(chart.only("Deployment"), "spec", "replicas");
        plane.await(
                deployment,
                () -> Plain.text(api.get(deployment), "status", "readyReplicas").equals(wanted));
    }

    @ParameterizedTest
    @EnumSource
    void thePolicyHasNoMistakes(Values values) throws Exception {
        var file = Files.writeString(folder.resolve(values + ".yaml"), values.chart().policy());

        var validated = Plimsoll.run(folder, "validate", file.toString());

        assertThat(validated.err()).isEmpty();
        assertThat(validated.out())
                .isEqualTo(
                        file
                                + ": no mistakes; "
                                + (values == Values.OTHERS ? "groups: blue" : "it names no group")
                                + "\n");
    }

    @Test
    void aDryRunMayReadOnly() {
        var cluster = Values.DRY_RUN.chart();
        var nodes = Values.NODES_DRY_RUN.chart();

        assertThat(nodes.granted("ClusterRole")).containsExactlyInAnyOrderElementsOf(reading());
        assertThat(cluster.granted("ClusterRole"))
                .filteredOn(access -> !access.contains("cluster.x-k8s.io/"))
                .containsExactlyInAnyOrderElementsOf(reading());
        assertThat(cluster.granted("ClusterRole")).allMatch(ChartTest::isReading);
        assertThat(cluster.granted("Role")).isEmpty();
        assertThat(nodes.granted("Role")).containsExactly("get configmaps [plimsoll-nodes]");
    }

    @Test
    void everyProviderAddsItsOwnRights() {
        assertThat(Values.NODES.chart().granted("ClusterRole"))
                .filteredOn(access -> !isReading(access) || access.startsWith("get "))
                .containsExactly(
                        "patch nodes",
                        "create pods/eviction",
                        "create events",
                        "patch events",
                        "get nodes",
                        "create nodes",
                        "delete nodes");
        assertThat(Values.CLUSTER_API.chart().granted("ClusterRole"))
                .filteredOn(access -> !isReading(access) || access.startsWith("get "))
                .containsExactly(
                        "patch nodes",
                        "create pods/eviction",
                        "create events",
                        "patch events",
                        "update cluster.x-k8s.io/machinedeployments/scale",
                        "update cluster.x-k8s.io/machinesets/scale",
                        "update cluster.x-k8s.io/machinepools/scale",
                        "patch cluster.x-k8s.io/machines",
                        "get cluster.x-k8s.io/machinedeployments",
                        "get cluster.x-k8s.io/machinesets",
                        "get cluster.x-k8s.io/machinepools",
                        "get cluster.x-k8s.io/machines");
    }

    /// No rule about creation can name an object.
    @Test
    void theControllerWritesItsOwnObjectsOnly() {
        assertThat(Values.STANDARD.chart().granted("Role"))
                .containsExactly(
                        "get coordination.k8s.io/leases [plimsoll]",
                        "update coordination.k8s.io/leases [plimsoll]",
                        "patch coordination.k8s.io/leases [plimsoll]",
                        "create coordination.k8s.io/leases",
                        "get configmaps [plimsoll-memory, plimsoll-status]",
                        "patch configmaps [plimsoll-memory, plimsoll-status]",
                        "create configmaps");
    }

    /// Every kind that the controller watches, and no other.
    private static List<String> reading() {
        return ObjectKind.ofEveryCluster().stream()
                .map(kind -> kind.path().replaceFirst("^/apis?/", "").replaceFirst("v1/", ""))
                .flatMap(kind -> Stream.of("list " + kind, "watch " + kind))
                .toList();
    }

    private static boolean isReading(String access) {
        return access.matches("(get|list|watch) .*");
    }
}
