package dev.plimsoll.e2e.clusterapi;

import static dev.plimsoll.e2e.clusterapi.MachineControllers.DELETE_MACHINE;
import static dev.plimsoll.e2e.clusterapi.MachineControllers.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Group.Condition;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.e2e.Api;
import dev.plimsoll.e2e.ControlPlane;
import dev.plimsoll.e2e.Manifests;
import dev.plimsoll.e2e.Program;
import dev.plimsoll.e2e.Roles;
import dev.plimsoll.e2e.Setup;
import dev.plimsoll.e2e.User;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.kube.Access;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.clusterapi.ClusterApiProvider;
import dev.plimsoll.kube.clusterapi.ClusterApiScope;
import dev.plimsoll.provider.Machine;
import dev.plimsoll.provider.Machine.State;
import dev.plimsoll.provider.ProviderAnswer.Accepted;
import dev.plimsoll.provider.ProviderAnswer.Changed;
import dev.plimsoll.provider.ProviderAnswer.Refused;
import dev.plimsoll.provider.ProviderGroup;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Groups of Cluster API grow and shrink on the real API server, with the rights that
/// `docs/cluster-api.md` asks for.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterApiTest {

    private static final User READER = User.named("reader");

    private final ControlPlane plane;
    private final Api api;
    private final MachineControllers controllers;
    private final ApiServer server;
    private final ClusterApiProvider provider;

    ClusterApiTest() {
        plane = ControlPlane.start(Setup.of(Program.KWOK).withUser(READER));
        api = plane.api();
        plane.install(MachineGroup.API_GROUP);
        api.create(Manifests.namespace(NAMESPACE));
        var read =
                Roles.rule(
                        MachineGroup.API_GROUP,
                        List.of("machinedeployments", "machinesets", "machinepools", "machines"),
                        List.of("list", "watch"));
        var scale =
                Roles.rule(
                        MachineGroup.API_GROUP,
                        List.of(
                                "machinedeployments/scale",
                                "machinesets/scale",
                                "machinepools/scale"),
                        List.of("update"));
        var mark = Roles.rule(MachineGroup.API_GROUP, List.of("machines"), List.of("patch"));
        Roles.grant(plane, User.PLIMSOLL, "plimsoll-cluster-api", List.of(read, scale, mark));
        Roles.grant(plane, READER, "marker", List.of(read, mark));
        controllers = new MachineControllers(api);
        server = connect(User.PLIMSOLL);
        provider = start(server);
    }

    @AfterAll
    void stop() {
        provider.close();
        server.close();
        controllers.close();
        plane.close();
    }

    private ApiServer connect(User user) {
        return ApiServer.of(new Access(Optional.of(plane.kubeconfig(user)), ""));
    }

    private static ClusterApiProvider start(ApiServer server) {
        var started = ClusterApiProvider.start(server, ClusterApiScope.ALL, InstantSource.system());
        try {
            assertThat(started.awaitLists(Duration.ofSeconds(30)))
                    .describedAs(started.state().problem())
                    .isTrue();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
        return started;
    }

    @Test
    void growsAGroupAndRemovesMachinesByName() {
        create("blue", 2);
        awaitRunning("blue", 2);

        assertThat(provider.resize("blue", 2, 4, List.of())).isEqualTo(new Accepted());
        assertThat(group("blue").target()).isEqualTo(4);
        awaitRunning("blue", 4);
        assertThat(group("blue").limits()).isEqualTo(new Limits(1, 5));
        assertThat(group("blue").condition()).isEqualTo(Condition.IN_SERVICE);

        var ids = ids("blue");
        var second = ids.get(1);
        assertThat(provider.remove("blue", 4, List.of(second))).isEqualTo(new Accepted());
        assertThat(group("blue").target()).isEqualTo(3);
        assertThat(group("blue").machines())
                .filteredOn(machine -> machine.id().equals(second))
                .allMatch(machine -> machine.state().equals(new State.Deleting()));
        assertThat(provider.remove("blue", 4, List.of(second))).isEqualTo(new Changed());

        plane.await("three machines", () -> group("blue").machines().size() == 3);
        ids.remove(second);
        assertThat(ids("blue")).isEqualTo(ids);
        plane.await("its node to go", () -> nodes("blue").equals(ids));
    }

    @Test
    void givesUpMachinesThatDoNotCome() {
        create("red", 2);
        awaitRunning("red", 2);
        var ids = ids("red");
        controllers.sellOut();
        provider.resize("red", 2, 4, List.of());
        plane.await("four machines", () -> group("red").machines().size() == 4);

        assertThat(provider.giveUp("red", 4, 1))
                .isEqualTo(new Refused("MachineDeployment/fleet/red has 2 machines that exist"));
        assertThat(provider.giveUp("red", 4, 2)).isEqualTo(new Accepted());

        plane.await("two machines", () -> group("red").machines().size() == 2);
        controllers.restock();
        assertThat(ids("red")).isEqualTo(ids);
    }

    @Test
    void noticesThatSomebodyElseHasScaled() {
        create("green", 1);
        awaitRunning("green", 1);

        api.patch(path("green") + "/scale", Map.of("spec", Map.of("replicas", 2)));

        assertThat(provider.resize("green", 1, 3, List.of())).isEqualTo(new Changed());
        assertThat(JsonTree.at(api.get(path("green")), "spec", "replicas")).isEqualTo(2L);
    }

    @Test
    void completesARemovalThatWasCutOff() {
        create("grey", 3);
        awaitRunning("grey", 3);
        var first = ids("grey").getFirst();
        var last = ids("grey").getLast();
        mark(last);

        try (var restarted = start(server)) {
            assertThat(restarted.remove("grey", 3, List.of(last))).isEqualTo(new Accepted());
        }
        plane.await(
                "two machines",
                () -> group("grey").machines().size() == 2 && counted("grey").equals("2"));
        mark(ids("grey").getLast());
        try (var restarted = start(server)) {
            assertThat(restarted.remove("grey", 2, List.of(first))).isEqualTo(new Accepted());
        }

        plane.await("one machine", () -> group("grey").machines().size() == 1);
        assertThat(ids("grey")).doesNotContain(first, last);
    }

    @Test
    void takesMarksBackWithoutTheRightToScale() {
        create("white", 2);
        awaitRunning("white", 2);
        var first = ids("white").getFirst();
        try (var weak = connect(READER);
                var reader = start(weak)) {
            assertThat(reader.remove("white", 2, List.of(first)))
                    .isEqualTo(
                            new Refused(
                                    "machinedeployments.cluster.x-k8s.io \"white\" is forbidden:"
                                            + " User \"reader\" cannot update resource"
                                            + " \"machinedeployments/scale\" in API group"
                                            + " \"cluster.x-k8s.io\" in the namespace \"fleet\";"
                                            + " grant it, or use other credentials"));
        }

        assertThat(controllers.machines())
                .filteredOn(machine -> !MachineControllers.mark(machine).isEmpty())
                .filteredOn(machine -> JsonTree.text(machine, "spec", "providerID").equals(first))
                .isEmpty();
        assertThat(group("white").target()).isEqualTo(2);
    }

    private void create(String name, int replicas) {
        api.create(new MachineGroup("MachineDeployment", name).object(replicas, 1, 5));
    }

    /// The number of machines that its controller has counted.
    private String counted(String name) {
        return JsonTree.text(api.get(path(name)), "status", "replicas");
    }

    private static String path(String name) {
        return Api.path(MachineControllers.VERSION, "MachineDeployment", NAMESPACE) + "/" + name;
    }

    /// As a removal does that is cut off.
    private void mark(String id) {
        var machine = id.replace("kwok://", "");
        api.patch(
                Api.path(MachineControllers.VERSION, "Machine", NAMESPACE) + "/" + machine,
                Map.of(
                        "metadata",
                        Map.of("annotations", Map.of(DELETE_MACHINE, "plimsoll long ago"))));
    }

    private ProviderGroup group(String name) {
        return provider.find(name)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "there is no group " + name + ": " + provider.state()));
    }

    private List<String> ids(String name) {
        return new ArrayList<>(
                new TreeSet<>(group(name).machines().stream().map(Machine::id).toList()));
    }

    private List<String> nodes(String name) {
        return api.list(Api.path("v1", "Node", "")).stream()
                .map(node -> JsonTree.text(node, "spec", "providerID"))
                .filter(id -> id.startsWith("kwok://" + name))
                .sorted()
                .toList();
    }

    private void awaitRunning(String name, int machines) {
        plane.await(
                machines + " machines of " + name,
                () ->
                        provider.find(name).stream()
                                        .flatMap(group -> group.machines().stream())
                                        .filter(machine -> machine.state() instanceof State.Running)
                                        .count()
                                == machines);
    }
}
