package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// Pods of nodes that leave by themselves need another place now.
class LeavingPodsTest {

    private static final Node FULL =
            node("s1", "pool=small", "4", "16Gi", pods(1, "p", "4", "1Gi"));

    private List<Pods> pending = List.of();
    private Policy policy = Policy.DEFAULT;

    @Test
    void growsForPodsOfANodeThatLeaves() {
        var answer = answer(FULL, leaving("s2", pods(1, "web-1", "3", "1Gi")));

        assertThat(steps(answer)).containsExactly(new Step.ResizeGroup("small", 2, 3));
        assertThat(sentences(answer))
                .contains(
                        "small grows from 2 to 3 nodes for 1 pod: shop/web-1 (1 is on a leaving"
                                + " node)");
        assertThat(answer.details().warnings().stream().map(Reason::sentence))
                .contains("1 node is leaving (a spot notice): s2; 1 pod there needs another place");
    }

    @Test
    void growsNotIfTheyFitOnExistingNodes() {
        var roomy = node("s1", "pool=small", "4", "16Gi");

        var answer = answer(roomy, leaving("s2", pods(2, "web-1", "1", "1Gi")));

        assertThat(steps(answer)).isEmpty();
        assertThat(sentences(answer))
                .contains("2 pods of leaving nodes fit on existing nodes, e.g. shop/web-1")
                .noneMatch(one -> one.contains("pending pods fit"));
    }

    /// Pods of one shape are alike; the pending one is named as such.
    @Test
    void arePlacedTogetherWithPendingPods() {
        pending = List.of(pods(1, "web-9", "3", "1Gi"));

        var answer = answer(FULL, leaving("s2", pods(1, "web-1", "3", "1Gi")));

        assertThat(steps(answer)).containsExactly(new Step.ResizeGroup("small", 2, 4));
        assertThat(sentences(answer))
                .contains(
                        "small grows from 2 to 4 nodes for 2 pods, e.g. shop/web-9 (1 is on a"
                                + " leaving node)");
    }

    @Test
    void saysWhichHaveNoOtherPlace() {
        var answer = answer(FULL, leaving("s2", pods(1, "web-1", "5", "1Gi")));

        assertThat(steps(answer)).isEmpty();
        assertThat(sentences(answer))
                .contains("1 pod of a leaving node has no other place: shop/web-1");
        assertThat(answer.details().left()).isZero();
    }

    /// DaemonSet and static pods stay with their node, and nothing replaces a pod without an owner.
    @ParameterizedTest
    @EnumSource(
            value = Owner.class,
            mode = Mode.INCLUDE,
            names = {"DAEMON_SET", "NODE", "NOBODY"})
    void growsNotForPodsThatEndWithTheirNode(Owner owner) {
        var answer = answer(FULL, leaving("s2", pods(1, "web-1", "3", "1Gi", owner)));

        assertThat(steps(answer)).isEmpty();
        assertThat(answer.details().warnings().stream().map(Reason::sentence))
                .contains("1 node is leaving (a spot notice): s2");
    }

    /// They still run, so they say nothing about the new node.
    @Test
    void aNewNodeIsNotJudgedByPodsThatStillRun() {
        var old = leaving("s2", pods(1, "web-1", "3", "1Gi"));
        var past = answer(FULL, old).decision().remember();
        var later = NOW.plus(Duration.ofMinutes(3));
        var young =
                node("s3", "pool=small", "4", "16Gi")
                        .withCreated(NOW.plusSeconds(60))
                        .withReadySince(NOW.plusSeconds(90));
        var seen =
                Cluster.of(
                        List.of(FULL, old, young),
                        pending,
                        List.of(group("small", 9, "1").with(3)));

        var answer = new Scaling().answer(new Question<>(seen, policy, past, List.of(), later, 0));

        assertThat(steps(answer)).isEmpty();
        assertThat(sentences(answer))
                .contains("1 pod of a leaving node fits on existing nodes: shop/web-1")
                .noneMatch(one -> one.contains("does not grow"));
    }

    @Test
    void theEndOfAPlanHasThemOnTheirNewPlaces() {
        policy = Policy.DEFAULT.withHorizon(Duration.ofHours(24));
        var seen =
                Cluster.of(
                        List.of(FULL, leaving("s2", pods(1, "web-1", "3", "1Gi"))),
                        pending,
                        List.of(group("small", 9, "1").with(2)));

        var end =
                new Outlook()
                        .answer(new Question<>(seen, policy, Past.NONE, List.of(), NOW, 0))
                        .details()
                        .end();

        assertThat(end.added()).isEqualTo(1);
        assertThat(end.left()).isZero();
        assertThat(end.nodes())
                .filteredOn(node -> node.name().equals("small-1"))
                .singleElement()
                .satisfies(node -> assertThat(node.movers()).isEqualTo(1));
    }

    private static Node leaving(String name, Pods... pods) {
        return node(name, "pool=small", "4", "16Gi", pods)
                .with(new NodeState.Leaving("a spot notice"));
    }

    private Answer<Past, Proposal> answer(Node... nodes) {
        var groups = List.of(group("small", 9, "1").with(nodes.length));
        var seen = Cluster.of(List.of(nodes), pending, groups);
        return new Scaling().answer(new Question<>(seen, policy, Past.NONE, List.of(), NOW, 0));
    }

    private static List<Step> steps(Answer<Past, Proposal> answer) {
        return answer.decision().plan().steps();
    }

    private static List<String> sentences(Answer<Past, Proposal> answer) {
        return answer.decision().reasons().stream().map(Reason::sentence).toList();
    }
}
