package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static dev.plimsoll.simulator.Village.group;
import static dev.plimsoll.simulator.Village.shape;
import static dev.plimsoll.simulator.Village.shapeFits;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.fit.Fit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulerTest {

    @Test
    void putsAPodWhereTheLargestShareIsFreeAndTiesByName() {
        assertThat(placed(3, Village.deployment("web", 500, 4)))
                .containsExactly("blue-1: web-1*2", "blue-2: web-2*1", "blue-3: web-3*1");
    }

    @Test
    void thePodOfHigherPriorityIsFirst() {
        var low = workload("low", 0);
        var high = workload("high", 10);

        assertThat(placed(1, low, high)).containsExactly("blue-1: high-2*1");
    }

    @Test
    void theOlderPodIsFirst() {
        assertThat(placed(1, workload("a", 0), workload("b", 0))).containsExactly("blue-1: a-1*1");
    }

    @Test
    void bindsNoMoreThanTheNodesHaveSlots() {
        var world =
                Village.of(group("blue", 1), Village.deployment("web", 1, 12))
                        .checkedWorld(NOON, 1);

        world.advanceTo(NOON.plusSeconds(5));

        assertThat(world.summary().pods()).isEqualTo(new Summary.Counts(9, 0, 0, 3));
    }

    @Test
    void bindsAPodOneSecondAfterItFits() {
        var world =
                Village.of(group("blue", 1), Village.deployment("web", 3_000, 2))
                        .checkedWorld(NOON, 1);
        world.advanceTo(NOON.plusSeconds(10));
        world.act(Plan.of(new ResizeGroup("blue", 1, 2)));

        while (!world.observe().nodes().stream().allMatch(Node::isReady)
                || world.observe().nodes().size() < 2) {
            assertThat(world.playNext(NOON.plus(Duration.ofHours(1)))).isTrue();
        }
        var ready = world.now();
        var waiting = world.observe().pending().size();
        world.advanceTo(ready.plusSeconds(1));

        assertThat(waiting).isEqualTo(1);
        assertThat(world.observe().pending()).isEmpty();
    }

    @Test
    void someWaitingPodIsBoundWithinASecondWhileOneFits() {
        Seeds.forOneIn(
                50,
                random -> {
                    var world = Village.busy().checkedWorld(NOON, random.nextLong());
                    var actor = new RandomActor(random);
                    for (int turn = 0; turn < 60; turn++) {
                        world.advanceTo(world.now().plusMillis(random.nextInt(90_000)));
                        actor.act(world);
                        var fitting = fitting(world);
                        long started = world.summary().pods().started();
                        world.advanceTo(world.now().plus(Roster.BINDING));

                        boolean noneIsLeft = world.waiting().stream().noneMatch(fitting::contains);
                        assertThat(noneIsLeft || world.summary().pods().started() > started)
                                .isTrue();
                    }
                });
    }

    private static List<Replica> fitting(EmbeddedCluster world) {
        var nodes = world.observe().nodes().stream().filter(Node::isReady).toList();
        return world.waiting().stream()
                .filter(replica -> Fit.onAny(nodes, replica.shape()))
                .toList();
    }

    /// One pod that leaves no room for another.
    private static Workload workload(String name, int priority) {
        return new Workload.Deployment(
                name,
                shape(3_000, Owner.REPLICA_SET, Shape.Placement.ANYWHERE, priority),
                new Workload.Load(Curve.flat(), 1, 0),
                0);
    }

    private static List<String> placed(int nodes, Workload... workloads) {
        var world = Village.of(group("blue", nodes), workloads).checkedWorld(NOON, 1);
        world.advanceTo(NOON.plusSeconds(1));
        return world.observe().nodes().stream()
                .map(node -> node.name() + ": " + String.join(" ", shapeFits(node)))
                .toList();
    }
}
