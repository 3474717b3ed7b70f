package dev.plimsoll.slack;

import static dev.plimsoll.slack.Scene.amounts;
import static dev.plimsoll.slack.Scene.bytes;
import static dev.plimsoll.slack.Scene.count;
import static dev.plimsoll.slack.Scene.marked;
import static dev.plimsoll.slack.Scene.node;
import static dev.plimsoll.slack.Scene.pods;
import static dev.plimsoll.slack.Scene.policy;
import static dev.plimsoll.slack.Scene.shape;
import static dev.plimsoll.slack.Scene.source;
import static dev.plimsoll.slack.Scene.wanted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.slack.Placeholders.Kind;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Biggest;
import dev.plimsoll.slack.SlackPolicy.Pieces;
import dev.plimsoll.slack.SlackPolicy.Rate;
import dev.plimsoll.slack.SlackPolicy.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How much room is kept free, and by which placeholders. R and S are the requirements and
/// specifications of the source.
class SlackAmountTest {

    private static final Resources FOUR = amounts(4_000, 16_384);

    /// The source's example, R2: five placeholders of 0.8 cpu, where its formula counts fifty.
    @Test
    void holdsATenthOfTenNodesInFivePlaceholders() {
        var held = new Scene().with(10, "n", FOUR).hold(policy(10));

        assertThat(held.wanted().extra()).isEqualTo(amounts(4_000, 16_384));
        assertThat(held.wanted().count()).isEqualTo(5);
        assertThat(held.held()).isEqualTo(amounts(4_000, 16_384));
        assertThat(held.placeholders())
                .allMatch(one -> one.shape().requests().cpu().millis() == 800);
        assertThat(held.missing()).isEmpty();
    }

    /// S3: a granularity of placeholders fits on one reference node, to the last byte.
    @Test
    void fillsAnEmptyReferenceNodeExactly() {
        var full = pods(shape(FOUR), 1);
        var held = new Scene().with(9, "n", FOUR, full).with(node("empty", FOUR)).hold(policy(10));

        assertThat(held.missing()).isEmpty();
        assertThat(held.placeholders()).hasSize(5).allMatch(one -> one.node().equals("empty"));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    rate | base                | extra
                    1000 | 4000                | 400
                    1000 | 4001                | 401
                    1000 | 4010                | 401
                    1    | 1                   | 1
                    0    | 4000                | 0
                    1000 | 9007199254740991000 | 900719925474099100
                    """)
    void roundsUpTheShareOfEveryAmount(int rate, long base, long extra) {
        var capacity = Resources.NONE.with("cpu", base);

        assertThat(SlackAmount.extra(new Percent(rate), capacity).asked("cpu")).isEqualTo(extra);
    }

    /// PR 56's trace: 200 % of three nodes with 6000m and 11.6 GB are 12000m and 23.2 GB; without
    /// the biggest pod 11800m and 22.9 GB are left, which it filled with 59 placeholders of 200m
    /// and 0.3 GB, the smaller of the biggest pod and the smallest node. With the pods that have
    /// the most cpu and the most memory these are 61. 59 hold the cpu, but only 17.7 GB.
    @Test
    void countsThePlaceholdersOfThePrototypesTrace() {
        var scene =
                new Scene()
                        .with(node("a", bytes(2_000, 3_800_000_000L)))
                        .with(node("b", bytes(2_000, 3_900_000_000L)))
                        .with(node("c", bytes(2_000, 3_900_000_000L)))
                        .pending(pods(shape(bytes(200, 100_000_000)), 4))
                        .pending(pods(shape(bytes(100, 300_000_000)), 2));
        var nodes = scene.seen().cluster().nodes().stream().map(Node::allocatable).toList();
        var largest = new BiggestPlaceholders(new PodCounts(scene.seen().cluster()), Scene.BOTH);

        var capacity = only(nodes.stream().reduce(Resources.NONE, Resources::plus));
        var size = nodes.stream().reduce(largest.most(), SlackAmountTest::least);
        var extra = SlackAmount.extra(Percent.of(200), capacity);
        var biggest = Placeholders.biggest("biggest", size, Placement.ANYWHERE, "");
        var left = SlackAmount.left(extra, List.of(biggest));
        var all = new Cuts(size, 1).holding(left);

        assertThat(size).isEqualTo(bytes(200, 300_000_000));
        assertThat(capacity).isEqualTo(bytes(6_000, 11_600_000_000L));

        assertThat(extra).isEqualTo(bytes(12_000, 23_200_000_000L));
        assertThat(left).isEqualTo(bytes(11_800, 22_900_000_000L));
        assertThat(all.stream().map(Scene::text))
                .containsExactly(
                        "standard 59 × " + bytes(200, 300_000_000),
                        "filler-memory 18 × " + Resources.NONE.with("memory", 300_000_000));
        int ofPods = largest.biggestIn("cpu").size() + largest.biggestIn("memory").size();
        assertThat(all.getFirst().count() + ofPods).isEqualTo(61);
    }

    /// The smaller amount of cpu and of memory.
    private static Resources least(Resources one, Resources other) {
        var least = Resources.NONE;
        for (var resource : Scene.BOTH) {
            least = least.with(resource, Math.min(one.asked(resource), other.asked(resource)));
        }
        return least;
    }

    private static Resources only(Resources all) {
        return least(all, all);
    }

    /// S5, and the end of PR 56's trace: as a policy, its rate would buy nodes without end.
    @Test
    void refusesToKeepTheWholeCapacityFree() {
        assertThatThrownBy(() -> policy(200)).hasMessageContaining("below 100%, got 200%");
        assertThatThrownBy(() -> policy(100)).hasMessageContaining("below 100%, got 100%");
        assertThat(policy(200, Basis.REQUESTS, Biggest.NONE).rate().share())
                .isEqualTo(Percent.of(200));
    }

    /// R4, S5: the cluster is at rest at R ÷ (1 − rate) by capacity and at R · (1 + rate) by
    /// requests, rounded up to whole nodes.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    basis    | rate | full | rest
                    CAPACITY | 10   | 9    | 10
                    CAPACITY | 10   | 10   | 12
                    CAPACITY | 20   | 20   | 25
                    CAPACITY | 50   | 10   | 20
                    CAPACITY | 90   | 2    | 20
                    REQUESTS | 10   | 10   | 11
                    REQUESTS | 10   | 20   | 22
                    REQUESTS | 50   | 10   | 15
                    REQUESTS | 100  | 10   | 20
                    REQUESTS | 200  | 10   | 30
                    """)
    void restsAtItsFixedPoint(Basis basis, int rate, int full, int rest) {
        var policy = policy(rate, basis, Biggest.NONE);
        int nodes = full;
        while (!held(full, nodes, policy).missing().isEmpty()) {
            nodes++;
        }

        assertThat(nodes).isEqualTo(rest);
    }

    private static HeldSlack held(int full, int nodes, SlackPolicy policy) {
        return new Scene()
                .with(full, "full", FOUR, pods(shape(amounts(1_000, 4_096)), 4))
                .with(nodes - full, "new", FOUR)
                .hold(policy);
    }

    /// R2: with a biggest pod of 500m and 128Mi, placeholders of that shape would need 66 pods to
    /// hold a tenth of the memory, and 33 cpu instead of 4.
    @Test
    void staysWithinOnePlaceholderIfPodsRequestHardlyAnyMemory() {
        var small = pods(shape(amounts(500, 128)), 4);
        var held = new Scene().with(10, "n", FOUR, small).hold(policy(10));

        assertThat(held.placeholders().getFirst().shape().requests().cpu().millis()).isEqualTo(400);
        assertThat(held.held().cpu().millis()).isBetween(4_000L, 4_399L);
        assertThat(held.held().memory().count())
                .isBetween(16L << 30, (16L << 30) + (16L << 30) / 10 - 1);
    }

    /// S6, R5: halved as a whole until no larger than the biggest pod, but not below a twentieth.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    cpu  | memory | granularity | piece
                    4000 | 16384  | 5           | 800
                    800  | 16     | 5           | 800
                    799  | 16     | 5           | 400
                    400  | 16     | 5           | 400
                    399  | 16     | 5           | 200
                    200  | 16     | 5           | 200
                    10   | 16     | 5           | 200
                    0    | 3277   | 5           | 800
                    0    | 3276   | 5           | 400
                    0    | 0      | 5           | 800
                    10   | 0      | 3           | 334
                    10   | 0      | 20          | 200
                    10   | 0      | 40          | 100
                    """)
    void makesNoPlaceholderLargerThanTheBiggestPod(
            long cpu, long memory, int granularity, long piece) {
        var policy =
                new SlackPolicy(
                        Reading.PLIMSOLL,
                        new Rate(Percent.of(10), Basis.CAPACITY),
                        new Pieces(granularity, ""),
                        Biggest.NONE,
                        Scene.BOTH);
        var biggest = pods(shape(amounts(cpu, memory)), 1);
        var held = new Scene().with(10, "n", FOUR, biggest).hold(policy);

        assertThat(held.placeholders().getFirst().shape().requests().cpu().millis())
                .isEqualTo(piece);
    }

    /// R5, R6: a database with 30 cores does not make placeholders large, although a node for it
    /// can be bought. On one of 32 cores a placeholder would be 6.4 cpu, which no node beside it
    /// has free.
    @Test
    void takesTheSmallestNodeForNearlyAllPodsAsTheReference() {
        var database = pods(shape(amounts(30_000, 61_440)), 1);
        var web = pods(shape(amounts(3_100, 8_192)), 1);
        var scene =
                new Scene()
                        .template("small", FOUR, 10)
                        .template("large", amounts(32_000, 131_072), 1)
                        .with(10, "small", FOUR, web)
                        .with(node("large", amounts(32_000, 131_072), database))
                        .outside("large");

        var held = scene.hold(policy(20));

        assertThat(held.wanted().extra()).isEqualTo(amounts(8_000, 32_768));
        assertThat(held.placeholders())
                .hasSize(10)
                .allMatch(one -> one.shape().requests().cpu().millis() == 800);
        assertThat(held.missing()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    large | all | reference
                    10    | 100 | small
                    11    | 100 | middle
                    0     | 1   | small
                    0     | 0   | small
                    """)
    void looksForANodeThatHoldsNineTenthsOfThePods(int large, int all, String reference) {
        var scene =
                new Scene()
                        .template("middle", amounts(8_000, 32_768))
                        .template("small", FOUR)
                        .template("unused", amounts(1_000, 1_024), 0)
                        .with(node("n", amounts(1_000_000, 4_096_000)));
        if (large > 0) {
            scene.pending(pods(shape(amounts(5_000, 1_024)), large));
        }
        if (all > large) {
            scene.pending(pods(shape(amounts(500, 1_024)), all - large));
        }

        assertThat(reference(scene, "")).isEqualTo(reference);
        assertThat(reference(scene, "middle")).isEqualTo("middle");
        assertThat(reference(scene, "nobody")).isEqualTo(reference);
    }

    /// R6: the reference node is for the other pods.
    @Test
    void looksForNoNodeForPodsThatAreKeptOut() {
        var database = shape(amounts(5_000, 1_024));

        assertThat(reference(besideSmallPods(database), "")).isEqualTo("middle");
        assertThat(reference(besideSmallPods(marked(database, 0)), "")).isEqualTo("small");
    }

    /// 11 of 100 pods.
    private static Scene besideSmallPods(Shape large) {
        return new Scene()
                .template("middle", amounts(8_000, 32_768))
                .template("small", FOUR)
                .with(node("n", amounts(1_000_000, 4_096_000)))
                .pending(pods(large, 11))
                .pending(pods(shape(amounts(500, 1_024)), 89));
    }

    /// S6, R6: a pod that is kept out makes no placeholder larger.
    @Test
    void isNotMeasuredByPodsThatAreKeptOut() {
        var small = pods(shape(amounts(10, 16)), 1);
        var large = shape(amounts(3_000, 16));

        assertThat(standardCpu(small, pods(large, 1))).isEqualTo(800);
        assertThat(standardCpu(small, pods(marked(large, 0), 1))).isEqualTo(200);
    }

    private static long standardCpu(Pods... pods) {
        var held = new Scene().with(9, "n", FOUR).with(node("m", FOUR, pods)).hold(policy(10));
        return held.placeholders().getFirst().shape().requests().cpu().millis();
    }

    /// As a pod does, a placeholder takes one of the pods that a node may have.
    @Test
    void takesAPodSlot() {
        var two = node("a", FOUR, pods(shape(amounts(100, 100)), 1));
        var scene = new Scene().with(two.withAllocatable(FOUR.with(Resources.PODS, 3)));

        var answer = scene.decide(policy(80), SlackPast.NONE);

        assertThat(answer.details().placeholders()).hasSizeGreaterThan(2);
        assertThat(answer.details().placeholders().stream().filter(Placeholder::isHeld)).hasSize(2);
        assertThat(Scene.sentences(answer)).anyMatch(text -> text.contains("pods"));
    }

    private static String reference(Scene scene, String byPolicy) {
        var seen = scene.seen();
        return ReferenceNode.of(seen, byPolicy, new PodCounts(seen.cluster())).orElseThrow().name();
    }

    @Test
    void takesTheNodeThatHoldsTheMostPodsIfNoneHoldsNearlyAll() {
        var scene =
                new Scene()
                        .template("memory", amounts(2_000, 65_536))
                        .template("compute", amounts(16_000, 8_192))
                        .with(node("n", amounts(100_000, 400_000)))
                        .pending(pods(shape(amounts(8_000, 1_024)), 6))
                        .pending(pods(shape(amounts(1_000, 32_768)), 4));

        assertThat(reference(scene, "")).isEqualTo("compute");
        assertThat(Scene.sentences(scene.decide(policy(10), SlackPast.NONE)))
                .contains(
                        "no node is large enough for 90% of the pods; compute is for the most, 6 of"
                                + " 10");
    }

    /// Standard placeholders tolerate nothing.
    @Test
    void takesNoReferenceThatRepelsPlainPods() {
        var dedicated = List.of(new Taint("gpu", "yes", Taint.Effect.NO_SCHEDULE));
        var small = node("a", amounts(1_000, 4_096)).withTaints(dedicated);

        assertThat(reference(new Scene().with(small, node("b", FOUR)), "")).isEqualTo("b");
        assertThat(reference(new Scene().with(small), "")).isEqualTo("a");
    }

    @Test
    void doesNotCountDaemonSetsAsCapacityNorAsPods() {
        var daemon =
                new Shape(
                        "kube-system",
                        Labels.NONE,
                        amounts(1_000, 4_096),
                        Placement.ANYWHERE,
                        Owner.DAEMON_SET,
                        0);
        var held = new Scene().with(10, "n", FOUR, pods(daemon, 1)).hold(policy(10));

        assertThat(held.wanted().extra()).isEqualTo(amounts(3_000, 12_288));
        assertThat(held.placeholders())
                .hasSize(5)
                .allMatch(one -> one.shape().requests().cpu().millis() == 600);
    }

    /// R7: pods with 1000m/1G and 10m/10G, and 500m/5G between them.
    @Test
    void keepsRoomForEveryPodThatNoOtherExceeds() {
        var held = biggest(Biggest.PODS).hold(policy(10, Basis.CAPACITY, Biggest.PODS));

        assertThat(wanted(held).stream().filter(one -> one.startsWith("biggest")))
                .extracting(one -> one.substring(one.indexOf(' ') + 1))
                .containsExactlyInAnyOrder(
                        "1 × " + bytes(1_000, 1_000_000_000),
                        "1 × " + bytes(10, 10_000_000_000L),
                        "1 × " + bytes(500, 5_000_000_000L));
        assertThat(held.missing()).isEmpty();
        assertThat(held.held().cpu().millis()).isGreaterThanOrEqualTo(3_200);
    }

    /// R6, R7: one placeholder that any of them fits in, if a node holds it.
    @Test
    void keepsRoomForTheMostOfEveryResource() {
        var scene = biggest(Biggest.SHAPE);
        var policy = policy(10, Basis.CAPACITY, Biggest.SHAPE);

        assertThat(wanted(scene.hold(policy)))
                .contains("biggest 1 × " + bytes(1_000, 10_000_000_000L));
        assertThat(
                        wanted(
                                new Scene()
                                        .with(node("a", bytes(4_000, 4_000_000_000L)))
                                        .with(node("b", bytes(500, 16_000_000_000L)))
                                        .pending(pods(shape(bytes(1_000, 1_000_000_000)), 1))
                                        .pending(pods(shape(bytes(10, 10_000_000_000L)), 1))
                                        .hold(policy)))
                .filteredOn(one -> one.startsWith("biggest-"))
                .hasSize(2);
    }

    /// R6: no node stands by for a database that an annotation keeps out.
    @Test
    void keepsNoRoomForPodsThatAreKeptOut() {
        var scene = biggest(Biggest.PODS);
        scene.with(node("db", FOUR, pods(marked(shape(amounts(3_900, 16_000)), 0), 1)));

        var held = scene.hold(policy(10, Basis.CAPACITY, Biggest.PODS));

        assertThat(held.placeholders())
                .noneMatch(one -> one.shape().requests().cpu().millis() > 1_000);
    }

    private static Scene biggest(Biggest biggest) {
        return new Scene()
                .with(8, biggest.name(), FOUR)
                .pending(pods(shape(bytes(1_000, 1_000_000_000)), 3))
                .pending(pods(shape(bytes(10, 10_000_000_000L)), 1))
                .pending(pods(shape(bytes(500, 5_000_000_000L)), 2))
                .pending(pods(shape(bytes(400, 5_000_000_000L)), 2));
    }

    /// S7, R2: marked placeholders count towards the rate and may exceed it.
    @Test
    void countsMarkedPlaceholdersTowardsTheRate() {
        var web = marked(shape(amounts(1_000, 4_096)), 3);
        var scene = new Scene().with(10, "n", FOUR).with(node("m", FOUR, pods(web, 2)));

        assertThat(wanted(scene.hold(policy(5))))
                .containsExactly(
                        Placeholders.marked(mirror(web), 3, "").name() + " 3 × " + web.requests());
        assertThat(count(scene.hold(policy(10)), Kind.STANDARD)).isEqualTo(2);
        assertThat(count(scene.hold(policy(10)), Kind.MARKED)).isEqualTo(3);
    }

    private static Shape mirror(Shape shape) {
        return Placeholders.mirror(shape, shape.placement());
    }

    /// S4, R3: replicas of a virtual owner that can be moved, below the priority of every pod.
    @Test
    void makesPlaceholdersMovableReplicasOfTheLowestPriority() {
        var web = marked(shape(amounts(1_000, 4_096)), 1);
        var held = new Scene().with(10, "n", FOUR).pending(pods(web, 1)).hold(policy(20));

        assertThat(held.placeholders()).hasSize(10);
        for (var one : held.placeholders()) {
            assertThat(one.shape().owner()).isEqualTo(Owner.REPLICA_SET);
            assertThat(one.shape().disruption().consent()).isEqualTo(Shape.Consent.SAFE);
            assertThat(one.shape().priority()).isLessThan(-2_000_000_000);
            assertThat(one.shape()).isNotEqualTo(web);
        }
    }

    /// Version 1 as printed: nodes × granularity placeholders hold the whole cluster, ten times the
    /// tenth that it claims.
    @Test
    void countsTheWholeClusterInVersionOneOfTheSource() {
        var answer =
                new Scene()
                        .with(10, "n", FOUR)
                        .decide(source(Reading.SOURCE_1, 10), SlackPast.NONE);

        assertThat(answer.details().wanted().count()).isEqualTo(50);
        assertThat(answer.details().held()).isEqualTo(amounts(40_000, 163_840));
        assertThat(Scene.sentences(answer))
                .contains("nodes × 5 placeholders hold 40 cpu and 160Gi, not 4 cpu and 16Gi");
    }

    /// Version 2, "incomplete idea": the pod with the most of each resource, and what is left.
    @Test
    void keepsRoomForTwoPodsInVersionTwoOfTheSource() {
        var held =
                new Scene()
                        .with(10, "n", FOUR)
                        .pending(pods(shape(amounts(1_000, 1_024)), 1))
                        .pending(pods(shape(amounts(500, 4_096)), 1))
                        .hold(source(Reading.SOURCE_2_PODS, 10));

        assertThat(wanted(held))
                .contains(
                        "biggest-cpu 1 × " + amounts(1_000, 1_024),
                        "biggest-memory 1 × " + amounts(500, 4_096));
        assertThat(count(held, Kind.STANDARD)).isEqualTo(50);
        assertThat(held.held()).isEqualTo(amounts(4_000, 16_384));
    }

    /// The pod that has the most of both counts twice, as printed.
    @Test
    void countsOnePodTwiceInVersionTwoOfTheSource() {
        var held =
                new Scene()
                        .with(10, "n", FOUR)
                        .pending(pods(shape(amounts(1_000, 4_096)), 1))
                        .hold(source(Reading.SOURCE_2_PODS, 10));

        assertThat(count(held, Kind.BIGGEST)).isEqualTo(2);
        assertThat(held.held()).isEqualTo(amounts(4_000, 16_384));
    }

    /// Version 2, "more complete idea": one pod with the most of everything, and what is left.
    @Test
    void keepsRoomForOneShapeInVersionTwoOfTheSource() {
        var held =
                new Scene()
                        .with(10, "n", FOUR)
                        .pending(pods(shape(amounts(1_000, 1_024)), 1))
                        .pending(pods(shape(amounts(500, 4_096)), 1))
                        .hold(source(Reading.SOURCE_2_SHAPE, 10));

        assertThat(wanted(held)).contains("biggest 1 × " + amounts(1_000, 4_096));
        assertThat(count(held, Kind.STANDARD)).isEqualTo(50);
        assertThat(held.held()).isEqualTo(amounts(4_000, 16_384));
    }

    /// The subtraction of version 2 stops at zero.
    @Test
    void holdsMoreThanTheRateIfTheBiggestPodsOfTheSourceAreMore() {
        var answer =
                new Scene()
                        .with(2, "n", FOUR)
                        .pending(pods(shape(amounts(1_000, 512)), 1))
                        .decide(source(Reading.SOURCE_2_SHAPE, 10), SlackPast.NONE);

        assertThat(Scene.sentences(answer))
                .contains("the biggest pods request 1 cpu, more than 800m cpu: zero is left");
        assertThat(answer.details().held().cpu().millis()).isEqualTo(1_000);
        assertThat(answer.details().held().memory().count())
                .isEqualTo(answer.details().wanted().extra().memory().count());
    }
}
