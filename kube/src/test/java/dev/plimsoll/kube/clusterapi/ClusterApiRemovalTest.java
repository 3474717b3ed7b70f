package dev.plimsoll.kube.clusterapi;

import static dev.plimsoll.kube.clusterapi.ClusterApiFleet.BLUE;
import static dev.plimsoll.kube.clusterapi.ClusterApiFleet.MARK;
import static dev.plimsoll.kube.clusterapi.Objects.annotated;
import static dev.plimsoll.kube.clusterapi.Objects.group;
import static dev.plimsoll.kube.clusterapi.Objects.made;
import static dev.plimsoll.kube.clusterapi.Objects.owned;
import static dev.plimsoll.kube.clusterapi.Objects.pending;
import static dev.plimsoll.kube.clusterapi.Objects.running;
import static dev.plimsoll.kube.clusterapi.Objects.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.provider.Machine.State;
import dev.plimsoll.provider.ProviderAnswer.Accepted;
import dev.plimsoll.provider.ProviderAnswer.Changed;
import dev.plimsoll.provider.ProviderAnswer.Refused;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Machines are removed by name, once, and no others go.
class ClusterApiRemovalTest {

    private static final ApiObject B1 = running("b1", "blue");
    private static final ApiObject B2 = running("b2", "blue");
    private static final ApiObject B3 = running("b3", "blue");

    @TempDir Path directory;

    @Test
    void marksMachinesAndScalesOnce() {
        try (var fleet = new ClusterApiFleet(directory, 3, B1, B2, B3)) {
            fleet.server.holdWatches();

            var answer = fleet.provider.remove(BLUE, 3, List.of("fake://b3", "fake://b1"));

            assertThat(answer).isEqualTo(new Accepted());
            assertThat(fleet.server.writes())
                    .containsExactly(
                            "PATCH machines/b1",
                            "PATCH machines/b3",
                            "PUT machinedeployments/blue/scale");
            assertThat(List.of(fleet.mark("b1"), fleet.mark("b2"), fleet.mark("b3")))
                    .containsExactly(MARK, "", MARK);
            assertThat(fleet.target()).isEqualTo(1);
            assertThat(fleet.state("fake://b1")).isEqualTo(new State.Deleting());
            assertThat(fleet.state("fake://b2")).isEqualTo(new State.Running());
        }
    }

    @Test
    void aRepeatedRemovalLowersTheTargetOnce() {
        try (var fleet = new ClusterApiFleet(directory, 3, B1, B2, B3)) {
            fleet.provider.remove(BLUE, 3, List.of("fake://b1"));

            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1")))
                    .isEqualTo(new Changed());
            assertThat(fleet.provider.remove(BLUE, 2, List.of("fake://b1")))
                    .isEqualTo(new Changed());

            assertThat(fleet.replicas()).isEqualTo(2);
        }
    }

    @Test
    void aRemovalThatWasCutOffIsRepeatedOnce() {
        try (var fleet = new ClusterApiFleet(directory, 3, annotated(B1, mark(), MARK), B2, B3)) {
            assertThat(fleet.state("fake://b1")).isEqualTo(new State.Running());

            try (var restarted = fleet.start()) {
                assertThat(restarted.remove(BLUE, 3, List.of("fake://b1")))
                        .isEqualTo(new Accepted());
            }

            assertThat(fleet.server.writes()).containsExactly("PUT machinedeployments/blue/scale");
            assertThat(fleet.replicas()).isEqualTo(2);
        }
    }

    @Test
    void aMarkThatWasLeftBehindIsTakenBack() {
        try (var fleet = new ClusterApiFleet(directory, 3, annotated(B1, mark(), MARK), B2, B3)) {
            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b2")))
                    .isEqualTo(new Accepted());

            assertThat(fleet.server.object("machines", "b1").hasAnnotation(mark())).isFalse();
            assertThat(fleet.mark("b2")).isEqualTo(MARK);
        }
    }

    @Test
    void theMarkOfSomebodyElseIsRespected() {
        try (var fleet = new ClusterApiFleet(directory, 3, annotated(B1, mark(), "yes"), B2, B3)) {
            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b2")))
                    .isEqualTo(
                            new Refused(
                                    "the machine b1 of "
                                            + BLUE
                                            + " would go first, since somebody else annotated it"
                                            + " with "
                                            + mark()
                                            + "; delete it, or take the annotation back"));
            assertThat(fleet.server.writes()).isEmpty();

            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1")))
                    .isEqualTo(new Accepted());
        }
    }

    @Test
    void takesMarksBackIfTheTargetCannotBeLowered() {
        try (var fleet = new ClusterApiFleet(directory, 3, B1, B2, B3)) {
            fleet.server.refuse("PUT", "/scale", 403);

            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1")))
                    .isInstanceOf(Refused.class);

            assertThat(fleet.server.object("machines", "b1").hasAnnotation(mark())).isFalse();
            assertThat(fleet.replicas()).isEqualTo(3);
            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1")))
                    .isEqualTo(new Accepted());
        }
    }

    @Test
    void takesMarksBackIfOneMachineCannotBeMarked() {
        try (var fleet = new ClusterApiFleet(directory, 3, B1, B2, B3)) {
            fleet.server.refuse("PATCH", "/b2", 403);

            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1", "fake://b2")))
                    .isInstanceOf(Refused.class);

            assertThat(fleet.mark("b1")).isEmpty();
            assertThat(fleet.replicas()).isEqualTo(3);
        }
    }

    @Test
    void keepsMarksWhileTheTargetMayBeLowered() {
        try (var fleet = new ClusterApiFleet(directory, 3, B1, B2, B3)) {
            fleet.server.refuse("PUT", "/scale", 504);

            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1")))
                    .isInstanceOf(Refused.class);
            assertThat(fleet.mark("b1")).isEqualTo(MARK);

            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1")))
                    .isEqualTo(new Accepted());
            assertThat(fleet.replicas()).isEqualTo(2);
        }
    }

    @Test
    void aReplyThatGetsLostIsFoundOut() {
        try (var fleet = new ClusterApiFleet(directory, 3, B1, B2, B3)) {
            fleet.server.holdWatches();
            fleet.server.loseReply("PUT", "/scale");

            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1")))
                    .isEqualTo(new Accepted());

            assertThat(fleet.target()).isEqualTo(2);
            assertThat(fleet.state("fake://b1")).isEqualTo(new State.Deleting());
        }
    }

    /// Accepted would mean that the target was lowered for this request.
    @Test
    void aMachineThatAlreadyLeavesIsAChange() {
        var deleted = with(B1, "2026-01-01T00:00:00Z", "metadata", "deletionTimestamp");
        try (var fleet = new ClusterApiFleet(directory, 2, deleted, B2, B3)) {
            assertThat(fleet.provider.remove(BLUE, 2, List.of("fake://b1")))
                    .isEqualTo(new Changed());
            assertThat(fleet.provider.remove(BLUE, 2, List.of("fake://b1", "fake://b2")))
                    .isEqualTo(new Changed());
            assertThat(fleet.server.writes()).isEmpty();

            assertThat(fleet.provider.remove(BLUE, 2, List.of("fake://b2")))
                    .isEqualTo(new Accepted());
            assertThat(fleet.replicas()).isEqualTo(1);
        }
    }

    @Test
    void refusesInASentence() {
        try (var fleet = new ClusterApiFleet(directory, 3, B1, B2)) {
            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b9")))
                    .isEqualTo(new Refused(BLUE + " has no machine fake://b9"));
            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1")))
                    .isEqualTo(
                            new Refused(
                                    BLUE
                                            + " has 2 machines and a target of 3; wait until they"
                                            + " agree"));
            assertThat(fleet.provider.remove(BLUE, 4, List.of("fake://b1")))
                    .isEqualTo(new Changed());
            assertThat(fleet.server.writes()).isEmpty();
        }
    }

    @Test
    void keepsTheMinimum() {
        try (var fleet = new ClusterApiFleet(directory, 1, B1)) {
            assertThat(fleet.provider.remove(BLUE, 1, List.of("fake://b1")))
                    .isEqualTo(
                            new Refused(
                                    BLUE
                                            + " may have 1 to 10 machines by its annotations, not"
                                            + " 0"));
        }
    }

    @Test
    void removesNothingDuringARollout() {
        try (var fleet = new ClusterApiFleet(directory, 3, B1, B2, B3)) {
            fleet.server.change(
                    "machinedeployments",
                    "blue",
                    blue ->
                            with(
                                    with(blue, 3L, "status", "replicas"),
                                    1L,
                                    "status",
                                    "upToDateReplicas"));
            var rolling =
                    new Refused(
                            BLUE
                                    + " is being rolled out, so that nobody can choose which"
                                    + " machines go");

            ClusterApiFleet.await(fleet::isUpgrading);
            assertThat(fleet.provider.remove(BLUE, 3, List.of("fake://b1"))).isEqualTo(rolling);
            assertThat(fleet.provider.giveUp(BLUE, 3, 2)).isEqualTo(rolling);
        }
    }

    @Test
    void givesUpFailedMachinesThenTheYoungest() {
        var old = pending("b4", "blue");
        var young = with(pending("b5", "blue"), "2026-01-01T01:00:00Z", created());
        var failed = with(pending("b6", "blue"), "Failed", "status", "phase");
        try (var fleet =
                new ClusterApiFleet(directory, 5, B1, made("b2", "blue"), old, young, failed)) {
            assertThat(fleet.provider.giveUp(BLUE, 5, 3)).isEqualTo(new Accepted());

            assertThat(fleet.replicas()).isEqualTo(3);
            assertThat(List.of(fleet.mark("b4"), fleet.mark("b5"), fleet.mark("b6")))
                    .containsExactly("", MARK, MARK);
            assertThat(fleet.provider.giveUp(BLUE, 3, 1))
                    .isEqualTo(new Refused(BLUE + " has 2 machines that exist"));
        }
    }

    @Test
    void givesUpMachinesThatWereNeverOrdered() {
        try (var fleet = new ClusterApiFleet(directory, 5, B1, B2)) {
            assertThat(fleet.provider.giveUp(BLUE, 5, 2)).isEqualTo(new Accepted());
            assertThat(fleet.provider.giveUp(BLUE, 5, 2)).isEqualTo(new Changed());

            assertThat(fleet.server.writes()).containsExactly("PUT machinedeployments/blue/scale");
        }
    }

    @Test
    void givesUpNothingWhileMachinesWereNotReported() {
        var pool = with(group("MachineSet", "set", 5, 0, 9), 3L, "status", "replicas");
        try (var fleet = new ClusterApiFleet(directory, 1, pool, running("s1", "set"))) {
            assertThat(fleet.provider.giveUp("set", 5, 2))
                    .isEqualTo(
                            new Refused(
                                    "MachineSet/fleet/set has machines that were not reported yet;"
                                            + " wait for them"));
        }
    }

    @Test
    void givesUpNoMachineThatHasComeMeanwhile() {
        try (var fleet = new ClusterApiFleet(directory, 2, B1, pending("b2", "blue"))) {
            fleet.server.holdWatches();
            fleet.server.put(B2);

            assertThat(fleet.provider.giveUp(BLUE, 2, 1)).isEqualTo(new Changed());

            assertThat(fleet.replicas()).isEqualTo(2);
            assertThat(fleet.mark("b2")).isEmpty();
        }
    }

    @Test
    void aPoolWithoutMachinesChoosesWhichGo() {
        var pool =
                with(
                        group("MachinePool", "pool", 2, 0, 3),
                        List.of("fake://1", "fake://2"),
                        "spec",
                        "providerIDList");
        try (var fleet = new ClusterApiFleet(directory, 1, pool)) {
            assertThat(fleet.provider.remove("pool", 2, List.of("fake://3")))
                    .isEqualTo(new Refused("MachinePool/fleet/pool has no machine fake://3"));
            assertThat(fleet.provider.remove("pool", 2, List.of("fake://1")))
                    .isEqualTo(new Accepted());
            assertThat(fleet.provider.remove("pool", 1, List.of("fake://1")))
                    .isEqualTo(
                            new Refused(
                                    "MachinePool/fleet/pool has 2 machines and a target of 1; wait"
                                            + " until they agree"));
            assertThat(fleet.provider.giveUp("pool", 1, 0))
                    .isEqualTo(new Refused("MachinePool/fleet/pool has 2 machines that exist"));

            assertThat(fleet.server.writes()).containsExactly("PUT machinepools/pool/scale");
        }
    }

    @Test
    void aPoolWithMachinesLosesTheMarkedOnes() {
        var pool = group("MachinePool", "pool", 1, 0, 3);
        var machine = owned(running("p1", ""), "MachinePool", "pool");
        try (var fleet = new ClusterApiFleet(directory, 1, pool, machine)) {
            assertThat(fleet.provider.remove("pool", 1, List.of("fake://p1")))
                    .isEqualTo(new Accepted());

            assertThat(fleet.server.writes())
                    .containsExactly("PATCH machines/p1", "PUT machinepools/pool/scale");
        }
    }

    private static String mark() {
        return Annotations.DELETE_MACHINE;
    }

    private static String[] created() {
        return new String[] {"metadata", "creationTimestamp"};
    }
}
