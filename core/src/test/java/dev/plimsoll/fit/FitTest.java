package dev.plimsoll.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Taint.Effect;
import dev.plimsoll.selection.Toleration;
import dev.plimsoll.selection.Toleration.Match;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FitTest {

    private static final Taint GPU_ONLY = new Taint("gpu", "yes", Effect.NO_SCHEDULE);

    /// A node that offers so much of a resource, of which one pod has taken some.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    resource          | offers | taken | asks | sentence
                    cpu               | 1      | 400m  | 600m |
                    cpu               | 1      | 400m  | 601m | insufficient cpu: requests 601m, 600m available
                    cpu               | 1      | 1     | 0    |
                    cpu               | 1      | 1     | 1m   | insufficient cpu: requests 1m, 0 available
                    cpu               | 1      | 2     | 0    |
                    cpu               | 1      | 2     | 1m   | insufficient cpu: requests 1m, 0 available
                    memory            | 4Gi    | 1Gi   | 3Gi  |
                    memory            | 4Gi    | 1Gi   | 4Gi  | insufficient memory: requests 4Gi, 3Gi available
                    memory            | 4Gi    | 0     | 4097Mi | insufficient memory: requests 4097Mi, 4Gi available
                    memory            | 4Gi    | 1     | 4Gi  | insufficient memory: requests 4Gi, 3.9Gi available
                    memory            | 2000Mi | 1Mi   | 2000Mi | insufficient memory: requests 2000Mi, 1999Mi available
                    ephemeral-storage | 10Gi   | 9Gi   | 1Gi  |
                    ephemeral-storage | 10Gi   | 9Gi   | 2Gi  | insufficient ephemeral-storage: requests 2Gi, 1Gi available
                    nvidia.com/gpu    | 4      | 3     | 1    |
                    nvidia.com/gpu    | 4      | 3     | 2    | insufficient nvidia.com/gpu: requests 2, 1 available
                    nvidia.com/gpu    |        | 0     | 1    | insufficient nvidia.com/gpu: requests 1, 0 available
                    nvidia.com/gpu    |        | 0     | 0    |
                    cpu               |        | 9     | 99   |
                    memory            |        | 9Gi   | 99Gi |
                    ephemeral-storage |        | 9Gi   | 99Gi |
                    """)
    void needsRoomForEveryResource(
            String resource, String offers, String taken, String asks, String sentence) {
        var capacity =
                offers == null
                        ? Resources.NONE
                        : Resources.NONE.with(resource, Quantity.amount(resource, offers));
        var node = node(capacity, new Pods(asking(resource, taken), 1, "other"));

        assertThat(says(Fit.on(node, asking(resource, asks)))).isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    slots | taken | sentence
                       10 |     9 |
                       10 |    10 | the node already runs its maximum of 10 pods
                       10 |    11 | the node already runs its maximum of 10 pods
                          |    99 |
                    """)
    void needsAPodSlot(Long slots, int taken, String sentence) {
        var capacity = slots == null ? Resources.NONE : Resources.NONE.with("pods", slots);
        var node = node(capacity, new Pods(asking("cpu", "0"), taken, "other"));

        assertThat(says(Fit.on(node, asking("cpu", "0")))).isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    effect             | tolerated | sentence
                    NO_SCHEDULE        | true      |
                    NO_SCHEDULE        | false     | the pod does not tolerate taint gpu=yes:NoSchedule
                    NO_EXECUTE         | true      |
                    NO_EXECUTE         | false     | the pod does not tolerate taint gpu=yes:NoExecute
                    PREFER_NO_SCHEDULE | true      |
                    PREFER_NO_SCHEDULE | false     |
                    """)
    void mustTolerateTaintsThatRepel(Effect effect, boolean tolerated, String sentence) {
        var node = tainted(new Taint("gpu", "yes", effect));
        var shape = tolerated ? tolerating("gpu", effect) : placed(Placement.ANYWHERE);

        assertThat(says(Fit.on(node, shape))).isEqualTo(sentence);
    }

    @Test
    void mustTolerateEveryTaint() {
        var node = tainted(GPU_ONLY, new Taint("spot", "", Effect.NO_SCHEDULE));

        assertThat(says(Fit.on(node, tolerating("gpu", Effect.NO_SCHEDULE))))
                .isEqualTo("the pod does not tolerate taint spot:NoSchedule");
        assertThat(says(Fit.on(node, tolerating("", Effect.NO_SCHEDULE)))).isNull();
    }

    @Test
    void staysOffACordonedNodeUnlessItToleratesThat() {
        var node = on(new NodeState.Cordoned());
        var patient = tolerating("node.kubernetes.io/unschedulable", Effect.NO_SCHEDULE);

        assertThat(says(Fit.on(node, placed(Placement.ANYWHERE)))).isEqualTo("n1 is cordoned");
        assertThat(says(Fit.on(node, patient))).isNull();
        assertThat(says(Fit.on(on(new NodeState.Active()), placed(Placement.ANYWHERE)))).isNull();
    }

    @Test
    void mustFindTheLabelsItSelects() {
        assertThat(says(Fit.on(zone("a"), selecting("zone", "a")))).isNull();
        assertThat(says(Fit.on(zone("b"), selecting("zone", "a"))))
                .isEqualTo("the node does not match node selector zone=a");
        assertThat(says(Fit.on(zone("a"), selecting("disk", "a"))))
                .isEqualTo("the node does not match node selector disk=a");
    }

    @Test
    void mustMatchItsRequiredAffinity() {
        var affinity =
                new Affinity.AnyOf(
                        List.of(
                                new Affinity.Term(
                                        List.of(Requirement.in("zone", "a")), List.of())));
        var shape = placed(new Placement(Labels.NONE, affinity, List.of()));

        assertThat(says(Fit.on(zone("a"), shape))).isNull();
        assertThat(says(Fit.on(zone("b"), shape)))
                .isEqualTo("the node does not match the required node affinity");
    }

    @Test
    void namesTheFirstRuleThatFails() {
        var full =
                new Node(
                        "n1",
                        Instant.EPOCH,
                        Labels.NONE,
                        List.of(GPU_ONLY),
                        Resources.NONE.with("pods", 0).with("cpu", 0),
                        new NodeState.Cordoned(),
                        true,
                        false,
                        List.of());

        assertThat(says(Fit.on(full, selecting("zone", "a")))).isEqualTo("n1 is cordoned");
        assertThat(says(Fit.on(full.inService(), selecting("zone", "a"))))
                .isEqualTo("the pod does not tolerate taint gpu=yes:NoSchedule");
        assertThat(says(Fit.on(node(full.allocatable()), selecting("zone", "a"))))
                .isEqualTo("the node does not match node selector zone=a");
        assertThat(says(Fit.on(node(full.allocatable()), asking("cpu", "1"))))
                .isEqualTo("the node already runs its maximum of 0 pods");
    }

    @Test
    void looksPastOtherPodsIfAskedAboutAnEmptyNode() {
        var node = node(Resources.NONE.with("cpu", 1_000), new Pods(asking("cpu", "1"), 1, "big"));

        assertThat(says(Fit.on(node, asking("cpu", "1"))))
                .isEqualTo("insufficient cpu: requests 1, 0 available");
        assertThat(says(Fit.onEmpty(node, asking("cpu", "1")))).isNull();
        assertThat(says(Fit.onEmpty(node, asking("cpu", "1001m"))))
                .isEqualTo("insufficient cpu: requests 1001m, 1 available");
    }

    @Test
    void findsOneNodeAmongSeveral() {
        assertThat(Fit.onAny(List.of(zone("a"), zone("b")), selecting("zone", "b"))).isTrue();
        assertThat(Fit.onAny(List.of(zone("a")), selecting("zone", "b"))).isFalse();
        assertThat(Fit.onAny(List.of(), selecting("zone", "b"))).isFalse();
    }

    private static @Nullable String says(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits _ -> null;
            case Verdict.Unknown(var why) -> why.sentence();
            case Verdict.Refused(var why) -> why.sentence();
        };
    }

    private static Shape asking(String resource, String amount) {
        return shape(
                Resources.NONE.with(resource, Quantity.amount(resource, amount)),
                Placement.ANYWHERE);
    }

    private static Shape selecting(String key, String value) {
        return placed(new Placement(Labels.of(key, value), new Affinity.Anywhere(), List.of()));
    }

    private static Shape tolerating(String key, Effect effect) {
        var toleration = new Toleration(key, Match.EXISTS, "", List.of(effect));
        return placed(new Placement(Labels.NONE, new Affinity.Anywhere(), List.of(toleration)));
    }

    private static Shape placed(Placement placement) {
        return shape(Resources.NONE, placement);
    }

    private static Shape shape(Resources requests, Placement placement) {
        return new Shape("shop", Labels.NONE, requests, placement, Owner.REPLICA_SET, 0);
    }

    private static Node node(Resources allocatable, Pods... pods) {
        return new Node(
                "n1",
                Instant.EPOCH,
                Labels.NONE,
                List.of(),
                allocatable,
                new NodeState.Active(),
                true,
                false,
                List.of(pods));
    }

    private static Node zone(String zone) {
        return new Node(
                "n1",
                Instant.EPOCH,
                Labels.of("zone", zone),
                List.of(),
                Resources.NONE,
                new NodeState.Active(),
                true,
                false,
                List.of());
    }

    private static Node tainted(Taint... taints) {
        return new Node(
                "n1",
                Instant.EPOCH,
                Labels.NONE,
                List.of(taints),
                Resources.NONE,
                new NodeState.Active(),
                true,
                false,
                List.of());
    }

    private static Node on(NodeState state) {
        return new Node(
                "n1",
                Instant.EPOCH,
                Labels.NONE,
                List.of(),
                Resources.NONE,
                state,
                true,
                false,
                List.of());
    }
}
