package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The script `e2e/load` on a cluster with a node group of one node.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LoadTest {

    private static final Path SCRIPT = Path.of(System.getProperty("plimsoll.root"), "e2e", "load");
    private static final String NAMESPACES = Api.path("v1", "Namespace", "");

    private static final Object OVER_ZONES =
            List.of(
                    Map.of(
                            "maxSkew",
                            1L,
                            "topologyKey",
                            "topology.kubernetes.io/zone",
                            "whenUnsatisfiable",
                            "DoNotSchedule",
                            "labelSelector",
                            Map.of("matchLabels", Map.of("app", "mixed-5"))));

    /// kubectl keeps a cache at home.
    @TempDir private static Path folder;

    private final ControlPlane plane;
    private final Api api;

    LoadTest() {
        plane = ControlPlane.start(Setup.whole());
        api = plane.api();
        api.create(
                Manifests.node("n1", Map.of("pool", "blue"), Map.of("cpu", "2", "memory", "8Gi")));
        api.create(Manifests.node("n2", "16", "64Gi"));
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void raisesAndLowersPodsOfAGroupInSteps() throws Exception {
        var up = load("up", "6", "--group", "pool=blue", "--steps", "3", "--pause", "0");
        plane.await("four pods to run", () -> running("plimsoll-load") == 4);
        var show = load("show", "--group", "pool=blue");
        var down = load("down", "2", "--group", "pool=blue", "--steps", "2", "--pause", "0");
        plane.await("two pods to be left", () -> pods("plimsoll-load").size() == 2);

        assertThat(up.err()).isEmpty();
        assertThat(up.out().lines()).hasSize(3).allMatch(line -> line.endsWith("of pool=blue: 1"));
        assertThat(show.out()).endsWith("  pods running: 4, pending: 2; nodes of pool=blue: 1\n");
        assertThat(down.code()).isZero();
        assertThat(requests("plimsoll-load"))
                .containsOnly(Map.of("cpu", "500m", "memory", "512Mi"));

        load("job", "3", "--group", "pool=blue", "--cpu", "100m");
        plane.await(
                "the pods of the Job to end",
                () ->
                        pods("plimsoll-load").stream()
                                        .filter(pod ->
                                                JsonTree.text(pod, "status", "phase")
                                                        .equals("Succeeded"))
                                        .count()
                                == 3);
        var stop = load("stop");

        assertThat(stop.code()).isZero();
        assertThat(api.list(NAMESPACES))
                .extracting(namespace -> JsonTree.text(namespace, "metadata", "name"))
                .doesNotContain("plimsoll-load");
    }

    @Test
    void startsAndScalesTenDeploymentsOfMixedSizes() throws Exception {
        var start = load("mixed", "10", "--namespace", "mixed");
        plane.await("all pods but one to run", () -> running("mixed") == 9);
        var show = load("show", "--namespace", "mixed");
        var requests = requests("mixed");
        var deployments = deployments();
        var more = load("mixed", "030", "--namespace", "mixed", "--group", "pool=red");
        plane.await("three pods of each", () -> replicas().equals(Collections.nCopies(10, 3L)));
        var selectors = selectors();
        var none = load("mixed", "0", "--namespace", "mixed");
        plane.await("no pod to be left", () -> pods("mixed").isEmpty());
        var stop = load("stop", "--namespace", "mixed");

        assertThat(start.err()).isEmpty();
        assertThat(show.out()).endsWith("  pods running: 9, pending: 1; nodes: 2\n");
        assertThat(requests)
                .hasSize(10)
                .contains(
                        Map.of("cpu", "100m", "memory", "128Mi"),
                        Map.of("cpu", "3", "memory", "6Gi"));
        assertThat(deployments)
                .extracting(one -> JsonTree.text(one, "metadata", "name"))
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(i -> "mixed-" + i).toList());
        assertThat(deployments.stream().filter(one -> !spread(one).equals("")))
                .singleElement()
                .satisfies(one -> {
                    assertThat(JsonTree.text(one, "metadata", "name")).isEqualTo("mixed-5");
                    assertThat(spread(one)).isEqualTo(OVER_ZONES);
                });
        assertThat(more.err()).isEmpty();
        assertThat(more.out()).endsWith("; nodes of pool=red: 0\n");
        assertThat(selectors).containsOnly(Map.of("pool", "red"));
        assertThat(none.code()).isZero();
        assertThat(stop.code()).isZero();
        assertThat(api.list(NAMESPACES))
                .extracting(namespace -> JsonTree.text(namespace, "metadata", "name"))
                .doesNotContain("mixed");
    }

    @Test
    void leavesTheNamespacesOfOthers() throws Exception {
        api.create(Manifests.namespace("red"));
        var up = load("up", "1", "--group", "pool=blue", "--pause", "0", "--namespace", "red");

        var stop = load("stop", "--namespace", "red");

        assertThat(up.code()).isZero();
        assertThat(stop.code()).isZero();
        assertThat(api.get(NAMESPACES + "/red")).isNotEmpty();
        load("down", "--group", "pool=blue", "--pause", "0", "--namespace", "red");
        plane.await("its pods to be gone", () -> pods("red").isEmpty());
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        assertThat(load("up"))
                .isEqualTo(
                        new Ended(
                                2,
                                "",
                                "load: --group: '' is not KEY=VALUE;"
                                        + " write the label of the group's nodes\n"));
        assertThat(load("up", "many", "--group", "pool=blue").err())
                .isEqualTo("load: up: 'many' is not a number from 0 to 9999\n");
        assertThat(load("grow").err())
                .isEqualTo("load: 'grow' is not a command: up, down, job, mixed, show or stop\n");
        assertThat(load("mixed", "25"))
                .isEqualTo(
                        new Ended(
                                2,
                                "",
                                "load: mixed: '25' is not a multiple of 10;"
                                        + " each of the ten Deployments gets a tenth\n"));
        assertThat(load("mixed", "--group", "blue").err())
                .isEqualTo(
                        "load: --group: 'blue' is not KEY=VALUE;"
                                + " write the label of the group's nodes\n");
        assertThat(load("down", "--group", "pool=blue", "--namespace", "none").code()).isEqualTo(3);
    }

    private Ended load(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(arguments));
        var environment =
                Map.of(
                        "PATH", System.getenv("PATH"),
                        "HOME", folder.toString(),
                        "KUBECTL", plane.tool("kubectl").toString(),
                        "KUBECONFIG", plane.kubeconfig(User.ADMIN).toString());
        return Ended.run(environment, Ended.NOTHING, command);
    }

    private List<Map<String, Object>> pods(String namespace) {
        return api.list(Api.path("v1", "Pod", namespace));
    }

    private List<Map<String, Object>> deployments() {
        return api.list(Api.path("apps/v1", "Deployment", "mixed"));
    }

    private List<Object> replicas() {
        return deployments().stream().map(one -> JsonTree.at(one, "spec", "replicas")).toList();
    }

    private List<Object> selectors() {
        return deployments().stream()
                .map(one -> JsonTree.at(one, "spec", "template", "spec", "nodeSelector"))
                .toList();
    }

    private static Object spread(Map<String, Object> deployment) {
        return JsonTree.at(deployment, "spec", "template", "spec", "topologySpreadConstraints");
    }

    private long running(String namespace) {
        return pods(namespace).stream()
                .filter(pod -> JsonTree.text(pod, "status", "phase").equals("Running"))
                .count();
    }

    private List<Object> requests(String namespace) {
        return pods(namespace).stream()
                .map(pod -> JsonTree.maps(pod, "spec", "containers").getFirst())
                .map(container -> JsonTree.at(container, "resources", "requests"))
                .toList();
    }
}
