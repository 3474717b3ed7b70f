package dev.plimsoll.slack;

import static dev.plimsoll.slack.Scene.amounts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Biggest;
import dev.plimsoll.slack.SlackPolicy.Pieces;
import dev.plimsoll.slack.SlackPolicy.Rate;
import dev.plimsoll.slack.SlackPolicy.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What holds for slack on any cluster.
class SlackLawsTest {

    private static final String ZONE = "topology.kubernetes.io/zone";

    /// A random cluster of up to twelve nodes in two zones.
    private static final class AnyScene {

        private final SplittableRandom random;
        private final List<Node> nodes = new ArrayList<>();
        private final List<Pods> pending = new ArrayList<>();
        private SharedMap<KindName, Buffer> buffers = SharedMap.empty();

        private AnyScene(SplittableRandom random) {
            this.random = random;
            int count = random.nextInt(1, 13);
            for (int i = 0; i < count; i++) {
                nodes.add(node(i));
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                pending.add(Scene.pods(shape(), random.nextInt(1, 4)));
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                var buffer =
                        random.nextBoolean()
                                ? Scene.buffer("b" + i, random.nextInt(4), shape())
                                : Scene.deployment("d" + i, random.nextInt(4), shape());
                buffers = buffers.with(buffer.name(), buffer);
            }
        }

        private Node node(int number) {
            long cpu = of(1_000L, 3_911L, 4_000L, 16_000L);
            var labels = new TreeMap<String, String>();
            labels.put(Node.HOSTNAME, "n" + number);
            labels.put(ZONE, of("a", "b"));
            var node =
                    Node.of("n" + number, amounts(cpu, cpu * 4 + random.nextInt(3)))
                            .withAllocatable(
                                    amounts(cpu, cpu * 4 + random.nextInt(3))
                                            .with(Resources.PODS, random.nextInt(3, 20)))
                            .withLabels(Labels.of(labels));
            var taint = new Taint("dedicated", "x", Taint.Effect.NO_SCHEDULE);
            return with(random.nextInt(8) == 0 ? node.withTaints(List.of(taint)) : node);
        }

        /// With pods that fit there by their resources.
        private Node with(Node node) {
            var pods = new TreeMap<Shape, Pods>();
            var filled = node;
            for (int i = random.nextInt(6); i > 0; i--) {
                var shape = shape();
                if (Fit.on(filled, shape).fits()) {
                    pods.merge(shape, Scene.pods(shape, 1), Pods::and);
                    filled = node.with(List.copyOf(pods.values()));
                }
            }
            return filled;
        }

        private Shape shape() {
            var shape =
                    new Shape(
                            "shop",
                            Labels.of("app", of("web", "db")),
                            amounts(of(0L, 100L, 250L, 900L, 3_000L), of(0L, 64L, 1_000L, 3_333L)),
                            placement(),
                            of(Owner.REPLICA_SET, Owner.REPLICA_SET, Owner.DAEMON_SET),
                            0);
            return random.nextInt(4) == 0
                    ? shape.with(new Reserve.Placeholders(random.nextInt(4)))
                    : shape;
        }

        private Placement placement() {
            var own = new Selector.AllOf(List.of(Requirement.in("app", of("web", "db"))));
            var term =
                    new PodTerm(List.of("shop"), Selector.nothing(), own, of(Node.HOSTNAME, ZONE));
            var spread =
                    new Spread(
                            random.nextInt(1, 3),
                            ZONE,
                            own,
                            1,
                            Spread.Policy.HONOR,
                            Spread.Policy.IGNORE);
            var constraints =
                    switch (random.nextInt(8)) {
                        case 0 -> new PodConstraints(List.of(), List.of(term), List.of());
                        case 1 -> new PodConstraints(List.of(term), List.of(), List.of());
                        case 2 -> new PodConstraints(List.of(), List.of(), List.of(spread));
                        default -> PodConstraints.ANY;
                    };
            return new Placement(
                    random.nextInt(6) == 0 ? Labels.of(ZONE, "a") : Labels.NONE,
                    new Affinity.Anywhere(),
                    List.of(),
                    constraints,
                    List.of(),
                    List.of(),
                    List.of());
        }

        private SlackSeen seen() {
            return seen(nodes);
        }

        private SlackSeen seen(List<Node> some) {
            return new SlackSeen(
                    Cluster.of(some, pending, List.of()).withBuffers(buffers),
                    new TreeSet<>(),
                    List.of(),
                    new TreeMap<>());
        }

        private SlackPolicy policy() {
            var basis = of(Basis.values());
            return new SlackPolicy(
                    Reading.PLIMSOLL,
                    new Rate(new Percent(random.nextInt(1, 9_999)), basis),
                    new Pieces(of(1, 2, 5, 5, 7, 30), ""),
                    of(Biggest.values()),
                    Scene.BOTH);
        }

        @SafeVarargs
        private <T> T of(T... choices) {
            return choices[random.nextInt(choices.length)];
        }
    }

    /// R2: what is wanted is at least the rate, and less than it and one placeholder, unless the
    /// placeholders for certain pods are more.
    @Test
    void wantsTheRateAndLessThanOnePlaceholderMore() {
        Seeds.forAtLeast(
                1_000,
                random -> {
                    var scene = new AnyScene(random);
                    var wanted = WantedSlack.of(scene.seen(), scene.policy());
                    boolean isCut = false;
                    for (var resource : wanted.extra().names()) {
                        long named = 0;
                        long all = 0;
                        long largest = 0;
                        for (var some : wanted.placeholders()) {
                            long holds = some.requests().asked(resource);
                            all += holds;
                            named += some.kind().isNamed() ? holds : 0;
                            if (!some.kind().isNamed()) {
                                largest =
                                        Math.max(largest, some.shape().requests().asked(resource));
                            }
                        }
                        long extra = wanted.extra().asked(resource);
                        if (isSaid(wanted, "reference-lacks-resource")) {
                            return false;
                        }
                        assertThat(all).isGreaterThanOrEqualTo(extra);
                        assertThat(all).isLessThanOrEqualTo(Math.max(named, extra + largest));
                        isCut |= largest > 0 && named < extra;
                    }
                    return isCut;
                });
    }

    private static boolean isSaid(WantedSlack wanted, String rule) {
        return wanted.reasons().stream().anyMatch(reason -> reason.rule().code().equals(rule));
    }

    /// S3: as many standard placeholders as make up a reference node fit on one.
    @Test
    void cutsANodeIntoPartsThatFitOnIt() {
        Seeds.forAll(random -> {
            long whole = random.nextLong(1, 1L << 45);
            int parts = random.nextInt(1, 100);
            var cuts = new Cuts(Resources.NONE.with("memory", whole), parts);
            long amount = random.nextLong(1, whole * 2);

            assertThat(sum(cuts.holding(Resources.NONE.with("memory", whole)))).isEqualTo(whole);
            long held = sum(cuts.holding(Resources.NONE.with("memory", amount)));
            assertThat(held)
                    .isGreaterThanOrEqualTo(amount)
                    .isLessThan(amount + Math.ceilDiv(whole, parts));
        });
    }

    private static long sum(List<Placeholders> placeholders) {
        return placeholders.stream().mapToLong(some -> some.requests().asked("memory")).sum();
    }

    /// S2, S7: every placeholder fits on its node beside all pods and all other placeholders, asked
    /// afresh; what is missing fits on none. Topology spread and pod affinity are rules for the
    /// moment at which a pod is placed: pods that come later may contradict them.
    @Test
    void breaksNoRule() {
        Seeds.forAtLeast(
                1_200,
                random -> {
                    var scene = new AnyScene(random);
                    var seen = scene.seen();
                    var policy = scene.policy();
                    var first = Scene.decide(seen, policy, SlackPast.NONE).details();
                    var moved = new AnyScene(random.split());
                    var held = Scene.decide(moved.seen(), policy, first.remember()).details();

                    boolean isChecked = checked(seen, first);
                    return checked(moved.seen(), held) || isChecked;
                });
    }

    /// Whether a placeholder with rules about other pods has a place.
    private static boolean checked(SlackSeen seen, HeldSlack held) {
        var nodes = seen.cluster().nodes();
        var pending = NodeFit.of(nodes, seen.cluster());
        Slack.placePending(seen, pending);
        Map<String, Integer> index = new LinkedHashMap<>();
        nodes.forEach(node -> index.put(node.name(), index.size()));
        for (var one : held.placeholders()) {
            if (one.isHeld()) {
                pending.put(one.shape(), at(index, one));
            }
        }
        for (var one : held.placeholders()) {
            var constraints = one.shape().constraints();
            boolean isLasting = constraints.near().isEmpty() && constraints.spread().isEmpty();
            if (one.isHeld() && isLasting) {
                pending.take(one.shape(), at(index, one));
                assertThat(pending.verdict(one.shape(), at(index, one)).fits())
                        .as(one.name() + " on " + one.node())
                        .isTrue();
                pending.put(one.shape(), at(index, one));
            } else if (!one.isHeld()) {
                for (int node = 0; node < nodes.size(); node++) {
                    assertThat(pending.verdict(one.shape(), node).fits()).as(one.name()).isFalse();
                }
            }
        }
        return held.placeholders().stream().anyMatch(Placeholder::isHeld);
    }

    private static int at(Map<String, Integer> index, Placeholder one) {
        return index.getOrDefault(one.node(), -1);
    }

    /// Equal questions have equal answers, in whatever order the nodes are.
    @Test
    void doesNotDependOnTheOrderOfLists() {
        Seeds.forAll(random -> {
            var scene = new AnyScene(random);
            var policy = scene.policy();
            var reversed = scene.nodes.reversed();

            var one = Scene.decide(scene.seen(), policy, SlackPast.NONE);
            var other = Scene.decide(scene.seen(reversed), policy, SlackPast.NONE);

            assertThat(other.decision()).isEqualTo(one.decision());
            assertThat(other.details()).isEqualTo(one.details());
        });
    }

    /// S2, R1-2: if nothing changes, no placeholder moves.
    @Test
    void movesNothingIfNothingChanges() {
        Seeds.forAtLeast(
                1_200,
                random -> {
                    var scene = new AnyScene(random);
                    var policy = scene.policy();
                    var first = Scene.decide(scene.seen(), policy, SlackPast.NONE);
                    var past = first.decision().remember();

                    var second = Scene.decide(scene.seen(), policy, past);

                    assertThat(second.decision().remember().seats())
                            .containsAllEntriesOf(past.seats());
                    return !past.seats().isEmpty();
                });
    }

    /// One that is lost costs one move: no other one moves.
    @Test
    void movesOnePlaceholderForOneThatIsLost() {
        Seeds.forAtLeast(
                1_000,
                random -> {
                    var loss = new Loss(new AnyScene(random), random);

                    assertThat(loss.now().stream().filter(Placeholder::isMoved)).isEmpty();
                    return !loss.names.isEmpty();
                });
    }

    /// Where some have pod affinity or a topology spread, the place of one may depend on another.
    @Test
    void holdsAllAgainAfterOneIsLost() {
        Seeds.forAtLeast(
                900,
                random -> {
                    var loss = new Loss(new AnyScene(random), random);

                    if (loss.now().stream().anyMatch(SlackLawsTest::needsOthers)) {
                        return false;
                    }
                    assertThat(loss.after.remember().seats().keySet()).containsAll(loss.names);
                    return !loss.names.isEmpty();
                });
    }

    /// Whether a node may take it only because of where others are.
    private static boolean needsOthers(Placeholder one) {
        var constraints = one.shape().constraints();
        return !constraints.near().isEmpty() || !constraints.spread().isEmpty();
    }

    /// A turn after which any one of the placeholders loses its place.
    private static final class Loss {

        private final List<String> names;
        private final HeldSlack after;

        private Loss(AnyScene scene, SplittableRandom random) {
            var policy = scene.policy();
            var before = Scene.decide(scene.seen(), policy, SlackPast.NONE).decision().remember();
            names = List.copyOf(before.seats().keySet());
            var seats = new TreeMap<>(before.seats());
            if (!names.isEmpty()) {
                seats.remove(names.get(random.nextInt(names.size())));
            }
            after = Scene.decide(scene.seen(), policy, new SlackPast(seats)).details();
        }

        private List<Placeholder> now() {
            return after.placeholders();
        }
    }
}
