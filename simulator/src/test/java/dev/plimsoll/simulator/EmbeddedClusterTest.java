package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static dev.plimsoll.simulator.Village.deployment;
import static dev.plimsoll.simulator.Village.group;
import static dev.plimsoll.simulator.Village.jobs;
import static dev.plimsoll.simulator.Village.shapeFits;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Outcome.Done;
import dev.plimsoll.decision.Outcome.Failed;
import dev.plimsoll.decision.Outcome.Stale;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.EvictPods;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.decision.Step.InVariant;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddedClusterTest {

    private static final VariantKey EAST = new VariantKey("east", "m5.large", "");
    private static final Instant EVENING = NOON.plus(Duration.ofHours(6));

    private EmbeddedCluster world = world(2);

    @Test
    void aMachineIsReadyInTwoToFourMinutesAndANodeAtTwoThirdsOfThat() {
        Seeds.forOneIn(
                20,
                random -> {
                    world = Village.of(group("blue", 1)).checkedWorld(NOON, random.nextLong());
                    act(new ResizeGroup("blue", 1, 2));

                    long joined = secondsUntil(nodes -> nodes.size() == 2);
                    var joining = node("blue-2");
                    long ready = secondsUntil(nodes -> nodes.stream().allMatch(Node::isReady));

                    assertThat(ready).isBetween(120L, 240L);
                    assertThat(joined).isEqualTo(2 * ready / 3);
                    assertThat(joining.ready()).isFalse();
                    assertThat(joining.created()).isEqualTo(NOON.plusSeconds(joined));
                    assertThat(joining.taints())
                            .hasToString("[node.kubernetes.io/not-ready:NoSchedule]");
                    assertThat(node("blue-2").taints()).isEmpty();
                });
    }

    @Test
    void aResizeOnAnOldPictureIsStale() {
        assertThat(act(new ResizeGroup("blue", 2, 3), new ResizeGroup("blue", 2, 3)))
                .containsExactly(
                        new Done(new ResizeGroup("blue", 2, 3)),
                        new Stale(new ResizeGroup("blue", 2, 3)));
        assertThat(target()).isEqualTo(3);
    }

    @Test
    void aResizeStaysWithinTheProvidersLimits() {
        assertThat(act(new ResizeGroup("blue", 2, 7), new ResizeGroup("blue", 2, 6)))
                .containsExactly(
                        new Failed(
                                new ResizeGroup("blue", 2, 7),
                                "blue is limited to 1 to 6 machines, got 7"),
                        new Done(new ResizeGroup("blue", 2, 6)));
        assertThat(act(new ResizeGroup("blue", 6, 0), new ResizeGroup("blue", 6, -5)))
                .containsExactly(
                        new Failed(
                                new ResizeGroup("blue", 6, 0),
                                "blue is limited to 1 to 6 machines, got 0"),
                        new Failed(
                                new ResizeGroup("blue", 6, -5),
                                "blue is limited to 1 to 6 machines, got -5"));
    }

    @Test
    void aLowerTargetCancelsTheNewestMachinesThatAreNotThereYet() {
        act(new ResizeGroup("blue", 2, 4), new ResizeGroup("blue", 4, 5));

        var outcomes = act(new ResizeGroup("blue", 5, 3));
        world.advanceTo(EVENING);

        assertThat(outcomes).containsExactly(new Done(new ResizeGroup("blue", 5, 3)));
        assertThat(names()).containsExactly("blue-1", "blue-2", "blue-3");
    }

    @Test
    void aLowerTargetNeverTakesANode() {
        act(new ResizeGroup("blue", 2, 4));

        assertThat(act(new ResizeGroup("blue", 4, 1)))
                .containsExactly(
                        new Failed(
                                new ResizeGroup("blue", 4, 1),
                                "blue has 2 nodes; remove nodes by name to get to 1"));
        assertThat(target()).isEqualTo(4);
    }

    @Test
    void givingUpCancelsTheNewestMachinesThatAreNotThereYet() {
        act(new ResizeGroup("blue", 2, 5));

        var outcomes = act(new GiveUp("blue", 5, 3), new GiveUp("blue", 5, 3));
        world.advanceTo(EVENING);

        assertThat(outcomes)
                .containsExactly(
                        new Done(new GiveUp("blue", 5, 3)), new Stale(new GiveUp("blue", 5, 3)));
        assertThat(names()).containsExactly("blue-1", "blue-2", "blue-3");
    }

    @Test
    void givingUpTakesNoNodeAndOrdersNothing() {
        act(new ResizeGroup("blue", 2, 3));
        secondsUntil(nodes -> nodes.size() == 3);

        assertThat(
                        act(
                                new GiveUp("blue", 3, 2),
                                new GiveUp("blue", 3, 4),
                                new GiveUp("blue", 3, 0),
                                new GiveUp("red", 3, 2)))
                .containsExactly(
                        new Failed(
                                new GiveUp("blue", 3, 2),
                                "blue has 3 nodes; remove nodes by name to get to 2"),
                        new Failed(
                                new GiveUp("blue", 3, 4),
                                "giving up machines of blue lowers its target (3), got 4"),
                        new Failed(
                                new GiveUp("blue", 3, 0),
                                "blue is limited to 1 to 6 machines, got 0"),
                        new Failed(new GiveUp("red", 3, 2), "there is no group red"));
        assertThat(target()).isEqualTo(3);
    }

    @Test
    void anOrderMayNameTheOnlyVariantOfTheGroup() {
        var only = new ResizeGroup("blue", 2, 4, List.of(new InVariant(VariantKey.UNKNOWN, 2)));
        var other = new ResizeGroup("blue", 4, 5, List.of(new InVariant(EAST, 1)));

        assertThat(act(only, other))
                .containsExactly(
                        new Done(only),
                        new Failed(
                                other,
                                "blue can order [InVariant[variant=VariantKey[zone=, instanceType=,"
                                        + " capacityType=], nodes=1]], got"
                                        + " [InVariant[variant=VariantKey[zone=east,"
                                        + " instanceType=m5.large, capacityType=], nodes=1]]"));
    }

    @Test
    void aDrainingNodeSaysSinceWhenAndTakesNoPods() {
        world = world(2, deployment("web", 1_000, 3));

        assertThat(act(new DrainNode("blue-1"), new DrainNode("blue-1"), new DrainNode("gone")))
                .containsExactly(
                        new Done(new DrainNode("blue-1")),
                        new Stale(new DrainNode("blue-1")),
                        new Stale(new DrainNode("gone")));
        world.advanceTo(NOON.plusSeconds(1));

        assertThat(node("blue-1").state()).isEqualTo(new NodeState.Draining(NOON));
        assertThat(node("blue-1").taints())
                .hasToString("[plimsoll.dev/draining=1772452800:NoSchedule]");
        assertThat(shapeFits(node("blue-1"))).isEmpty();
        assertThat(shapeFits(node("blue-2"))).containsExactly("web-1*3");
    }

    @Test
    void aDrainingNodeSaysWhy() {
        act(new DrainNode("blue-1", DrainCause.LOW_UTILISATION));

        assertThat(node("blue-1").state())
                .isEqualTo(new NodeState.Draining(NOON, DrainCause.LOW_UTILISATION));
        assertThat(node("blue-1").taints())
                .hasToString("[plimsoll.dev/draining=1772452800_low-utilisation:NoSchedule]");
    }

    @Test
    void aDrainingNodeCanBeTakenBack() {
        world = world(1, deployment("web", 1_000, 3));
        act(new DrainNode("blue-1"));
        world.advanceTo(NOON.plusSeconds(30));

        assertThat(act(new UndrainNode("blue-1"), new UndrainNode("blue-1")))
                .containsExactly(
                        new Done(new UndrainNode("blue-1")), new Stale(new UndrainNode("blue-1")));
        world.advanceTo(NOON.plusSeconds(31));

        assertThat(node("blue-1").state()).isEqualTo(new NodeState.Active());
        assertThat(node("blue-1").taints()).isEmpty();
        assertThat(shapeFits(node("blue-1"))).containsExactly("web-1*3");
    }

    @Test
    void aNodeThatIsDrainedWhileItStartsStaysDraining() {
        act(new ResizeGroup("blue", 2, 3));
        secondsUntil(nodes -> nodes.size() == 3);

        act(new DrainNode("blue-3"));
        world.advanceTo(EVENING);

        assertThat(node("blue-3").ready()).isTrue();
        assertThat(node("blue-3").isReady()).isFalse();
        assertThat(node("blue-3").taints()).hasSize(1);
    }

    @Test
    void evictedPodsComeAgainUnderNewNamesAndTheDaemonStays() {
        world = world(1, jobs("mail", 500, Owner.JOB));
        world.advanceTo(NOON.plus(Duration.ofMinutes(2)));
        int before = world.observe().nodes().getFirst().pods().size();
        act(new ResizeGroup("blue", 1, 2), new DrainNode("blue-1"));

        int movers = node("blue-1").movers();
        assertThat(act(new EvictPods("blue-1", movers)))
                .containsExactly(new Done(new EvictPods("blue-1", movers)));

        assertThat(before).isEqualTo(2);
        assertThat(node("blue-1").isEmpty()).isTrue();
        assertThat(node("blue-1").pods()).hasSize(1);
        assertThat(world.observe().pending()).hasSize(1);
        assertThat(world.summary().pods().evicted()).isEqualTo(world.summary().pods().started());
    }

    @Test
    void aPodOfNobodyDoesNotComeAgain() {
        var mail = jobs("mail", 500, Owner.NOBODY);
        world = world(1, mail);
        world.advanceTo(NOON.plus(Duration.ofMinutes(2)));
        act(new DrainNode("blue-1"));

        act(new EvictPods("blue-1", 4));

        assertThat(world.observe().pending()).isEmpty();
        assertThat(world.wanted(mail)).isZero();
        assertThat(world.summary().pods().evicted()).isPositive();
    }

    @Test
    void aBudgetLetsOnlySoManyLeaveAtOnce() {
        world = world(1, deployment("web", 500, 4));
        world.advanceTo(NOON.plusSeconds(1));
        act(new DrainNode("blue-1"));

        assertThat(act(new EvictPods("blue-1", 4)))
                .containsExactly(
                        new Failed(
                                new EvictPods("blue-1", 4),
                                "disruption budget shop/web keeps 3 pods on blue-1"));
        assertThat(shapeFits(node("blue-1"))).containsExactly("web-2*3");
        assertThat(world.observe().pending()).extracting(Village::text).containsExactly("web-5*1");
        assertThat(world.observe().budgets().values())
                .containsExactly(
                        new Budget(
                                new ObjectName("shop", "web"),
                                List.of(Requirement.in("app", "web")),
                                0,
                                3,
                                3,
                                Budget.Unready.IF_HEALTHY_BUDGET));
    }

    @Test
    void onlyADrainingNodeIsEvicted() {
        assertThat(act(new EvictPods("blue-1", 9), new EvictPods("gone", 9)))
                .containsExactly(
                        new Stale(new EvictPods("blue-1", 9)), new Stale(new EvictPods("gone", 9)));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            textBlock =
                    """
                    expected, left
                    2,        3
                    3,        2
                    4,        2
                    """)
    void anEvictionOfMorePodsThanExpectedIsStale(int expected, int left) {
        world = world(1, deployment("web", 500, 3));
        world.advanceTo(NOON.plusSeconds(1));
        act(new DrainNode("blue-1"));

        var outcomes = act(new EvictPods("blue-1", expected));

        assertThat(outcomes.getFirst() instanceof Stale).isEqualTo(expected < 3);
        assertThat(node("blue-1").movers()).isEqualTo(left);
    }

    @Test
    void aPendingPodSaysSinceWhenItWaits() {
        world = world(1, deployment("web", 3_000, 2));

        world.advanceTo(NOON.plusSeconds(60));

        assertThat(world.observe().pending())
                .extracting(Pods::age)
                .containsExactly(new Pods.Age(NOON, NOON));
    }

    @Test
    void aRemovedNodeIsGoneAndItsPodsComeAgain() {
        world = world(2, deployment("web", 1_000, 4));
        world.advanceTo(NOON.plusSeconds(1));

        assertThat(act(new RemoveNode("blue-1", "blue", 1), new RemoveNode("blue-1", "blue", 0)))
                .containsExactly(
                        new Done(new RemoveNode("blue-1", "blue", 1)),
                        new Stale(new RemoveNode("blue-1", "blue", 0)));
        world.advanceTo(NOON.plusSeconds(2));

        assertThat(target()).isEqualTo(1);
        assertThat(names()).containsExactly("blue-2");
        assertThat(shapeFits(node("blue-2"))).containsExactly("web-2*3");
        assertThat(world.observe().pending()).extracting(Village::text).containsExactly("web-6*1");
        assertThat(world.summary().pods()).isEqualTo(new Summary.Counts(5, 0, 2, 1));
    }

    @Test
    void aRemovalThatWouldLeaveTooFewIsRefused() {
        assertThat(act(new RemoveNode("blue-1", "blue", 2), new RemoveNode("blue-1", "red", 0)))
                .containsExactly(
                        new Stale(new RemoveNode("blue-1", "blue", 2)),
                        new Failed(new RemoveNode("blue-1", "red", 0), "blue-1 is a node of blue"));
        assertThat(act(new RemoveNode("blue-1", "blue", 0), new RemoveNode("blue-2", "blue", 0)))
                .containsExactly(
                        new Done(new RemoveNode("blue-1", "blue", 0)),
                        new Failed(
                                new RemoveNode("blue-2", "blue", 0),
                                "blue is limited to 1 to 6 machines, got 0"));
    }

    @Test
    void aNodeThatIsRemovedWhileItStartsDoesNotComeBack() {
        act(new ResizeGroup("blue", 2, 3));
        secondsUntil(nodes -> nodes.size() == 3);

        act(new RemoveNode("blue-3", "blue", 2));
        world.advanceTo(EVENING);

        assertThat(names()).containsExactly("blue-1", "blue-2");
    }

    @Test
    void aStepThatFailsDoesNotStopTheNext() {
        assertThat(act(new ResizeGroup("red", 0, 1), new DrainNode("blue-2")))
                .containsExactly(
                        new Failed(new ResizeGroup("red", 0, 1), "there is no group red"),
                        new Done(new DrainNode("blue-2")));
    }

    @Test
    void showsTheSameValueWhileNothingHappens() {
        var before = world.observe();

        world.advanceTo(EVENING);

        assertThat(world.observe()).isSameAs(before);
    }

    private static EmbeddedCluster world(int nodes, Workload... workloads) {
        return Village.of(group("blue", nodes), workloads).checkedWorld(NOON, 7);
    }

    private List<Outcome> act(Step... steps) {
        return world.act(Plan.of(steps));
    }

    private int target() {
        return world.observe().group("blue").target();
    }

    private List<String> names() {
        return world.observe().nodes().stream().map(Node::name).toList();
    }

    private Node node(String name) {
        return world.observe().nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private long secondsUntil(Predicate<List<Node>> happens) {
        while (!happens.test(world.observe().nodes())) {
            assertThat(world.now()).isBefore(EVENING);
            world.advanceTo(world.now().plusSeconds(1));
        }
        return Duration.between(NOON, world.now()).toSeconds();
    }
}
