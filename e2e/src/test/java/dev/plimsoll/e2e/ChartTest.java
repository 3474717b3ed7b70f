package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.kubernetes.ObjectKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    @SuppressWarnings("ImmutableEnumChecker") // A list of texts is not changed.
    enum Values {
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

    private static final String ACTING = "acting";
    private static final String DRY = "dry";

    @TempDir private static Path folder;

    private final ControlPlane plane;
    private final Api api;

    ChartTest() {
        var setup = Setup.whole();
        for (var user : List.of(account(ACTING), account(DRY))) {
            setup = setup.withUser(user).withAudit(user);
        }
        plane = ControlPlane.start(setup);
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
        var wanted = JsonTree.text(chart.only("Deployment"), "spec", "replicas");
        plane.await(
                deployment,
                () -> JsonTree.text(api.get(deployment), "status", "readyReplicas").equals(wanted));
    }

    @Test
    void thePolicyHasNoMistakes() throws Exception {
        var file = Files.writeString(folder.resolve("a.yaml"), Values.STANDARD.chart().policy());
        var other = Files.writeString(folder.resolve("b.yaml"), Values.OTHERS.chart().policy());

        var validated = Plimsoll.run(folder, "validate", file.toString(), other.toString());

        assertThat(validated.err()).isEmpty();
        assertThat(validated.out())
                .isEqualTo(
                        file
                                + ": no mistakes; it names no group\n"
                                + other
                                + ": no mistakes; groups: blue\n");
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
                        "patch autoscaling.x-k8s.io/capacitybuffers/status",
                        "create nodes",
                        "delete nodes");
        assertThat(Values.CLUSTER_API.chart().granted("ClusterRole"))
                .filteredOn(access -> !isReading(access) || access.startsWith("get "))
                .containsExactly(
                        "patch nodes",
                        "create pods/eviction",
                        "create events",
                        "patch events",
                        "patch autoscaling.x-k8s.io/capacitybuffers/status",
                        "update cluster.x-k8s.io/machinedeployments/scale",
                        "update cluster.x-k8s.io/machinesets/scale",
                        "update cluster.x-k8s.io/machinepools/scale",
                        "patch cluster.x-k8s.io/machines");
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

    @Test
    void theArgumentsAreThoseOfRun() throws Exception {
        for (var values : List.of(Values.STANDARD, Values.NODES_DRY_RUN, Values.OTHERS)) {
            var arguments = values.chart().arguments();

            var run = Plimsoll.run(folder, arguments.toArray(String[]::new));

            assertThat(run.err())
                    .isEqualTo(
                            "plimsoll: kubeconfig: there is no kubeconfig with a current context;"
                                    + " name one with --kubeconfig or in KUBECONFIG, or choose a"
                                    + " context with --context\n");
            assertThat(run.code()).isEqualTo(2);
        }
    }

    @Test
    void theControllerNeedsNoFurtherRights() {
        var account = account(ACTING);
        try (var controller = controller(ACTING, "provider=nodes")) {
            plane.await(
                    "a node, and the lease to be renewed",
                    () -> {
                        controller.mustRun();
                        return accesses(account)
                                .containsAll(
                                        List.of(
                                                "create nodes",
                                                "patch configmaps",
                                                "update coordination.k8s.io/leases"));
                    });
        }

        assertThat(plane.audit(account).forbidden()).isEmpty();
    }

    @Test
    void aDryRunNeedsNoFurtherRights() {
        var account = account(DRY);
        try (var controller = controller(DRY, "provider=nodes", "dryRun=true")) {
            plane.await(
                    "a decision",
                    () -> {
                        controller.mustRun();
                        return output(DRY).contains("dry would ");
                    });
        }

        assertThat(plane.audit(account).forbidden()).isEmpty();
        assertThat(accesses(account)).allMatch(ChartTest::isReading);
    }

    private List<String> accesses(User user) {
        return plane.audit(user).accesses().stream().map(AuditLog.Access::toString).toList();
    }

    /// Starts the container's command on this machine, as the service account of the chart and with
    /// the rights that the chart grants to it. The policy has a group, named like the namespace,
    /// with at least one node.
    private Child controller(String namespace, String... more) {
        var values = new ArrayList<>(List.of(more));
        var group = "policy.groups[0].";
        values.addAll(List.of("every=1s", group + "name=" + namespace));
        values.addAll(List.of(group + "manage=utilisation", group + "minNodes=1"));
        values.add(group + "match.labels.pool=" + namespace);
        values.add(group + "template.allocatable.cpu=4");
        values.add(group + "template.allocatable.memory=16Gi");
        var chart = Chart.in(namespace, values);
        api.create(Manifests.namespace(namespace));
        chart.objects().stream()
                .filter(object -> !JsonTree.text(object, "kind").equals("Deployment"))
                .forEach(api::create);
        var files = folder.resolve(namespace);
        var words = new ArrayList<String>();
        for (var argument : chart.arguments()) {
            switch (argument) {
                case "--in-cluster" ->
                        words.addAll(
                                List.of(
                                        "--kubeconfig",
                                        plane.kubeconfig(account(namespace)).toString()));
                case "0.0.0.0:8085" -> words.add("127.0.0.1:0");
                default ->
                        words.add(
                                argument.replaceFirst(
                                        "^/(etc|var/lib)/plimsoll/", files.toString() + "/"));
            }
        }
        try {
            Files.createDirectories(files);
            Files.writeString(files.resolve("policy.yaml"), chart.policy());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return Child.start(Plimsoll.java(), Plimsoll.arguments(words), files.resolve("log"));
    }

    private static String output(String namespace) {
        try {
            return Files.readString(folder.resolve(namespace).resolve("log"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// The user that the pods of a release are.
    private static User account(String namespace) {
        return User.named("system:serviceaccount:" + namespace + ":plimsoll-" + namespace);
    }

    /// Every kind that the controller watches, and no other.
    private static List<String> reading() {
        return ObjectKind.watched().stream()
                .map(kind ->
                        kind.path().replaceFirst("^/apis?/", "").replaceFirst("v1(beta1)?/", ""))
                .flatMap(kind -> Stream.of("list " + kind, "watch " + kind))
                .toList();
    }

    private static boolean isReading(String access) {
        return access.matches("(get|list|watch) .*");
    }
}
