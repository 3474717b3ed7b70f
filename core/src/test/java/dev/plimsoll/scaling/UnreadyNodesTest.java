package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.limits;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Nodes that are not Ready for long, and machines that never join.
class UnreadyNodesTest {

    private static final Duration TWENTY = Duration.ofMinutes(20);
    private static final Pods POD = pods(1, "p", "3", "1Gi");

    private final Node alive = node("a", "pool=small", "4", "16Gi", pods(1, "q", "3", "1Gi"));
    private Policy policy = limits("small", 0, 9);
    private Past past = Past.NONE;
    private Instant now = NOW.plus(TWENTY);
    private List<Outcome> last = List.of();

    @Test
    void drainsANodeThatHasNotBeenReadyForTwentyMinutesWhereverItsPodsFit() {
        now = NOW.plus(TWENTY).minusSeconds(1);

        assertThat(turn(alive, dead("b", POD)).plan().steps()).isEmpty();
        assertThat(turn(alive, dead("b", POD)).wakeAt()).isEqualTo(NOW.plus(TWENTY));
        now = NOW.plus(TWENTY);
        var decision = turn(alive, dead("b", POD));

        assertThat(decision.plan().steps()).containsExactly(drain("b"));
        assertThat(sentences(decision))
                .contains("b is drained: it has not been Ready for 20 min")
                .noneMatch(one -> one.contains("not Ready") && one.contains("e.g. b"));
    }

    @Test
    void leavesNodesThatAreNotReadyAloneIfThePolicySaysSo() {
        policy = policy.with(policy.scaleDown().withUnreadyFor(Duration.ZERO));

        assertThat(turn(alive, dead("b", POD)).plan().steps()).isEmpty();
    }

    /// A starting node, one that nobody knows since when it is not Ready, and one with a pod that
    /// may be running and must not be evicted.
    @Test
    void leavesNodesAloneThatMayNotGo() {
        var guarded = POD.as(POD.shape().with(new Disruption(Consent.FORBIDDEN, false)));

        for (var one :
                List.of(
                        dead("b", POD).withCreated(now.minusSeconds(60)).withReadySince(NOW),
                        dead("b", POD).withReadySince(Instant.EPOCH),
                        dead("b", POD).withNoDelete(true),
                        dead("b", POD).with(new NodeState.Paused()),
                        dead("b", POD).with(new NodeState.Cordoned()),
                        dead("b", guarded))) {
            assertThat(turn(alive, one).plan().steps()).as(one.toString()).isEmpty();
        }
    }

    @Test
    void countsNoTimeInAJumpOfTheClock() {
        now = NOW.plusSeconds(60);
        turn(alive, dead("b", POD));
        now = now.plus(Duration.ofHours(1));
        past = new Scaling().jumped(past, now, Duration.ofHours(1));

        assertThat(turn(alive, dead("b", POD)).plan().steps()).isEmpty();
        now = now.plus(TWENTY).minusSeconds(60);
        assertThat(turn(alive, dead("b", POD)).plan().steps()).containsExactly(drain("b"));
    }

    @Test
    void drainsAtMostAsManyNodesAsThePolicyAllows() {
        policy =
                policy.with(
                        new ScaleDownPolicy(
                                true,
                                TWENTY,
                                policy.scaleDown().most(),
                                1,
                                TWENTY,
                                TWENTY,
                                List.of(),
                                Consolidation.DEFAULT));
        var other = dead("c", POD).withReadySince(NOW.minusSeconds(1));

        assertThat(turn(alive, dead("b", POD), other).plan().steps()).containsExactly(drain("c"));
    }

    /// In the next turn the machine that was ordered counts as a node of the group.
    @Test
    void replacesANodeThatTheMinimumNeedsBeforeItGoes() {
        policy = limits("small", 2, 9);

        var first = turn(alive, dead("b", POD));

        assertThat(first.plan().steps()).containsExactly(new Step.ResizeGroup("small", 2, 3));
        assertThat(sentences(first))
                .contains(
                        "a machine is ordered in place of b, which has not been Ready for 20 min");
        now = now.plusSeconds(10);
        assertThat(turn(3, alive, dead("b", POD)).plan().steps()).containsExactly(drain("b"));
    }

    @Test
    void drainsTheNodeFirstInAGroupAtItsMaximum() {
        policy = limits("small", 2, 2);

        assertThat(turn(alive, dead("b", POD)).plan().steps()).containsExactly(drain("b"));
    }

    /// Two nodes are the minimum: the dead one of three goes, and c stays.
    @Test
    void drainsNoOtherNodeOfTheMinimum() {
        policy = limits("small", 2, 9);
        var idle = node("c", "pool=small", "4", "16Gi");
        now = NOW.plus(TWENTY).minusSeconds(600);
        turn(alive, dead("b", POD), idle);
        now = NOW.plus(TWENTY);

        var decision = turn(alive, dead("b", POD), idle);

        assertThat(decision.plan().steps()).containsExactly(drain("b"));
        assertThat(sentences(decision))
                .contains("1 node is needed for the minimum of its group, e.g. c");
    }

    /// Evictions that a budget refuses are tried for 15 minutes.
    @Test
    void removesADrainedNodeThatIsNotReadyWithPodsThatCannotBeEvicted() {
        var draining = dead("b", POD).with(new NodeState.Draining(NOW, DrainCause.UNHEALTHY));
        now = NOW.plus(Duration.ofMinutes(15)).minusSeconds(1);

        assertThat(turn(alive, draining).plan().steps())
                .containsExactly(new Step.EvictPods("b", 1));
        now = NOW.plus(Duration.ofMinutes(15));
        var decision = turn(alive, draining);

        assertThat(decision.plan().steps()).containsExactly(new Step.RemoveNode("b", "small", 1));
        assertThat(sentences(decision))
                .contains(
                        "b is removed: it is drained and not Ready, and 1 of its pods could not be"
                                + " evicted in 15 min, e.g. shop/p");
        assertThat(turn(alive, draining.withReady(true)).plan().steps())
                .containsExactly(new Step.EvictPods("b", 1));
    }

    /// The machine exists, so the provider does not give it up, and no node names it.
    @Test
    void saysWhatAnOperatorMustDoIfTheProviderGivesUpNoMachine() {
        var refused = new Step.GiveUp("small", 2, 1);
        last = List.of(new Outcome.Failed(refused, "1 machine of small exists"));

        assertThat(sentences(turn(2, alive)))
                .contains(
                        "the provider did not give up 1 machine of small (1 machine of small"
                                + " exists); remove machines that exist and do not join at the"
                                + " provider, by their ids");
    }

    private static Node dead(String name, Pods pods) {
        return node(name, "pool=small", "4", "16Gi", pods).withReady(false).withReadySince(NOW);
    }

    private Decision<Past> turn(Node... nodes) {
        return turn(nodes.length, nodes);
    }

    private Decision<Past> turn(int target, Node... nodes) {
        var groups = List.of(group("small", 9, "0.2").with(target));
        var cluster = Cluster.of(List.of(nodes), List.of(), groups);
        var decision = new Scaling().decide(new Question<>(cluster, policy, past, last, now, 0));
        past = decision.remember();
        return decision;
    }

    private static Step drain(String node) {
        return new Step.DrainNode(node, DrainCause.UNHEALTHY);
    }

    private static List<String> sentences(Decision<Past> decision) {
        return decision.reasons().stream().map(Reason::sentence).toList();
    }
}
