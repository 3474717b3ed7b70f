package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static dev.plimsoll.simulator.Village.deployment;
import static dev.plimsoll.simulator.Village.group;
import static dev.plimsoll.simulator.Village.in;
import static dev.plimsoll.simulator.Village.shape;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Each invariant is broken by one change to a cluster in which all hold.
class InvariantsTest {

    private static final Instant NOW = NOON.plusSeconds(1);
    private static final int PODS = 3;

    private static final Scenario SCENARIO =
            Village.of(
                    group("blue", 1),
                    new Workload.Deployment(
                            "web",
                            shape(500, Owner.REPLICA_SET, in("blue"), 0),
                            new Workload.Load(Curve.flat(), PODS, 0),
                            1));

    private final Cluster cluster = cluster();

    @Test
    void allHoldInASimulatedCluster() {
        assertThat(broken(cluster)).isEmpty();
    }

    @Test
    void everyWantedPodIsPendingOrRunning() {
        assertThat(new Invariants(SCENARIO).broken(cluster, NOW, _ -> PODS + 1))
                .containsExactly(
                        "4 pods like those of web are wanted, and 3 are pending or running");
    }

    @Test
    void everyPodBelongsToAWorkload() {
        var other = Village.of(group("blue", 1), deployment("mail", 100, 1));

        assertThat(new Invariants(other).broken(cluster, NOW, _ -> 0))
                .containsExactly("shop/web-1 belongs to no workload");
    }

    @Test
    void noNodeHoldsMoreThanItCan() {
        var less = Resources.of(new Cpu(1_599), Bytes.gibibytes(1)).with(Resources.PODS, 9);

        assertThat(broken(node -> node.withAllocatable(less)))
                .containsExactly(
                        "the pods on blue-1 request cpu=1600m memory=400Mi pods=4"
                                + " of cpu=1599m memory=1Gi pods=9");
    }

    @Test
    void aNodeThatWasNeverReadyRunsNoPods() {
        assertThat(broken(node -> node.withReady(false)))
                .containsExactly("blue-1 runs pods and was never Ready");
    }

    @Test
    void aDrainingNodeHasTheTaintOfOne() {
        assertThat(broken(node -> node.with(new NodeState.Draining(NOON))))
                .containsExactly(
                        "blue-1 is Draining[since=2026-03-02T12:00:00Z, why=UNKNOWN] with []");
    }

    @Test
    void aNodeHasOneDaemon() {
        assertThat(broken(InvariantsTest::withoutDaemon))
                .containsExactly("blue-1 runs 0 DaemonSet pods");
    }

    @Test
    void aPodIsWhereItsSelectorAllows() {
        assertThat(broken(node -> node.withLabels(Labels.NONE)))
                .containsExactly("shop/web-1 runs on blue-1 and selects other nodes");
    }

    @Test
    void aTargetIsWithinTheLimitsAndNotBelowTheNodes() {
        for (int target : List.of(0, 7)) {
            var blue = cluster.group("blue").with(target);

            assertThat(broken(cluster.withGroups(cluster.groups().with("blue", blue))))
                    .containsExactly(
                            "blue has 1 nodes and a target of %d, limits 1 to 6".formatted(target));
        }
    }

    @Test
    void nothingIsCreatedInTheFuture() {
        var early = NOON.minusSeconds(1);
        var pending = cluster.withPending(SCENARIO.world(NOON, 1).observe().pending());

        assertThat(new Invariants(SCENARIO).broken(cluster, early, _ -> PODS))
                .containsExactly("blue-1 was created after 2026-03-02T11:59:59Z");
        assertThat(new Invariants(SCENARIO).broken(pending, early, _ -> PODS))
                .contains("shop/web-1 was created after 2026-03-02T11:59:59Z");
        assertThat(
                        broken(node ->
                                NodeObject.draining(node, NOW.plusSeconds(1), DrainCause.UNKNOWN)))
                .containsExactly("blue-1 is draining since after 2026-03-02T12:00:01Z");
    }

    /// No step breaks an invariant, so the world is checked by those of another scenario.
    @Test
    void aBrokenOneIsThrownAfterTheEventOrTheStep() {
        var other = new Invariants(Village.of(group("blue", 1)));
        var world = new EmbeddedCluster(SCENARIO, NOON, 1, other::check);

        assertThatIllegalStateException()
                .isThrownBy(() -> world.act(Plan.of(new Step.DrainNode("blue-1"))))
                .withMessage("at 2026-03-02T12:00:00Z shop/web-1 belongs to no workload");
        assertThatIllegalStateException()
                .isThrownBy(() -> world.advanceTo(NOON.plusSeconds(30)))
                .withMessage("at 2026-03-02T12:00:01Z shop/web-1 belongs to no workload");
    }

    private static Cluster cluster() {
        var world = SCENARIO.checkedWorld(NOON, 1);
        world.advanceTo(NOW);
        return world.observe();
    }

    private static Node withoutDaemon(Node node) {
        return node.with(
                node.pods().stream()
                        .filter(pods -> pods.shape().owner() != Owner.DAEMON_SET)
                        .toList());
    }

    private List<String> broken(UnaryOperator<Node> change) {
        var node = cluster.nodes().getFirst();
        return broken(cluster.withNodes(List.of(change.apply(node))));
    }

    /// Checked after a cluster in which all hold.
    private List<String> broken(Cluster changed) {
        var invariants = new Invariants(SCENARIO);
        invariants.broken(cluster, NOW, _ -> PODS);
        return invariants.broken(changed, NOW, _ -> PODS);
    }
}
