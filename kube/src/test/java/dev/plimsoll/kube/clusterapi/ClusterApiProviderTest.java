package dev.plimsoll.kube.clusterapi;

import static dev.plimsoll.kube.clusterapi.ClusterApiFleet.BLUE;
import static dev.plimsoll.kube.clusterapi.Objects.annotated;
import static dev.plimsoll.kube.clusterapi.Objects.group;
import static dev.plimsoll.kube.clusterapi.Objects.running;
import static dev.plimsoll.kube.clusterapi.Objects.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Group.Condition;
import dev.plimsoll.provider.ProviderAnswer;
import dev.plimsoll.provider.ProviderAnswer.Accepted;
import dev.plimsoll.provider.ProviderAnswer.Changed;
import dev.plimsoll.provider.ProviderAnswer.Refused;
import dev.plimsoll.provider.ProviderGroup;
import dev.plimsoll.provider.ProviderState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Groups are seen and grow through an API server.
class ClusterApiProviderTest {

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"v1beta1", "v1beta2"})
    void growsAGroup(String version) {
        try (var fleet = new ClusterApiFleet(version, directory, 2)) {
            fleet.server.holdWatches();

            assertThat(resize(fleet, "blue", 2, 5)).isEqualTo(new Accepted());

            assertThat(fleet.replicas()).isEqualTo(5);
            assertThat(fleet.target()).isEqualTo(5);
            assertThat(fleet.server.writes()).containsExactly("PUT machinedeployments/blue/scale");
        }
    }

    @Test
    void aRepeatedRequestChangesNothing() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            resize(fleet, BLUE, 2, 5);

            assertThat(resize(fleet, BLUE, 2, 5)).isEqualTo(new Changed());

            assertThat(fleet.server.writes()).hasSize(1);
        }
    }

    @Test
    void showsWhatOthersChange() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            fleet.server.change(
                    "machinedeployments", "blue", blue -> with(blue, 4L, "spec", "replicas"));
            ClusterApiFleet.await(() -> fleet.target() == 4);

            fleet.server.put(running("b1", "blue"));
            ClusterApiFleet.await(() -> machines(fleet).contains("fake://b1"));
            fleet.server.delete("machines", "b1");
            ClusterApiFleet.await(() -> machines(fleet).isEmpty());

            assertThat(fleet.provider.state().problem()).isEmpty();
        }
    }

    @Test
    void listsAgainIfItsWatchIsTooOld() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            fleet.server.holdWatches();
            fleet.server.put(running("b1", "blue"));
            fleet.server.forgetEvents();

            ClusterApiFleet.await(() -> machines(fleet).contains("fake://b1"));

            ClusterApiFleet.await(() -> fleet.provider.state().problem().isEmpty());
        }
    }

    @Test
    void keepsItsOwnWriteWhileTheWatchIsBehind() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            fleet.server.holdWatches();
            fleet.server.change(
                    "machinedeployments",
                    "blue",
                    blue -> with(blue, 2L, "status", "readyReplicas"));
            resize(fleet, BLUE, 2, 3);

            fleet.server.releaseWatches();
            fleet.server.put(running("b1", "blue"));
            ClusterApiFleet.await(() -> machines(fleet).contains("fake://b1"));

            assertThat(fleet.target()).isEqualTo(3);
        }
    }

    @Test
    void saysWhatItCannotRead() throws InterruptedException {
        try (var server = new FakeApiServer("v1beta2", directory);
                var connection = server.connect()) {
            server.refuseAll("GET", "/cluster.x-k8s.io", 404);
            try (var provider =
                    ClusterApiProvider.start(
                            connection, ClusterApiScope.ALL, InstantSource.system())) {
                ClusterApiFleet.await(() ->
                        provider.state()
                                .problem()
                                .equals(
                                        "fake has no API group cluster.x-k8s.io; install"
                                                + " Cluster API, or name its management"
                                                + " cluster"));

                server.releaseRequests();
                server.refuseAll("GET", "/machinepools", 404);

                assertThat(provider.awaitLists(Duration.ofSeconds(20))).isTrue();
                assertThat(provider.state()).isEqualTo(new ProviderState(List.of()));
            }
        }
    }

    @Test
    void readsTheObjectsOnceForEachOfTheirStates() {
        try (var fleet = new ClusterApiFleet(directory, 2, running("b1", "blue"))) {
            var first = fleet.provider.find("blue").orElseThrow();

            assertThat(fleet.provider.find(BLUE).orElseThrow()).isSameAs(first);
            assertThat(fleet.provider.state().groups().getFirst()).isSameAs(first);

            fleet.server.delete("machines", "b1");
            ClusterApiFleet.await(() -> machines(fleet).isEmpty());
        }
    }

    @Test
    void isOutdatedWhileTheApiServerCannotBeReached() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            var groups = new ClusterApiGroups(fleet.provider);
            assertThat(groups.staleness()).isEmpty();

            fleet.server.close();

            ClusterApiFleet.await(() ->
                    groups.staleness().stream()
                            .anyMatch(why -> why.contains(" cannot be reached (")));
        }
    }

    /// A mistake in an annotation does not make the picture old.
    @Test
    void isCurrentWithMalformedAnnotations() {
        var red = annotated(group("MachineSet", "red", 2, 1, 10), Annotations.MAX_SIZE, "lots");
        try (var fleet = new ClusterApiFleet(directory, 2, red)) {
            assertThat(fleet.provider.state().problem()).isNotEmpty();
            assertThat(fleet.provider.staleness()).isEmpty();
        }
    }

    @Test
    void aNewStatusIsNoChange() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            fleet.server.holdWatches();
            fleet.server.change(
                    "machinedeployments",
                    "blue",
                    blue -> with(blue, 2L, "status", "readyReplicas"));

            assertThat(resize(fleet, BLUE, 2, 3)).isEqualTo(new Accepted());

            assertThat(fleet.replicas()).isEqualTo(3);
            assertThat(fleet.server.writes()).hasSize(2);
        }
    }

    @Test
    void anotherTargetIsAChangeThatWasNotSeen() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            fleet.server.holdWatches();
            fleet.server.change(
                    "machinedeployments", "blue", blue -> with(blue, 4L, "spec", "replicas"));

            assertThat(resize(fleet, BLUE, 2, 3)).isEqualTo(new Changed());

            assertThat(fleet.replicas()).isEqualTo(4);
        }
    }

    @Test
    void aReplyThatGetsLostIsFoundOut() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            fleet.server.holdWatches();
            fleet.server.loseReply("PUT", "/scale");

            assertThat(resize(fleet, BLUE, 2, 3)).isEqualTo(new Accepted());

            assertThat(fleet.target()).isEqualTo(3);
        }
    }

    @Test
    void refusesInASentence() {
        var red = group("MachinePool", "blue", 2, 1, 10);
        var paused = annotated(group("MachineSet", "calm", 2, 1, 10), Annotations.PAUSED, "");
        try (var fleet = new ClusterApiFleet(directory, 2, red, paused)) {
            assertThat(resize(fleet, BLUE, 2, 11))
                    .isEqualTo(
                            new Refused(
                                    BLUE
                                            + " may have 1 to 10 machines by its annotations, not"
                                            + " 11"));
            assertThat(resize(fleet, BLUE, 2, 1))
                    .isEqualTo(
                            new Refused(
                                    BLUE + " cannot lose machines that the request does not name"));
            assertThat(resize(fleet, "green", 2, 3))
                    .isEqualTo(
                            new Refused(
                                    "Cluster API has no group green; annotate the object with "
                                            + Annotations.MAX_SIZE));
            assertThat(resize(fleet, "blue", 2, 3))
                    .isEqualTo(
                            new Refused(
                                    BLUE
                                            + " and MachinePool/fleet/blue are both named blue;"
                                            + " write the whole name"));
            assertThat(resize(fleet, "calm", 2, 3))
                    .isEqualTo(new Refused("MachineSet/fleet/calm is paused"));
            assertThat(fleet.provider.find("calm"))
                    .map(ProviderGroup::condition)
                    .contains(Condition.PAUSED);
            assertThat(fleet.server.writes()).isEmpty();
        }
    }

    @Test
    void namesTheMissingPermission() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            fleet.server.refuse("PUT", "/scale", 403);

            assertThat(resize(fleet, BLUE, 2, 3))
                    .isEqualTo(
                            new Refused(
                                    "the test wants it so; grant it, or use other credentials"));
        }
    }

    @Test
    void saysWhatIsMalformed() {
        var red = annotated(group("MachineSet", "red", 2, 1, 10), Annotations.MAX_SIZE, "lots");
        try (var fleet = new ClusterApiFleet(directory, 2, red)) {
            var state = fleet.provider.state();

            assertThat(state.groups()).extracting(ProviderGroup::name).containsExactly(BLUE);
            assertThat(state.problem()).startsWith("MachineSet/fleet/red: the annotation ");
        }
    }

    private static ProviderAnswer resize(ClusterApiFleet fleet, String name, int from, int to) {
        return fleet.provider.resize(name, from, to, List.of());
    }

    private static List<String> machines(ClusterApiFleet fleet) {
        return fleet.provider.find("blue").orElseThrow().machines().stream()
                .map(machine -> machine.id())
                .toList();
    }
}
