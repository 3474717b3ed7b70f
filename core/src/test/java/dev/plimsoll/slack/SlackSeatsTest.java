package dev.plimsoll.slack;

import static dev.plimsoll.slack.Scene.amounts;
import static dev.plimsoll.slack.Scene.marked;
import static dev.plimsoll.slack.Scene.node;
import static dev.plimsoll.slack.Scene.pods;
import static dev.plimsoll.slack.Scene.policy;
import static dev.plimsoll.slack.Scene.sentences;
import static dev.plimsoll.slack.Scene.shape;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Volume;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Where placeholders are. R and S are the requirements and specifications of the source.
class SlackSeatsTest {

    private static final Resources FOUR = amounts(4_000, 16_384);
    private static final Shape CORE = shape(amounts(1_000, 4_096));

    /// S2, R1-2: a placeholder stays where it is while it fits there.
    @Test
    void keepsPlaceholdersWhereTheyAre() {
        var past = past(Map.of("standard-1", "n-3", "standard-2", "n-1"));
        var held = new Scene().with(4, "n", FOUR).hold(policy(10), past);

        assertThat(held.remember()).isEqualTo(past);
    }

    /// S2: a pod that takes the room of one placeholder moves the one with the highest number.
    @Test
    void movesOnlyThePlaceholderWhoseRoomAPodTook() {
        var past = past(Map.of("standard-1", "n-1", "standard-2", "n-1", "standard-3", "n-2"));
        var scene =
                new Scene()
                        .with(node("n-1", FOUR, pods(CORE, 3)), node("n-2", FOUR, pods(CORE, 3)))
                        .with(3, "other", FOUR);

        var answer = scene.decide(policy(10), past);

        assertThat(answer.decision().remember())
                .isEqualTo(
                        past(
                                Map.of(
                                        "standard-1", "n-1",
                                        "standard-2", "other-1",
                                        "standard-3", "n-2")));
        assertThat(sentences(answer)).contains("1 placeholder moves, e.g. standard-2 to other-1");
    }

    /// S2: what is no longer wanted goes from the highest number.
    @Test
    void givesUpTheHighestNumbers() {
        var past =
                past(
                        Map.of(
                                "standard-1",
                                "n-2",
                                "standard-2",
                                "n-1",
                                "standard-3",
                                "n-1",
                                "standard-4",
                                "n-2"));
        var answer = new Scene().with(4, "n", FOUR).decide(policy(10), past);

        assertThat(answer.decision().remember().seats().keySet())
                .containsExactly("standard-1", "standard-2");
        assertThat(sentences(answer))
                .contains("2 placeholders are no longer needed, e.g. standard-3");
    }

    /// Real pods first: also those that are pending.
    @Test
    void leavesPendingPodsTheirPlace() {
        var full = pods(shape(FOUR), 1);
        var scene =
                new Scene()
                        .with(9, "full", FOUR, full)
                        .with(node("last", FOUR))
                        .pending(pods(shape(amounts(3_000, 4_096)), 2));

        var answer = scene.decide(policy(10), SlackPast.NONE);

        assertThat(answer.details().placeholders().stream().filter(Placeholder::isHeld)).hasSize(1);
        assertThat(sentences(answer))
                .contains(
                        "4 of 5 standard placeholders fit on no node; full-1: insufficient cpu:"
                                + " requests 800m, 0 available")
                .anyMatch(sentence -> sentence.startsWith("1 pending pod fits on no node"));
    }

    /// Standard placeholders yield before marked ones.
    @Test
    void movesStandardPlaceholdersBeforeMarkedOnes() {
        var past = past(Map.of("standard-1", "a", nameOf(CORE), "a"));
        var web = marked(CORE, 1);
        var scene = new Scene().with(node("a", FOUR, pods(CORE, 2), pods(web, 1)), node("b", FOUR));

        var held = scene.hold(policy(20), past);

        assertThat(held.remember().seats()).containsEntry(nameOf(CORE), "a");
        assertThat(held.remember().seats()).containsEntry("standard-1", "b");
    }

    /// A marked placeholder takes the place of a standard one if no other is free, of as few as
    /// possible.
    @Test
    void displacesStandardPlaceholdersForMarkedOnes() {
        var selector = new Placement(Labels.of("disk", "ssd"), new Affinity.Anywhere(), List.of());
        var database = marked(shape(amounts(1_000, 2_048), selector), 1);
        var ssd = Labels.of("disk", "ssd");
        var scene =
                new Scene()
                        .with(node("a", FOUR, pods(CORE, 1), pods(database, 1)).withLabels(ssd))
                        .with(node("b", FOUR));
        var past = past(Map.of("standard-1", "a", "standard-2", "a"));

        var held = scene.hold(policy(30), past);

        assertThat(held.missing()).isEmpty();
        assertThat(held.remember().seats())
                .containsEntry(nameOf(database), "a")
                .containsEntry("standard-1", "a")
                .containsEntry("standard-2", "b");
    }

    /// R8: an anti-affine marked pod needs another node, and its placeholder leaves one on which a
    /// real pod lands.
    @Test
    void keepsMarkedPodsWithAntiAffinityApart() {
        var web = antiAffine();
        var scene =
                new Scene().with(node("a", FOUR, pods(web, 1)), node("b", FOUR), node("c", FOUR));

        var before = scene.hold(policy(10));
        assertThat(before.remember().seats()).containsEntry(nameOf(web), "b");

        var after =
                new Scene()
                        .with(node("a", FOUR, pods(web, 1)), node("b", FOUR, pods(web, 1)))
                        .with(node("c", FOUR))
                        .hold(policy(10), before.remember());
        assertThat(after.remember().seats()).containsEntry(nameOf(web), "c");
        assertThat(after.missing()).isEmpty();
    }

    private static Shape antiAffine() {
        var term =
                new PodTerm(
                        List.of("shop"),
                        Selector.nothing(),
                        new Selector.AllOf(List.of(Requirement.in("app", "web"))),
                        Node.HOSTNAME);
        var placement =
                new Placement(
                        Labels.NONE,
                        new Affinity.Anywhere(),
                        List.of(),
                        new PodConstraints(List.of(), List.of(term), List.of()),
                        List.of(),
                        List.of(),
                        List.of());
        return marked(shape(amounts(500, 1_024), placement).with(Labels.of("app", "web")), 1);
    }

    /// R9: a marked pod with a node selector has room where it can run.
    @Test
    void keepsMarkedPodsOnNodesThatTheySelect() {
        var selector = new Placement(Labels.of("disk", "ssd"), new Affinity.Anywhere(), List.of());
        var database = marked(shape(amounts(1_000, 2_048), selector), 2);
        var scene =
                new Scene()
                        .with(node("a", FOUR))
                        .with(node("b", FOUR).withLabels(Labels.of("disk", "ssd")))
                        .pending(pods(database, 1));

        var answer = scene.decide(policy(10), SlackPast.NONE);

        assertThat(answer.details().remember().seats().values()).containsOnly("b");
        assertThat(answer.details().missing()).isEmpty();
    }

    /// A selector of another pod makes a label of the marked pods count.
    @Test
    void keepsTheSeatsOfMarkedPodsWhenALabelOfTheirsBeginsToCount() {
        var before = marked(shape(amounts(500, 1_024)), 2);
        var after = before.with(Labels.of("app", "web"));
        var elsewhere = new Scene().with(4, "n", FOUR).with(node("m", FOUR, pods(before, 1)));
        var seats = Map.of(nameOf(before), "n-3", nameOf(before).replace("-1", "-2"), "n-2");
        assertThat(elsewhere.hold(policy(0), past(seats)).remember().seats()).isEqualTo(seats);

        var held =
                new Scene()
                        .with(4, "n", FOUR)
                        .with(node("m", FOUR, pods(after, 1)))
                        .hold(policy(0), past(seats));

        assertThat(held.remember().seats()).isEqualTo(seats);
        assertThat(held.placeholders())
                .allMatch(one -> one.shape().labels().equals(Labels.of("app", "web")));
    }

    /// Pods that differ in labels and namespaces only have names of their own.
    @Test
    void namesMarkedPodsApart() {
        var web = marked(shape(amounts(500, 1_024)).with(Labels.of("app", "web")), 1);
        var api = marked(shape(amounts(500, 1_024)).with(Labels.of("app", "api")), 1);

        var held = new Scene().with(node("m", FOUR, pods(web, 1), pods(api, 1))).hold(policy(0));

        assertThat(held.placeholders())
                .hasSize(2)
                .extracting(Placeholder::name)
                .doesNotHaveDuplicates();
        assertThat(held.remember().seats()).hasSize(2);
    }

    /// A volume of a marked pod says where it can go, and is no obstacle itself: a claim for one
    /// pod only is in use.
    @Test
    void keepsMarkedPodsWhereTheirVolumesAre() {
        var inventory = new Inventory();
        for (var zone : List.of("a", "b")) {
            for (int i = 1; i <= 2; i++) {
                inventory.put(node(zone + i, FOUR).withLabels(Labels.of("zone", zone)));
            }
        }
        var reach =
                new Affinity.AnyOf(
                        List.of(
                                new Affinity.Term(
                                        List.of(Requirement.in("zone", "b")), List.of())));
        inventory.put(
                new Volume(
                        "pv",
                        Labels.NONE,
                        reach,
                        new Volume.Claimed(new ObjectName("shop", "data"), ""),
                        new Volume.Offer("", 1, List.of("ReadWriteOncePod"), "Filesystem", ""),
                        new Volume.Source("", "", ""),
                        Volume.State.TAKEN));
        inventory.put(
                new Claim(
                        "shop",
                        "data",
                        "",
                        "",
                        Claim.State.BOUND,
                        "pv",
                        new Claim.Ask(
                                "",
                                1,
                                List.of("ReadWriteOncePod"),
                                "Filesystem",
                                "",
                                Selector.nothing()),
                        ""));
        var placement =
                new Placement(
                        Labels.NONE,
                        new Affinity.Anywhere(),
                        List.of(),
                        PodConstraints.ANY,
                        List.of(),
                        List.of(new Mount.Claim("data")),
                        List.of());
        inventory.put(new Pod("db-0", "b1", Labels.NONE, marked(shape(FOUR, placement), 1)));
        var seen = new SlackSeen(inventory.cluster(), new TreeSet<>(), List.of(), new TreeMap<>());

        var held = Scene.decide(seen, policy(1), SlackPast.NONE).details();

        assertThat(held.placeholders()).hasSize(1);
        assertThat(held.placeholders().getFirst().node()).isEqualTo("b2");
    }

    @Test
    void usesNoNodeOnWhichPodsCannotStart() {
        var scene =
                new Scene()
                        .with(node("a", FOUR).withReady(false))
                        .with(node("b", FOUR).with(new NodeState.Cordoned()))
                        .with(node("c", FOUR).with(new NodeState.Forced()));

        var answer = scene.decide(policy(10), SlackPast.NONE);

        // The node that is being removed does not count.
        assertThat(answer.details().wanted().extra().cpu().millis()).isEqualTo(800);
        assertThat(answer.details().held().cpu().millis()).isZero();
        assertThat(sentences(answer)).contains("1 of 1 standard placeholders fits on no node");
    }

    /// S1, R1, R1-1, R10: questions grow with the number of shapes times nodes, and with the number
    /// of placeholders, never with their product or with pods.
    @Test
    void asksEveryNodeOnceForAShape() {
        for (int nodes : List.of(100, 1_000)) {
            var full = pods(shape(amounts(100, 100)), 30);
            var scene = new Scene().with(nodes, "n", FOUR, full);
            var seen = scene.seen();
            var wanted = WantedSlack.of(seen, policy(50));

            var cold = seating(wanted, SlackPast.NONE, seen);
            var past = Scene.decide(seen, policy(50), SlackPast.NONE).decision().remember();
            var warm = seating(wanted, past, seen);

            long shapes = wanted.placeholders().size();
            assertThat(wanted.count()).isGreaterThan(nodes);
            assertThat(cold.questions()).isLessThanOrEqualTo(shapes * nodes + wanted.count());
            assertThat(past.seats()).hasSizeBetween(nodes, wanted.count());
            long missing = (long) wanted.count() - past.seats().size();
            assertThat(warm.questions())
                    .isLessThanOrEqualTo(past.seats().size() + (missing == 0 ? 0 : shapes * nodes));
        }
    }

    private static Seating seating(WantedSlack wanted, SlackPast past, SlackSeen seen) {
        var cluster = seen.cluster();
        var nodeFit = NodeFit.of(cluster.nodes(), cluster);
        var seating = new Seating(wanted, past, cluster.nodes(), nodeFit);
        seating.seat();
        return seating;
    }

    @Test
    void costsItsShareOfTheNodes() {
        var scene =
                new Scene()
                        .with(10, "n", FOUR)
                        .price("n-1", new Price.Known(new Money(192_000_000), "test"));

        var all = scene.decide(policy(10), SlackPast.NONE);

        assertThat(all.details().cost()).isEqualTo(new SlackCost(new Money(192_000_000), 5, 0));
        assertThat(sentences(all)).contains("they cost $0.192 an hour, their share of the nodes");

        var half =
                new Scene()
                        .with(8, "m", FOUR, pods(shape(FOUR), 1))
                        .with(node("n-1", FOUR))
                        .with(node("n-2", FOUR, pods(shape(amounts(2_400, 9_000)), 1)))
                        .price("n-1", new Price.Known(new Money(192_000_000), "test"))
                        .decide(policy(10), past(Map.of("standard-1", "n-2", "standard-2", "n-2")));
        assertThat(half.details().cost().unpriced()).isEqualTo(2);
        assertThat(sentences(half))
                .contains(
                        "they cost $0.1152 an hour, their share of the nodes, without 2 on"
                                + " nodes whose price is unknown");
    }

    @Test
    void saysTheWholeDecision() {
        var answer =
                new Scene()
                        .template("general", FOUR)
                        .with(10, "n", FOUR, pods(CORE, 1))
                        .decide(policy(10), SlackPast.NONE);

        assertThat(sentences(answer))
                .containsExactly(
                        "10% of 40 cpu and 160Gi (capacity) is 4 cpu and 16Gi",
                        "general is the smallest node for 90% of the pods",
                        "a placeholder is 1/5 of it: 800m cpu and 3.2Gi",
                        "5 placeholders hold 4 cpu and 16Gi");
    }

    @Test
    void hasNothingToHoldWithoutNodes() {
        var answer = new Scene().decide(policy(10), SlackPast.NONE);

        assertThat(answer.details().placeholders()).isEmpty();
        assertThat(sentences(answer))
                .contains("no node or node group is known, so placeholders have no size");
    }

    private static SlackPast past(Map<String, String> seats) {
        return new SlackPast(new TreeMap<>(seats));
    }

    /// The name of the first placeholder of a pod.
    private static String nameOf(Shape shape) {
        return Placeholders.marked(Placeholders.mirror(shape, shape.placement()), 1, "").name()
                + "-1";
    }
}
