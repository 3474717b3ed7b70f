package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static dev.plimsoll.simulator.Village.group;
import static dev.plimsoll.simulator.Village.shape;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IncidentsTest {

    private static final Duration SOON = Duration.ofMinutes(10);
    private static final String TEN_PAST = "12:10:00 blue: ";

    private EmbeddedCluster world = world(1);

    @Test
    void aWorkloadIsScaled() {
        world = world(2, new Incident.Scaling(SOON, "web", 3));

        advance(9);
        assertThat(pods()).isEqualTo(2);
        assertThat(events()).isEmpty();
        advance(11);

        assertThat(pods()).isEqualTo(3);
        assertThat(events()).containsExactly(TEN_PAST + "Deployment web is scaled up from 2 to 3");
        assertThat(events()).isEmpty();
    }

    @Test
    void machinesThatAreOrderedWithoutDeliveryComeAtItsEndUnlessCancelled() {
        world = world(1, new Incident.NoDelivery(SOON, "blue", Duration.ofMinutes(30)));
        advance(9);
        act(new Step.ResizeGroup("blue", 1, 2));
        advance(11);
        act(new Step.ResizeGroup("blue", 2, 5), new Step.GiveUp("blue", 5, 4));

        advance(39);
        assertThat(names()).containsExactly("blue-1", "blue-2");
        advance(45);

        assertThat(names()).containsExactly("blue-1", "blue-2", "blue-3", "blue-4");
        assertThat(events())
                .containsExactly(
                        TEN_PAST + "the provider delivers no more machines",
                        "12:40:00 blue: the provider delivers machines again");
    }

    /// Both groups need a machine at the same time, and the provider delivers only one of them.
    @Test
    void aGroupWithoutMachinesHoldsNoOther() {
        var green = shape(1_500, Owner.REPLICA_SET, Village.in("green"), 0);
        var blue = shape(1_500, Owner.REPLICA_SET, Village.in("blue"), 0);
        var scenario =
                new Scenario(
                        "test",
                        List.of(group("blue", 1), group("green", 1)),
                        List.of(
                                new Workload.Fixed("waits", blue, 2, 1),
                                new Workload.Fixed("runs", green, 2, 1)),
                        Village.daemon(),
                        List.of(
                                new Incident.NoDelivery(SOON, "blue", Duration.ofMinutes(30)),
                                new Incident.Scaling(Duration.ofMinutes(11), "waits", 6),
                                new Incident.Scaling(Duration.ofMinutes(11), "runs", 6)));
        world = scenario.checkedWorld(NOON, 1);
        var controller = new Controller(scenario, world, Faults.NONE, 1);

        controller.runTo(NOON.plus(Duration.ofMinutes(20)));

        assertThat(names()).contains("blue-2", "green-3").doesNotContain("blue-3");
        assertThat(world.waiting()).hasSize(2);
    }

    @Test
    void aSpotNodeTakesNoPodsAfterItsNoticeAndStopsTwoMinutesLater() {
        world =
                world(
                        1,
                        new Incident.SpotNotice(SOON, "blue"),
                        new Incident.Scaling(SOON, "web", 3));

        advance(11);
        assertThat(world.observe().nodes().getFirst().state())
                .isEqualTo(new NodeState.Leaving("taint aws-node-termination-handler/spot-itn"));
        assertThat(world.observe().nodes().getFirst().movers()).isEqualTo(2);
        assertThat(world.waiting()).hasSize(1);
        advance(12);

        assertThat(world.observe().nodes()).isEmpty();
        assertThat(world.waiting()).hasSize(3);
        assertThat(world.summary().pods().killed()).isEqualTo(2);
        assertThat(events())
                .containsExactly(
                        TEN_PAST + "the provider announces that blue-1 stops at 12:12:00",
                        TEN_PAST + "Deployment web is scaled up from 2 to 3",
                        "12:12:00 blue: blue-1 stops; the provider starts another machine");
    }

    @Test
    void aStoppedSpotNodeIsReplacedByItsProvider() {
        world = world(1, new Incident.SpotNotice(SOON, "blue"));

        advance(20);

        assertThat(names()).containsExactly("blue-2");
        assertThat(world.observe().group("blue").target()).isEqualTo(1);
    }

    @Test
    void podsAreDeletedFromANodeThatHasBeenUnreachableForFiveMinutes() {
        world = world(1, new Incident.NodeFailure(SOON, "blue"));

        advance(14);
        var failed = world.observe().nodes().getFirst();
        assertThat(failed.ready()).isFalse();
        assertThat(failed.readySince()).isEqualTo(NOON.plus(SOON));
        assertThat(failed.taints()).hasToString("[node.kubernetes.io/unreachable:NoSchedule]");
        assertThat(failed.movers()).isEqualTo(2);
        advance(16);

        assertThat(world.observe().nodes().getFirst().movers()).isZero();
        assertThat(world.waiting()).hasSize(2);
        assertThat(events())
                .containsExactly(
                        TEN_PAST + "the kubelet of blue-1 stops reporting",
                        "12:15:00 blue: the pods on blue-1 are deleted");
    }

    @Test
    void aNodeThatWasRemovedMeanwhileIsNotNamedAgain() {
        world =
                world(
                        3,
                        new Incident.SpotNotice(SOON, "blue"),
                        new Incident.NodeFailure(SOON, "blue"));
        advance(11);
        var left = world.observe().nodes().stream().filter(node -> !node.isReady()).toList();
        assertThat(left).hasSize(2);
        left.forEach(node -> act(new Step.RemoveNode(node.name(), "blue", 1)));
        events();

        advance(30);

        assertThat(events()).isEmpty();
        assertThat(names()).hasSize(1);
    }

    @Test
    void anIncidentOfANodeNeedsAReadyNode() {
        world = world(1, new Incident.NodeFailure(SOON, "blue"));
        act(new Step.DrainNode("blue-1"));

        advance(30);

        assertThat(events()).isEmpty();
    }

    @Test
    void everyReadyNodeOfTheGroupCanBeDrawn() {
        var drawn = new ArrayList<String>();
        for (int seed = 1; seed <= 30; seed++) {
            world = scenario(3, new Incident.NodeFailure(SOON, "blue")).checkedWorld(NOON, seed);
            advance(11);
            drawn.addAll(events());
        }

        assertThat(drawn.stream().distinct().sorted())
                .containsExactly(
                        TEN_PAST + "the kubelet of blue-1 stops reporting",
                        TEN_PAST + "the kubelet of blue-2 stops reporting",
                        TEN_PAST + "the kubelet of blue-3 stops reporting");
    }

    /// A checked world throws if an invariant is broken.
    @Test
    void invariantsHoldAfterEveryIncidentWhateverStepsAreTaken() {
        Seeds.forOneIn(
                100,
                random -> {
                    var checked = FaultScenario.scenario().checkedWorld(NOON, random.nextLong());
                    var actor = new RandomActor(random);
                    while (checked.now().isBefore(NOON.plus(FaultScenario.LENGTH))) {
                        checked.advanceTo(checked.now().plusMillis(random.nextInt(120_000)));
                        actor.act(checked);
                    }
                    assertThat(checked.events()).hasSizeGreaterThanOrEqualTo(7);
                });
    }

    @Test
    void namesAGroupOrAFixedWorkloadOfItsScenario() {
        for (var unknown :
                List.of(
                        new Incident.Scaling(SOON, "blue", 1),
                        new Incident.NoDelivery(SOON, "web", SOON),
                        new Incident.SpotNotice(SOON, "web"),
                        new Incident.NodeFailure(SOON, "web"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> scenario(1, unknown))
                    .withMessageStartingWith("an incident names a group or a fixed workload, got ");
        }
    }

    private static EmbeddedCluster world(int nodes, Incident... incidents) {
        return scenario(nodes, incidents).checkedWorld(NOON, 1);
    }

    /// Two pods of 1.5 cores each; a node holds two.
    private static Scenario scenario(int nodes, Incident... incidents) {
        return new Scenario(
                "test",
                List.of(group("blue", nodes)),
                List.of(
                        new Workload.Fixed(
                                "web",
                                shape(1_500, Owner.REPLICA_SET, Village.in("blue"), 0),
                                2,
                                1)),
                Village.daemon(),
                List.of(incidents));
    }

    private void advance(int minutes) {
        world.advanceTo(NOON.plus(Duration.ofMinutes(minutes)));
    }

    private void act(Step... steps) {
        world.act(Plan.of(steps));
    }

    private long pods() {
        return world.observe().nodes().stream().mapToLong(Node::movers).sum();
    }

    private List<String> names() {
        return world.observe().nodes().stream().map(Node::name).toList();
    }

    private List<String> events() {
        return world.events().stream()
                .map(event ->
                        "%s %s: %s"
                                .formatted(
                                        event.at().toString().substring(11, 19),
                                        event.group(),
                                        event.sentence()))
                .toList();
    }
}
