package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static dev.plimsoll.scaling.Village.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.packing.Rooms;
import dev.plimsoll.packing.Verdict;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.storage.Stock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class GrowingTest {

    private static final Node SMALL = node("s1", "pool=small", "4", "16Gi");
    private static final Node LARGE = node("l1", "pool=large", "16", "64Gi");

    @Test
    void buysTheNodesThatTakeWhatHasNoRoom() {
        var full = SMALL.with(List.of(pods(1, "old", "3", "1Gi")));
        var proposal =
                Growing.propose(
                        seen(
                                List.of(full),
                                List.of(pods(3, "web-1", "3", "1Gi"), pods(1, "tiny", "1", "1Gi")),
                                List.of(group("small", full, 10, "0.2"))));

        assertThat(proposal.plan().steps()).containsExactly(new Step.ResizeGroup("small", 1, 4));
        assertThat(sentences(proposal))
                .containsExactly(
                        "small grows from 1 to 4 nodes for 3 pods like shop/web-1",
                        "nodes that are there have room for 1 pod like shop/tiny");
        assertThat(proposal.cost().now()).hasToString("$0.20");
        assertThat(proposal.cost().after()).hasToString("$0.80");
        assertThat(proposal.guarantee())
                .isInstanceOfSatisfying(
                        Guarantee.Least.class,
                        least -> assertThat(least.hour()).hasToString("$0.60"));
    }

    @Test
    void stopsAtTheMaximumAndSaysSo() {
        var proposal =
                Growing.propose(
                        seen(
                                List.of(SMALL),
                                List.of(pods(4, "web-1", "3", "1Gi")),
                                List.of(group("small", SMALL, 2, "0.2"))));

        assertThat(proposal.left()).isEqualTo(2);
        assertThat(sentences(proposal))
                .contains("there is no place for 2 pods, such as shop/web-1");
        assertThat(proposal.pending().getFirst().verdicts().get("small"))
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        refused ->
                                assertThat(refused.why().sentence())
                                        .isEqualTo("small would pass its maximum of 2 nodes"));
    }

    @Test
    void takesTheCheapestAndTellsWhatElseWasLookedAt() {
        var proposal =
                Growing.propose(
                        seen(
                                List.of(SMALL, LARGE),
                                List.of(pods(9, "web-1", "4", "1Gi")),
                                List.of(
                                        group("large", LARGE, 10, "0.9"),
                                        group("small", SMALL, 10, "0.2"))));

        assertThat(proposal.plan().steps()).containsExactly(new Step.ResizeGroup("small", 1, 5));
        var other = proposal.alternatives().getFirst();
        assertThat(other.groups())
                .extracting(grown -> grown.group().name())
                .containsExactly("large");
        assertThat(other.cost().after()).hasToString("$2.00");
    }

    @Test
    void takesGroupsWithoutAPriceOnlyForWhatNoOtherCanTake() {
        var proposal =
                Growing.propose(
                        seen(
                                List.of(SMALL, LARGE),
                                List.of(pods(5, "web-1", "4", "1Gi"), pods(2, "big", "15", "1Gi")),
                                List.of(
                                        group("large", LARGE, 10, ""),
                                        group("small", SMALL, 10, "0.2"))));

        assertThat(proposal.left()).isZero();
        assertThat(proposal.plan().steps()).contains(new Step.ResizeGroup("large", 1, 2));
        assertThat(proposal.cost().unpricedAfter()).isEqualTo(2);
        assertThat(proposal.guarantee()).isInstanceOf(Guarantee.None.class);
        assertThat(warnings(proposal)).contains("the price of large is not known: nobody knows");
    }

    @Test
    void passesOverWhatNoNodeHelpsAndVolumesOfWhichNothingIsKnown() {
        var plain = pods(1, "db", "1", "1Gi").shape();
        var placement = plain.placement();
        var mounted =
                plain.with(
                        new Shape.Placement(
                                placement.nodeSelector(),
                                placement.affinity(),
                                placement.tolerations(),
                                placement.company(),
                                List.of(),
                                List.of(new Mount.Claim("data")),
                                List.of()));
        var gated = pods(2, "later", "1", "1Gi").shape().in(Shape.Stage.GATED);
        var proposal =
                Growing.propose(
                        seen(
                                List.of(SMALL),
                                List.of(new Pods(mounted, 1, "db"), new Pods(gated, 2, "later")),
                                List.of(group("small", SMALL, 10, "0.2"))));

        assertThat(proposal.left()).isZero();
        assertThat(proposal.packing().opened()).isEmpty();
        assertThat(warnings(proposal))
                .containsExactly(
                        "no node is bought for 2 pods, such as shop/later: gated, or on their way"
                                + " out",
                        "the volumes of 1 pod that wait, such as shop/db, were not looked at: their"
                                + " claims are not in the dump");
    }

    @Test
    void tellsWhatIsPaidForRoomThatNobodyAsksFor() {
        var half = SMALL.with(List.of(pods(1, "old", "1", "8Gi")));

        var proposal =
                Growing.propose(
                        seen(List.of(half), List.of(), List.of(group("small", half, 5, "0.2"))));

        assertThat(sentences(proposal)).containsExactly("no pod waits for a node");
        assertThat(proposal.waste())
                .containsExactly(new Proposal.Waste("s1", "small", new Money(100_000_000)));
    }

    @Test
    void everyProposalAddsUp() {
        Seeds.forOneIn(
                10,
                random -> {
                    var seen = any(random);

                    var proposal = Growing.propose(seen);

                    int waiting = Backlog.count(seen.cluster().pending());
                    int placed =
                            proposal.packing().placed().stream().mapToInt(one -> one.count()).sum();
                    assertThat(placed + proposal.left()).isEqualTo(waiting);
                    assertThat(proposal.nodes())
                            .hasSize(
                                    seen.cluster().nodes().size()
                                            + proposal.packing().opened().size());
                    for (var grown : proposal.groups()) {
                        assertThat(grown.wanted() - grown.group().nodes().size())
                                .isBetween(0, grown.group().room());
                    }
                    isAllowed(seen, proposal);
                    costsAtLeastTheBound(proposal);
                    assertThat(proposal.alternatives())
                            .noneMatch(other ->
                                    other.left() == proposal.left()
                                            && other.cost().isWhole()
                                            && other.cost()
                                                            .after()
                                                            .compareTo(proposal.cost().after())
                                                    < 0);
                });
    }

    @Test
    void doesNotLookAtTheOrderOfThings() {
        Seeds.forOneIn(
                20,
                random -> {
                    var seen = any(random);
                    var shuffle = new Random(random.nextLong());
                    var groups = new ArrayList<>(seen.candidates());
                    var nodes = new ArrayList<>(seen.cluster().nodes());
                    var pending = new ArrayList<>(seen.cluster().pending());
                    Collections.shuffle(groups, shuffle);
                    Collections.shuffle(nodes, shuffle);
                    Collections.shuffle(pending, shuffle);

                    assertThat(Growing.propose(seen(nodes, pending, groups)))
                            .isEqualTo(Growing.propose(seen));
                });
    }

    private static void isAllowed(Seen seen, Proposal proposal) {
        var nodes = new ArrayList<>(seen.cluster().nodes());
        proposal.packing()
                .opened()
                .forEach(opened -> nodes.add(opened.offer().node(opened.node())));
        var names = nodes.stream().map(Node::name).toList();
        var rooms = Rooms.of(nodes, new Stock().surroundings());
        for (var placed : proposal.packing().placed()) {
            for (int i = 0; i < placed.count(); i++) {
                int node = names.indexOf(placed.node());
                assertThat(rooms.fits(placed.shape(), node)).isTrue();
                rooms.put(placed.shape(), node);
            }
        }
    }

    private static void costsAtLeastTheBound(Proposal proposal) {
        if (proposal.guarantee() instanceof Guarantee.Least(var hour, _)) {
            assertThat(proposal.cost().now().plus(hour))
                    .isLessThanOrEqualTo(proposal.cost().after());
        }
    }

    private static Seen any(RandomGenerator random) {
        var nodes = new ArrayList<Node>();
        var groups = new ArrayList<Candidate>();
        for (int i = 0; i < random.nextInt(1, 5); i++) {
            var cpu = String.valueOf(random.nextInt(1, 17));
            var old = pods(1, "old", String.valueOf(random.nextInt(1, 4)), "1Gi");
            var node = node("n" + i, "pool=p" + i, cpu, random.nextInt(1, 33) + "Gi", old);
            nodes.add(node);
            var price = random.nextInt(4) == 0 ? "" : "0." + random.nextInt(1, 10);
            groups.add(group("p" + i, node, random.nextInt(0, 9), price));
        }
        var pending = new ArrayList<Pods>();
        for (int i = 0; i < random.nextInt(5); i++) {
            var shape =
                    pods(random.nextInt(1, 9), "w" + i, i + "500m", random.nextInt(1, 9) + "Gi");
            pending.add(shape);
        }
        return seen(nodes, pending, groups);
    }

    private static List<String> sentences(Proposal proposal) {
        return proposal.reasons().stream().map(Reason::sentence).toList();
    }

    private static List<String> warnings(Proposal proposal) {
        return proposal.warnings().stream().map(Reason::sentence).toList();
    }
}
