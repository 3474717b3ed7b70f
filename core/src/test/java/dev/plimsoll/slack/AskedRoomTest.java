package dev.plimsoll.slack;

import static dev.plimsoll.slack.Scene.amounts;
import static dev.plimsoll.slack.Scene.buffer;
import static dev.plimsoll.slack.Scene.deployment;
import static dev.plimsoll.slack.Scene.marked;
import static dev.plimsoll.slack.Scene.node;
import static dev.plimsoll.slack.Scene.pods;
import static dev.plimsoll.slack.Scene.policy;
import static dev.plimsoll.slack.Scene.sentences;
import static dev.plimsoll.slack.Scene.shape;
import static dev.plimsoll.slack.Scene.source;
import static dev.plimsoll.slack.Scene.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.cluster.BufferSize;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.slack.Placeholders.Kind;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Biggest;
import dev.plimsoll.slack.SlackPolicy.Reading;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Room for which CapacityBuffers and annotations of workloads ask.
class AskedRoomTest {

    private static final Resources FOUR = amounts(4_000, 16_384);
    private static final Shape CORE = shape(amounts(1_000, 2_048));
    private static final Shape HALF = shape(amounts(500, 1_024));

    @Test
    void mirrorsThePodsOfACapacityBuffer() {
        var onSsd = new Placement(Labels.of("disk", "ssd"), new Affinity.Anywhere(), List.of());
        var ssd = node("b", FOUR).withLabels(Labels.of("disk", "ssd"));
        var scene =
                new Scene()
                        .with(node("a", FOUR), ssd)
                        .with(buffer("db", 2, shape(amounts(1_500, 2_048), onSsd)));

        var answer = scene.decide(policy(0), SlackPast.NONE);

        assertThat(answer.details().remember().seats())
                .containsOnlyKeys("buffer-shop/db-1", "buffer-shop/db-2")
                .containsValue("b")
                .doesNotContainValue("a");
        assertThat(sentences(answer))
                .contains("room for 2 pods of CapacityBuffer shop/db")
                .contains("2 placeholders hold 3 cpu and 4Gi");
    }

    /// R2 of the source: the rate is a minimum.
    @Test
    void countsBuffersTowardsTheRate() {
        var half = new Scene().with(5, "n", FOUR).with(buffer("web", 2, CORE));
        var more = new Scene().with(5, "n", FOUR).with(buffer("web", 9, CORE));

        assertThat(wanted(half.hold(policy(20))))
                .containsExactly(
                        "buffer-shop/web 2 × cpu=1 memory=2Gi",
                        "standard 3 × cpu=800m memory=3435973837",
                        "filler-memory 1 × memory=3435973837");
        assertThat(wanted(more.hold(policy(20))))
                .containsExactly("buffer-shop/web 9 × cpu=1 memory=2Gi");
    }

    /// They speak of the rate alone.
    @ParameterizedTest
    @EnumSource(names = {"SOURCE_1", "SOURCE_2_PODS", "SOURCE_2_SHAPE"})
    void theFormulasOfTheSourceLeaveItOutAndSaySo(Reading reading) {
        var web = marked(CORE, 1);
        var scene = new Scene().with(5, "n", FOUR).with(buffer("web", 2, CORE));
        scene.with(node("m", FOUR, pods(web, 1)));

        var answer = scene.decide(source(reading, 10), SlackPast.NONE);

        assertThat(answer.details().placeholders())
                .noneMatch(one -> one.of().kind() == Kind.BUFFER || one.of().kind() == Kind.MARKED);
        assertThat(sentences(answer))
                .contains(
                        "the formulas of the source keep no room for 3 pods that annotations or"
                                + " CapacityBuffers ask for, e.g. for "
                                + pods(web, 1).example());
    }

    @Test
    void keepsNoRoomForABufferOfNothing() {
        var scene = new Scene().with(node("a", FOUR)).with(buffer("web", 0, CORE));

        assertThat(scene.hold(policy(0)).placeholders()).isEmpty();
    }

    @Test
    void saysWhyABufferIsNotReady() {
        var lost =
                new Buffer(
                        new KindName("CapacityBuffer", new ObjectName("shop", "lost")),
                        BufferSize.of(2),
                        new Pattern.Missing("there is no PodTemplate shop/web"),
                        Instant.EPOCH);
        var mute =
                new Buffer(
                        new KindName("CapacityBuffer", new ObjectName("shop", "mute")),
                        new BufferSize(Count.unknown(), Count.of(20), Resources.NONE),
                        new Pattern.Pods(CORE, Count.unknown(), ""),
                        Instant.EPOCH);
        var limited =
                new Buffer(
                        new KindName("CapacityBuffer", new ObjectName("shop", "of-gpus")),
                        new BufferSize(
                                Count.of(2),
                                Count.unknown(),
                                Resources.NONE.with("nvidia.com/gpu", 1)),
                        new Pattern.Pods(CORE, Count.unknown(), ""),
                        Instant.EPOCH);
        var scene = new Scene().with(node("a", FOUR)).with(lost).with(mute).with(limited);

        assertThat(sentences(scene.decide(policy(0), SlackPast.NONE)))
                .contains(
                        "no room is kept free for CapacityBuffer shop/lost: there is no"
                                + " PodTemplate shop/web",
                        "no room is kept free for CapacityBuffer shop/mute: it says neither"
                                + " replicas nor limits, nor a percentage of a workload",
                        "no room is kept free for CapacityBuffer shop/of-gpus: its limits name"
                                + " nothing that its pods request (cpu, memory)");
    }

    /// An object with a mistake of nine zeros does not fill the memory.
    @Test
    void holdsAtMostTenThousandPodsOfABuffer() {
        var scene = new Scene().with(node("a", FOUR)).with(buffer("web", 2_000_000_000, CORE));

        assertThat(scene.hold(policy(0)).placeholders()).hasSize(10_000);
    }

    @Test
    void holdsRoomForAMarkedDeployment() {
        var scene = new Scene().with(node("a", FOUR)).with(deployment("web", 2, HALF));

        var answer = scene.decide(policy(0), SlackPast.NONE);

        assertThat(wanted(answer.details()))
                .containsExactly(name(HALF) + " 2 × cpu=500m memory=1Gi");
        assertThat(sentences(answer))
                .contains("room for 2 pods like Deployment shop/web, by its annotation");
    }

    /// The annotation of the Deployment and that of its pods mean the same room.
    @Test
    void countsTheLargestNumberOfADeploymentAndItsPods() {
        var scene =
                new Scene()
                        .with(node("a", FOUR, pods(marked(HALF, 3), 2)))
                        .with(deployment("web", 2, HALF));

        assertThat(scene.hold(policy(0)).placeholders()).hasSize(3);
    }

    /// The pods of a marked workload have room of their own; those of one marked "0" have none.
    @Test
    void looksForTheBiggestAmongTheOtherPods() {
        var large = shape(amounts(3_000, 8_192));
        var larger = shape(amounts(3_500, 9_216));
        var nodes = List.of(node("a", FOUR, pods(large, 1)), node("b", FOUR, pods(larger, 1)));
        var biggest = policy(0, Basis.CAPACITY, Biggest.PODS);
        var plain = new Scene().with(nodes.get(0), nodes.get(1)).with(4, "n", FOUR, pods(HALF, 1));
        var kept =
                new Scene()
                        .with(nodes.get(0), nodes.get(1))
                        .with(4, "n", FOUR, pods(HALF, 1))
                        .with(deployment("db", 0, larger));
        var both =
                new Scene()
                        .with(nodes.get(0), nodes.get(1))
                        .with(4, "n", FOUR, pods(HALF, 1))
                        .with(deployment("db", 0, larger))
                        .with(deployment("cache", 1, large));

        assertThat(wanted(plain.hold(biggest))).singleElement().asString().contains("cpu=3500m");
        assertThat(wanted(kept.hold(biggest))).singleElement().asString().contains("cpu=3 ");
        assertThat(wanted(both.hold(biggest)))
                .containsExactly(name(large) + " 1 × cpu=3 memory=8Gi");
    }

    /// Real pods, then marked ones, then buffers, then standard placeholders.
    @Test
    void aBufferTakesThePlaceOfStandardPlaceholders() {
        var seats = new TreeMap<String, String>();
        seats.put("standard-1", "a");
        seats.put("standard-2", "a");
        var onSsd = new Placement(Labels.of("disk", "ssd"), new Affinity.Anywhere(), List.of());
        var scene =
                new Scene()
                        .with(node("a", FOUR, pods(CORE, 2)).withLabels(Labels.of("disk", "ssd")))
                        .with(node("b", FOUR))
                        .with(buffer("db", 1, shape(amounts(1_000, 2_048), onSsd)));

        var held = scene.hold(policy(30), new SlackPast(seats));

        assertThat(held.missing()).isEmpty();
        assertThat(held.remember().seats())
                .containsEntry("buffer-shop/db-1", "a")
                .containsEntry("standard-1", "a")
                .containsEntry("standard-2", "b");
    }

    @Test
    void withoutARateOnlyWhatIsAskedForIsHeld() {
        var asked =
                new Scene()
                        .with(node("a", FOUR, pods(marked(CORE, 1), 1)))
                        .with(buffer("web", 1, HALF));
        var nothing = new Scene().with(node("a", FOUR, pods(marked(CORE, 0), 1)));

        assertThat(WantedSlack.asked(asked.seen()).placeholders())
                .extracting(Scene::text)
                .containsExactly(
                        name(CORE) + " 1 × cpu=1 memory=2Gi",
                        "buffer-shop/web 1 × cpu=500m memory=1Gi");
        assertThat(WantedSlack.isAsked(asked.seen().cluster())).isTrue();
        assertThat(WantedSlack.isAsked(nothing.seen().cluster())).isFalse();
    }

    private static String name(Shape shape) {
        return Placeholders.marked(Placeholders.mirror(shape, shape.placement()), 1, "").name();
    }
}
