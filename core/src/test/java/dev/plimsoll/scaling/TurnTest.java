package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Nomination;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Pods.Age;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.selection.ObjectName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a turn leaves alone, and when it changes nothing.
class TurnTest {

    private static final Duration TEN = Duration.ofMinutes(10);

    private Past past = Past.NONE;
    private Instant now = NOW;
    private List<Pods> pending = List.of();

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    priority | grows
                    0        | true
                    -10      | true
                    -11      | false
                    -1000    | false
                    """)
    void addsNoNodeForExpendablePods(int priority, boolean grows) {
        pending = List.of(withPriority(pods(2, "batch-1", "3", "1Gi"), priority));

        var answer = turn(List.of(used("a", "4")));

        assertThat(answer.decision().plan().steps()).hasSize(grows ? 1 : 0);
        var warnings = answer.details().warnings().stream().map(Reason::sentence).toList();
        var sentence = "no node is added for 2 pods of a priority below -10, e.g. shop/batch-1";
        assertThat(warnings.contains(sentence)).isNotEqualTo(grows);
    }

    /// kube-scheduler makes room for them. The room on the node is theirs, so others buy a node.
    @Test
    void addsNoNodeForPodsWithANominatedNode() {
        var urgent = pods(1, "web-1", "3", "1Gi");
        pending = List.of(urgent.as(urgent.shape().in(Shape.Stage.NOMINATED)));

        var answer = turn(List.of(used("a", "4")));

        assertThat(steps(answer)).isEmpty();
        assertThat(answer.details().warnings().stream().map(Reason::sentence))
                .contains("no node is added for 1 pod with a nominated node: shop/web-1");
    }

    @Test
    void placesNoOtherPodOnANominatedNode() {
        var nominations =
                Cluster.EMPTY
                        .nominations()
                        .with(new ObjectName("shop", "web-1"), new Nomination("a", 0));
        var urgent = pods(1, "web-1", "1", "1Gi");
        pending =
                List.of(
                        urgent.as(urgent.shape().in(Shape.Stage.NOMINATED)),
                        pods(1, "api-1", "2", "1Gi"));
        var seen =
                Cluster.of(List.of(used("a", "2")), pending, List.of(group("small", 9, "0.2")))
                        .withNominations(nominations);

        var answer =
                new Scaling().answer(new Question<>(seen, Policy.DEFAULT, past, List.of(), now, 0));

        assertThat(steps(answer)).containsExactly(new Step.ResizeGroup("small", 1, 2));
    }

    /// They belong to nodes that exist.
    @Test
    void addsNoNodeForDaemonSetPods() {
        pending = List.of(pods(1, "agent-1", "3", "1Gi", Owner.DAEMON_SET));

        var answer = turn(List.of(used("a", "4")));

        assertThat(steps(answer)).isEmpty();
        assertThat(answer.details().left()).isZero();
        assertThat(answer.details().warnings().stream().map(Reason::sentence))
                .contains("no node is added for 1 pending DaemonSet pod: shop/agent-1");
    }

    /// They need no place elsewhere, do not count in the utilisation, and keep no node for want of
    /// an owner; but they are evicted before the node is removed.
    @Test
    void expendablePodsKeepNoNode() {
        var lone = withPriority(pods(1, "batch-1", "3", "1Gi", Owner.NOBODY), -11);
        var nodes = List.of(used("a", "3"), node("b", "pool=small", "4", "16Gi", lone));
        turn(nodes);
        now = now.plus(TEN);

        assertThat(steps(turn(nodes)))
                .containsExactly(new Step.DrainNode("b", DrainCause.LOW_UTILISATION));

        var draining = nodes.get(1).with(new NodeState.Draining(now, DrainCause.LOW_UTILISATION));
        assertThat(steps(turn(List.of(nodes.getFirst(), draining))))
                .containsExactly(new Step.EvictPods("b", 1));
    }

    /// kube-scheduler may not have tried them yet.
    @Test
    void waitsWhileAllPendingPodsAreYoungerThanTwoSeconds() {
        pending = List.of(created(pods(1, "web-1", "3", "1Gi"), NOW));

        var young = turn(List.of(used("a", "4")));

        assertThat(steps(young)).isEmpty();
        assertThat(young.decision().wakeAt()).isEqualTo(NOW.plusSeconds(2));
        assertThat(sentences(young))
                .contains(
                        "1 new pod fits on no node; a node is added when the oldest pending pod is"
                                + " 2 s old: shop/web-1");
        now = NOW.plusMillis(1_999);
        assertThat(steps(turn(List.of(used("a", "4"))))).isEmpty();
        now = NOW.plusSeconds(2);
        assertThat(steps(turn(List.of(used("a", "4"))))).hasSize(1);
    }

    @Test
    void doesNotWaitIfOnePodIsOlder() {
        pending =
                List.of(
                        created(pods(1, "web-1", "3", "1Gi"), NOW),
                        created(pods(1, "web-2", "3500m", "1Gi"), NOW.minusSeconds(2)));

        assertThat(steps(turn(List.of(used("a", "4")))))
                .containsExactly(new Step.ResizeGroup("small", 1, 3));
    }

    /// Pods that come and start all the time keep no node from going.
    @Test
    void removesNodesWhileNewPodsCome() {
        var nodes = List.of(used("a", "1"), used("b", "2100m"), used("c", "0"));
        turn(nodes);
        now = now.plus(TEN);
        pending = List.of(created(pods(1, "web-1", "500m", "1Gi"), now));

        assertThat(steps(turn(nodes)))
                .contains(new Step.DrainNode("c", DrainCause.LOW_UTILISATION));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    unready | ready | changes
                    3       | 1     | true
                    4       | 1     | false
                    4       | 4     | false
                    9       | 11    | true
                    10      | 12    | false
                    45      | 55    | true
                    46      | 54    | false
                    """)
    void changesNothingWhileManyNodesAreNotReady(int unready, int ready, boolean changes) {
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < ready; i++) {
            nodes.add(used("a" + i, "4"));
        }
        for (int i = 0; i < unready; i++) {
            nodes.add(used("u" + i, "4").withReady(false));
        }
        pending = List.of(pods(1, "web-1", "3", "1Gi"));

        var answer = turn(nodes);

        assertThat(steps(answer).isEmpty()).isNotEqualTo(changes);
        var sentence =
                "no node is added or removed: %d of %d nodes are not Ready"
                        .formatted(unready, unready + ready);
        assertThat(sentences(answer).contains(sentence)).isNotEqualTo(changes);
    }

    /// Nodes that are starting are not in the way.
    @Test
    void nodesThatStartAreNotUnhealthy() {
        var nodes = new ArrayList<>(List.of(used("a", "4")));
        for (int i = 0; i < 9; i++) {
            nodes.add(used("s" + i, "0").withCreated(NOW.minusSeconds(60)).withReady(false));
        }
        pending = List.of(pods(10, "web-1", "3", "1Gi"));

        assertThat(steps(turn(nodes))).containsExactly(new Step.ResizeGroup("small", 10, 11));
    }

    private static Pods withPriority(Pods pods, int priority) {
        var shape = pods.shape();
        return pods.as(
                new Shape(
                        shape.namespace(),
                        shape.labels(),
                        shape.requests(),
                        shape.placement(),
                        shape.owner(),
                        priority));
    }

    private static Pods created(Pods pods, Instant at) {
        return new Pods(pods.shape(), pods.count(), pods.first(), new Age(at, at));
    }

    private static Node used(String name, String cpu) {
        return cpu.equals("0")
                ? node(name, "pool=small", "4", "16Gi")
                : node(name, "pool=small", "4", "16Gi", pods(1, "p", cpu, "1Gi"));
    }

    private Answer<Past, Proposal> turn(List<Node> nodes) {
        var groups = List.of(group("small", 900, "0.2").with(nodes.size()));
        var cluster = Cluster.of(nodes, pending, groups);
        var question = new Question<>(cluster, Policy.DEFAULT, past, List.<Outcome>of(), now, 0);
        var answer = new Scaling().answer(question);
        past = answer.decision().remember();
        return answer;
    }

    private static List<Step> steps(Answer<Past, Proposal> answer) {
        return answer.decision().plan().steps();
    }

    private static List<String> sentences(Answer<Past, Proposal> answer) {
        return answer.decision().reasons().stream().map(Reason::sentence).toList();
    }
}
