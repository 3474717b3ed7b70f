package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.emptyGroup;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.selection.WellKnown;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Nodes that are Ready before everything on them has started.
class StartingNodesTest {

    private static final Policy NO_DRAINS = Policy.DEFAULT.with(ScaleDownPolicy.OFF);
    private static final Pods TRAINING = gpu(pods(1, "train-1", "1", "1Gi"));

    /// Its device plugin registers the GPUs later. The timeout is 900 s.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    age | grows
                    10  | false
                    899 | false
                    900 | true
                    """)
    void aNewNodeWithoutItsDevicesIsStarting(long age, boolean grows) {
        var young = bare("g1").withCreated(NOW.minusSeconds(age));
        var groups = List.of(declared("gpus"), dear());

        var answer = answer(Cluster.of(List.of(young), List.of(TRAINING), groups), Past.NONE);

        assertThat(steps(answer).isEmpty()).isNotEqualTo(grows);
        assertThat(
                        sentences(answer)
                                .contains(
                                        "1 pending pod fits on nodes that are starting:"
                                                + " shop/train-1"))
                .isNotEqualTo(grows);
    }

    /// It is no node that pods of drained nodes could go to, and no template of the next one.
    @Test
    void theDevicesOfAGroupWithoutATemplateAreThoseOfItsOlderNodes() {
        var old = whole("g0").with(List.of(gpu(pods(1, "p", "1", "1Gi"))));
        var young = bare("g1").withCreated(NOW.minusSeconds(10));
        var seen =
                Cluster.of(
                        List.of(old, young),
                        List.of(TRAINING.times(2)),
                        List.of(group("gpus", 9, "2").with(2)));

        assertThat(steps(answer(seen, Past.NONE)))
                .containsExactly(new Step.ResizeGroup("gpus", 2, 3));
    }

    @Test
    void theDevicesOfAnEmptiedGroupAreThoseOfItsRememberedNode() {
        var groups = List.of(group("gpus", 9, "2"), dear());
        var before = Cluster.of(List.of(whole("g0")), List.of(), groups);
        var past = answer(before, Past.NONE).decision().remember();
        var young = bare("g1").withCreated(NOW.minusSeconds(10));

        var answer = answer(Cluster.of(List.of(young), List.of(TRAINING), groups), past);

        assertThat(steps(answer)).isEmpty();
    }

    /// Nodes of other types have their own devices.
    @Test
    void aNodeOfATypeWithoutDevicesHasStarted() {
        var young = node("s1", "pool=small", "4", "16Gi").withCreated(NOW.minusSeconds(10));
        var seen =
                Cluster.of(
                        List.of(young),
                        List.of(pods(1, "web-1", "1", "1Gi")),
                        List.of(group("small", 9, "0.2")));

        assertThat(sentences(answer(seen, Past.NONE)))
                .containsExactly(
                        "1 pending pod fits on existing nodes: shop/web-1",
                        "1 node stays because scale-down is off, e.g. s1");
    }

    /// They are no taints of the next node. The timeout is 900 s.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    age | known | steps
                    10  | true  | 0
                    899 | true  | 0
                    900 | true  | 1
                    10  | false | 0
                    """)
    void aNodeWithAStartUpTaintOfThePolicyIsStarting(long age, boolean known, int steps) {
        var keys = known ? List.of("example.com/agent") : List.<String>of();
        var young =
                Village.tainted(node("s1", "pool=small", "4", "16Gi"), "example.com/agent")
                        .withCreated(NOW.minusSeconds(age));
        var seen =
                Cluster.of(
                        List.of(young),
                        List.of(pods(1, "web-1", "1", "1Gi")),
                        List.of(group("small", 9, "0.2")));
        var policy = NO_DRAINS.withStartupTaints(keys);

        var answer =
                new Scaling().answer(new Question<>(seen, policy, Past.NONE, List.of(), NOW, 0));

        assertThat(steps(answer)).hasSize(steps);
        assertThat(
                        sentences(answer)
                                .contains(
                                        "1 pending pod fits on nodes that are starting:"
                                                + " shop/web-1"))
                .isEqualTo(known && age < 900);
    }

    private static Node bare(String name) {
        return node(name, "pool=gpus", "8", "32Gi");
    }

    private static Node whole(String name) {
        var bare = bare(name);
        return bare.withAllocatable(bare.allocatable().with(WellKnown.NVIDIA_GPU, 1));
    }

    private static Group declared(String name) {
        return emptyGroup(name, whole("template"), 1, "2").with(1);
    }

    private static Group dear() {
        var like = node("d", "pool=dear", "8", "32Gi");
        var withGpu = like.withAllocatable(like.allocatable().with(WellKnown.NVIDIA_GPU, 1));
        return emptyGroup("dear", withGpu, 9, "9");
    }

    private static Pods gpu(Pods pods) {
        var shape = pods.shape();
        return pods.as(
                new Shape(
                        shape.namespace(),
                        shape.labels(),
                        shape.requests().with(WellKnown.NVIDIA_GPU, 1),
                        shape.placement(),
                        shape.owner(),
                        shape.priority()));
    }

    private static Answer<Past, Proposal> answer(Cluster cluster, Past past) {
        return new Scaling().answer(new Question<>(cluster, NO_DRAINS, past, List.of(), NOW, 0));
    }

    private static List<Step> steps(Answer<Past, Proposal> answer) {
        return answer.decision().plan().steps();
    }

    private static List<String> sentences(Answer<Past, Proposal> answer) {
        return answer.decision().reasons().stream().map(Reason::sentence).toList();
    }
}
