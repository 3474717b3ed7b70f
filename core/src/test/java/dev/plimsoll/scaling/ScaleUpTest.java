package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static dev.plimsoll.scaling.Village.ranking;
import static dev.plimsoll.scaling.Village.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Taint.Effect;
import dev.plimsoll.selection.WellKnown;
import dev.plimsoll.storage.Stock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleUpTest {

    private static final Node SMALL = node("s1", "pool=small", "4", "16Gi");
    private static final Node LARGE = node("l1", "pool=large", "16", "64Gi");
    private static final Node FULL_SMALL = SMALL.with(List.of(pods(1, "old", "4", "1Gi")));
    private static final Node FULL_LARGE = LARGE.with(List.of(pods(1, "old", "16", "1Gi")));

    @Test
    void buysTheNodesThatTakeWhatHasNoRoom() {
        var full = SMALL.with(List.of(pods(1, "old", "3", "1Gi")));
        var proposal =
                propose(
                        seen(
                                List.of(full),
                                List.of(pods(3, "web-1", "3", "1Gi"), pods(1, "tiny", "1", "1Gi")),
                                List.of(group("small", full, 10, "0.2"))));

        assertThat(proposal.plan().steps()).containsExactly(new Step.ResizeGroup("small", 1, 4));
        assertThat(sentences(proposal))
                .containsExactly(
                        "small grows from 1 to 4 nodes for 3 pods, e.g. shop/web-1",
                        "1 pending pod fits on existing nodes: shop/tiny");
        assertThat(proposal.cost().now()).hasToString("$0.20");
        assertThat(proposal.cost().after()).hasToString("$0.80");
        assertThat(proposal.bound())
                .isInstanceOfSatisfying(
                        CostBound.Least.class,
                        least -> assertThat(least.hour()).hasToString("$0.60"));
    }

    @Test
    void stopsAtTheMaximumAndSaysSo() {
        var seen =
                seen(
                        List.of(SMALL),
                        List.of(pods(4, "web-1", "3", "1Gi")),
                        List.of(group("small", SMALL, 2, "0.2")));

        var proposal = propose(seen);

        assertThat(proposal.left()).isEqualTo(2);
        assertThat(sentences(proposal)).contains("2 of 4 pods like shop/web-1 stay unschedulable");
        assertThat(verdict(seen, Policy.DEFAULT, proposal))
                .isEqualTo("would exceed its maximum of 2 nodes");
    }

    @Test
    void takesTheCheapestAndTellsWhatElseWasLookedAt() {
        var proposal =
                propose(
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
                propose(
                        seen(
                                List.of(SMALL, LARGE),
                                List.of(pods(5, "web-1", "4", "1Gi"), pods(2, "big", "15", "1Gi")),
                                List.of(
                                        group("large", LARGE, 10, ""),
                                        group("small", SMALL, 10, "0.2"))));

        assertThat(proposal.left()).isZero();
        assertThat(proposal.plan().steps()).contains(new Step.ResizeGroup("large", 1, 2));
        assertThat(proposal.cost().unpricedAfter()).isEqualTo(2);
        assertThat(proposal.bound()).isInstanceOf(CostBound.None.class);
        assertThat(warnings(proposal)).contains("the price of large is unknown: nobody knows");
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
                                placement.constraints(),
                                List.of(),
                                List.of(new Mount.Claim("data")),
                                List.of()));
        var gated = pods(2, "later", "1", "1Gi").shape().in(Shape.Stage.GATED);
        var proposal =
                propose(
                        seen(
                                List.of(SMALL),
                                List.of(new Pods(mounted, 1, "db"), new Pods(gated, 2, "later")),
                                List.of(group("small", SMALL, 10, "0.2"))));

        assertThat(proposal.left()).isZero();
        assertThat(proposal.packing().opened()).isEmpty();
        assertThat(warnings(proposal))
                .containsExactly(
                        "no node is added for 2 gated or terminating pods, e.g. shop/later",
                        "the volumes of 1 pending pod are ignored because a claim is unknown:"
                                + " shop/db");
    }

    @Test
    void tellsWhatIsPaidForRoomThatNobodyAsksFor() {
        var half = SMALL.with(List.of(pods(1, "old", "1", "8Gi")));

        var proposal =
                propose(seen(List.of(half), List.of(), List.of(group("small", half, 5, "0.2"))));

        assertThat(sentences(proposal)).containsExactly("no pod is pending");
        assertThat(proposal.waste())
                .containsExactly(new Proposal.Waste("s1", "small", new Money(100_000_000)));
    }

    @Test
    void growsAGroupToItsMinimumWhateverWaits() {
        var least = new Growth.Within(new Limits(3, 5), Standing.EXISTS);
        var proposal =
                propose(
                        seen(
                                List.of(SMALL),
                                List.of(pods(4, "web-1", "4", "1Gi")),
                                List.of(group("small", SMALL, 5, "0.2").with(least))));

        assertThat(proposal.plan().steps()).containsExactly(new Step.ResizeGroup("small", 1, 4));
        assertThat(sentences(proposal))
                .containsExactly(
                        "small grows from 1 to 3 nodes because its minimum is 3; 2 pending pods fit"
                                + " on the new nodes",
                        "small grows from 3 to 4 nodes for 1 pod: one like shop/web-1",
                        "1 pending pod fits on existing nodes: shop/web-1");
        costsAtLeastTheBound(proposal);
    }

    @Test
    void saysWhatKeepsAGroupBelowItsMinimum() {
        var least = new Growth.Within(new Limits(5, 9), Standing.EXISTS);
        var seen =
                seen(
                        List.of(SMALL),
                        List.of(),
                        List.of(group("small", SMALL, 9, "0.2").with(least)));

        var proposal =
                ScaleUp.propose(
                        seen,
                        new Policy(
                                new ScaleUpStrategy.CheapestMix(), List.of(new Ceiling.Nodes(3))));

        assertThat(sentences(proposal))
                .containsExactly("small grows from 1 to 3 nodes because its minimum is 5");
        assertThat(warnings(proposal))
                .containsExactly(
                        "small stays at 3 nodes, below its minimum of 5: the cluster would exceed"
                                + " its maximum of 3 nodes");
    }

    @Test
    void sharesNodesAmongGroupsThatAreAlike() {
        var a = node("a1", "pool=a", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var b = node("b1", "pool=b", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var proposal =
                propose(
                        seen(
                                List.of(a, b),
                                List.of(pods(5, "web-1", "4", "1Gi")),
                                List.of(group("a", a, 9, "0.2"), group("b", b, 9, "0.2"))));

        assertThat(proposal.plan().steps())
                .containsExactly(new Step.ResizeGroup("a", 1, 4), new Step.ResizeGroup("b", 1, 3));
    }

    @Test
    void sharesNodesAlsoBesideMinimums() {
        var a = node("a1", "pool=a", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var b = node("b1", "pool=b", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var least = new Growth.Within(new Limits(3, 9), Standing.EXISTS);
        var proposal =
                propose(
                        seen(
                                List.of(a, b),
                                List.of(pods(8, "web-1", "4", "1Gi")),
                                List.of(
                                        group("a", a, 9, "0.2").with(least),
                                        group("b", b, 9, "0.2"))));

        assertThat(grown(proposal)).isEqualTo("a=5 b=5");
    }

    /// Only a has a node so far, and takes all pods where its zone is the only one.
    @Test
    void spreadsPodsOverZonesThatHaveNoNodeYet() {
        var zone = "topology.kubernetes.io/zone";
        var a = node("a1", "pool=a," + zone + "=a", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var b = node("b1", "pool=b," + zone + "=b", "4", "16Gi");
        var empty = group("b", b, 9, "0.2");
        var groups =
                List.of(
                        group("a", a, 9, "0.2"),
                        new NodeGroup(
                                "b",
                                empty.match(),
                                List.of(),
                                empty.template(),
                                empty.growth(),
                                empty.price()));
        var web = new Selector.AllOf(List.of(Requirement.in("app", "web")));
        var even = new Spread(1, zone, web, 1, Spread.Policy.HONOR, Spread.Policy.IGNORE);
        var evenly =
                new Shape.Placement(
                        Labels.NONE,
                        new Affinity.Anywhere(),
                        List.of(),
                        new PodConstraints(List.of(), List.of(), List.of(even)),
                        List.of(),
                        List.of(),
                        List.of());
        var shape = pods(4, "web-1", "4", "1Gi").shape().with(Labels.of("app", "web")).with(evenly);
        var spread = new Pods(shape, 4, "web-1");

        var proposal = propose(seen(List.of(a), List.of(spread), groups));

        assertThat(grown(proposal)).isEqualTo("a=3 b=2");
    }

    /// Pods that the small group cannot take all, and the large group, without a price, in part.
    @Test
    void leavesNoPodsThatAnotherGroupCouldTake() {
        var small = node("s1", "pool=small", "8", "32Gi", pods(1, "old", "8", "1Gi"));
        var wide = node("w1", "pool=wide", "4", "64Gi", pods(1, "old", "4", "1Gi"));
        var urgent = pods(1, "db", "1", "30Gi").shape();
        var first =
                new Shape(
                        "shop",
                        urgent.labels(),
                        urgent.requests(),
                        urgent.placement(),
                        urgent.owner(),
                        10);
        var proposal =
                propose(
                        seen(
                                List.of(small, wide),
                                List.of(new Pods(first, 1, "db"), pods(1, "web", "8", "8Gi")),
                                List.of(
                                        group("small", small, 2, "0.2"),
                                        group("wide", wide, 9, ""))));

        assertThat(proposal.left()).isZero();
    }

    /// Three nodes of the small group, or one of the large one, would take the pods.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    total 3    | large=2 | the cluster would exceed its maximum of 3 nodes
                    total 2    | -       | the cluster would exceed its maximum of 2 nodes
                    cpu 32000  | small=4 | the cluster would exceed its maximum of 32 cpu
                    subnet 4   | large=2 | subnet pods has addresses for only 0 more nodes at a time
                    """)
    void keepsToLimitsThatGroupsShare(String limit, String grown, String why) {
        var words = limit.split(" ", -1);
        int most = Integer.parseInt(words[1]);
        var ceiling =
                switch (words[0]) {
                    case "total" -> new Ceiling.Nodes(most);
                    case "cpu" -> new Ceiling.Amount("cpu", most);
                    default -> new Ceiling.Subnet("pods", most, List.of("small"));
                };
        var policy = new Policy(new ScaleUpStrategy.CheapestMix(), List.of(ceiling));
        var seen = besideFullNodes(pods(3, "web-1", "4", "1Gi"));

        var proposal = ScaleUp.propose(seen, policy);

        assertThat(grown(proposal)).isEqualTo(grown);
        assertThat(verdict(seen, policy, proposal)).isEqualTo(why);
    }

    /// Two groups, of which the large one is dearer, and nodes without room.
    private static Seen besideFullNodes(Pods waiting) {
        return seen(
                List.of(FULL_SMALL, FULL_LARGE),
                List.of(waiting),
                List.of(
                        group("large", FULL_LARGE, 10, "0.9"),
                        group("small", FULL_SMALL, 10, "0.2")));
    }

    /// The group that grows, and how many nodes it has then.
    private static String grown(Proposal proposal) {
        return proposal.groups().stream()
                .filter(group -> group.more() > 0)
                .map(group -> group.group().name() + "=" + group.wanted())
                .reduce((one, other) -> one + " " + other)
                .orElse("-");
    }

    private static String why(Verdict verdict) {
        return verdict instanceof Verdict.Refused(var why) ? why.sentence() : "fits";
    }

    /// Pods that take a small node each, or five a large one.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    LEAST_NODES | large=2 | large needs 1 node, the fewest of the remaining groups
                    LEAST_WASTE | large=2 | large wastes the least of the remaining groups: its unused shares of cpu and memory add up to 0.984375
                    PRICE       | small=6 | small has the lowest score
                    """)
    void growsTheGroupThatRanksBest(Strategy strategy, String grown, String why) {
        var ranking = ranking(List.of(strategy));
        var seen = besideFullNodes(pods(5, "web-1", "3", "1Gi"));

        var proposal =
                ScaleUp.propose(seen, new Policy(new ScaleUpStrategy.Ranked(ranking), List.of()));

        assertThat(grown(proposal)).isEqualTo(grown);
        assertThat(proposal.left()).isZero();
        assertThat(sentences(proposal).get(1)).startsWith(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    PRIORITY       | small=6 | ranks lower by priority: it has none, the best has 5
                    RANDOM_BY_SEED | large=2 | was not drawn
                    """)
    void tellsWhyAnotherGroupRanksLower(Strategy strategy, String grown, String why) {
        var priority = new dev.plimsoll.ranking.RankingPolicy.Priority(5, List.of("small"));
        var ranking =
                new dev.plimsoll.ranking.RankingPolicy(
                        dev.plimsoll.ranking.RankingPolicy.Reading.PLIMSOLL,
                        List.of(strategy),
                        new dev.plimsoll.ranking.RankingPolicy.Preferred.BySize(),
                        dev.plimsoll.ranking.RankingPolicy.Factors.DEFAULT,
                        List.of(priority));
        var full = SMALL.with(List.of(pods(1, "old", "4", "1Gi")));
        var large = LARGE.with(List.of(pods(1, "old", "16", "1Gi")));
        var seen =
                seen(
                        List.of(full, large),
                        List.of(pods(5, "web-1", "3", "1Gi")),
                        List.of(group("large", large, 10, "0.9"), group("small", full, 10, "0.2")));

        var proposal =
                ScaleUp.propose(seen, new Policy(new ScaleUpStrategy.Ranked(ranking), List.of()));

        assertThat(grown(proposal)).isEqualTo(grown);
        assertThat(proposal.alternatives())
                .extracting(other -> other.why().sentence())
                .containsExactly(why);
    }

    @Test
    void everyProposalAddsUp() {
        Seeds.forOneIn(
                10,
                random -> {
                    var seen = any(random);
                    var policy = anyPolicy(random);

                    var proposal = ScaleUp.propose(seen, policy);

                    int waiting = PendingPods.count(seen.cluster().pending());
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
                    keepsCeilings(seen, policy, proposal);
                    if (policy.strategy() instanceof ScaleUpStrategy.CheapestMix) {
                        hasNoCheaperAlternative(proposal);
                    }
                });
    }

    @Test
    void doesNotLookAtTheOrderOfThings() {
        Seeds.forOneIn(
                20,
                random -> {
                    var seen = any(random);
                    var shuffle = new Random(random.nextLong());
                    var groups = new ArrayList<>(seen.groups());
                    var nodes = new ArrayList<>(seen.cluster().nodes());
                    var pending = new ArrayList<>(seen.cluster().pending());
                    Collections.shuffle(groups, shuffle);
                    Collections.shuffle(nodes, shuffle);
                    Collections.shuffle(pending, shuffle);

                    assertThat(propose(seen(nodes, pending, groups))).isEqualTo(propose(seen));
                });
    }

    private static void isAllowed(Seen seen, Proposal proposal) {
        var nodes = new ArrayList<>(seen.cluster().nodes());
        proposal.packing()
                .opened()
                .forEach(opened -> nodes.add(opened.offer().node(opened.node())));
        var names = nodes.stream().map(Node::name).toList();
        var nodeFit = NodeFit.of(nodes, new Stock().surroundings());
        for (var placed : proposal.packing().placed()) {
            for (int i = 0; i < placed.count(); i++) {
                int node = names.indexOf(placed.node());
                assertThat(nodeFit.fits(placed.shape(), node)).isTrue();
                nodeFit.put(placed.shape(), node);
            }
        }
    }

    private static void costsAtLeastTheBound(Proposal proposal) {
        if (proposal.bound() instanceof CostBound.Least(var hour, _)) {
            assertThat(proposal.cost().now().plus(hour))
                    .isLessThanOrEqualTo(proposal.cost().after());
        }
    }

    private static void hasNoCheaperAlternative(Proposal proposal) {
        assertThat(proposal.alternatives())
                .filteredOn(other -> other.left() == proposal.left() && other.cost().isWhole())
                .allSatisfy(other ->
                        assertThat(other.cost().after())
                                .isGreaterThanOrEqualTo(proposal.cost().after()));
    }

    private static void keepsCeilings(Seen seen, Policy policy, Proposal proposal) {
        for (var ceiling : policy.ceilings()) {
            switch (ceiling) {
                case Ceiling.Nodes(var most) -> {
                    int now = seen.cluster().nodes().size();
                    assertThat(proposal.nodes()).hasSizeLessThanOrEqualTo(Math.max(now, most));
                }
                case Ceiling.Amount(var resource, var most) -> {
                    long now = sum(seen.cluster().nodes(), resource);
                    assertThat(sum(proposal.nodes(), resource))
                            .isLessThanOrEqualTo(Math.max(now, most));
                }
                case Ceiling.Subnet subnet -> {
                    int more =
                            proposal.groups().stream()
                                    .filter(grown -> subnet.groups().contains(grown.group().name()))
                                    .mapToInt(Grown::more)
                                    .sum();
                    assertThat(more).isLessThanOrEqualTo(subnet.capacity());
                }
            }
        }
    }

    private static long sum(List<Node> nodes, String resource) {
        return nodes.stream().mapToLong(node -> node.allocatable().asked(resource)).sum();
    }

    private static Policy anyPolicy(RandomGenerator random) {
        var strategies = new ArrayList<>(List.of(Strategy.values()));
        strategies.removeLast();
        Collections.shuffle(strategies, new Random(random.nextLong()));
        var ranking = ranking(strategies.subList(0, random.nextInt(1, 4)));
        var choice =
                switch (random.nextInt(3)) {
                    case 0 -> new ScaleUpStrategy.CheapestMix();
                    case 1 -> new ScaleUpStrategy.Ranked(ranking);
                    default -> new ScaleUpStrategy.MixOfBest(ranking);
                };
        return new Policy(choice, anyCeilings(random));
    }

    private static List<Ceiling> anyCeilings(RandomGenerator random) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> List.of(new Ceiling.Nodes(random.nextInt(12)));
            case 2 -> List.of(new Ceiling.Amount(Resources.CPU, random.nextInt(90) * 1_000L));
            case 3 -> List.of(new Ceiling.Amount(Resources.MEMORY, random.nextLong(200L << 30)));
            case 4 ->
                    List.of(
                            new Ceiling.Subnet(
                                    "pods", random.nextInt(1, 300), List.of("p0", "p1")));
            case 5 ->
                    List.of(
                            new Ceiling.Nodes(random.nextInt(12)),
                            new Ceiling.Amount(Resources.CPU, random.nextInt(90) * 1_000L));
            default -> List.of();
        };
    }

    private static Seen any(RandomGenerator random) {
        var nodes = new ArrayList<Node>();
        var groups = new ArrayList<NodeGroup>();
        for (int i = 0; i < random.nextInt(1, 5); i++) {
            var cpu = String.valueOf(random.nextInt(1, 17));
            var old = pods(1, "old", String.valueOf(random.nextInt(1, 4)), "1Gi");
            var node = node("n" + i, "pool=p" + i, cpu, random.nextInt(1, 33) + "Gi", old);
            nodes.add(inAnyState(node, random));
            var price = random.nextInt(4) == 0 ? "" : "0." + random.nextInt(1, 10);
            int most = random.nextInt(0, 9);
            var limits = new Limits(random.nextInt(most + 1), most);
            var growth = new Growth.Within(limits, Standing.EXISTS);
            groups.add(group("p" + i, node, most, price).with(growth));
        }
        var pending = new ArrayList<Pods>();
        for (int i = 0; i < random.nextInt(5); i++) {
            var shape =
                    pods(random.nextInt(1, 9), "w" + i, i + "500m", random.nextInt(1, 9) + "Gi");
            pending.add(shape);
        }
        return seen(nodes, pending, groups);
    }

    /// In service mostly; else cordoned, draining, starting or not Ready.
    private static Node inAnyState(Node node, RandomGenerator random) {
        return switch (random.nextInt(8)) {
            case 0 -> node.with(new NodeState.Cordoned());
            case 1 ->
                    node.with(new NodeState.Draining(Instant.EPOCH))
                            .withTaints(List.of(taint(Node.DRAINING_TAINT)));
            case 2 -> node.withTaints(List.of(taint(WellKnown.NOT_READY))).withReady(false);
            case 3 -> node.withReady(false);
            default -> node;
        };
    }

    private static Taint taint(String key) {
        return new Taint(key, "", Effect.NO_SCHEDULE);
    }

    private static Proposal propose(Seen seen) {
        return ScaleUp.propose(seen, Policy.DEFAULT);
    }

    /// What the last group by name says of the first pods that waited, afterwards.
    private static String verdict(Seen seen, Policy policy, Proposal proposal) {
        var pods = List.of(proposal.pending().getFirst().pods());
        var verdicts = GroupVerdicts.after(seen, policy, proposal).verdicts(pods);
        return why(verdicts.getFirst().lastEntry().getValue());
    }

    private static List<String> sentences(Proposal proposal) {
        return proposal.reasons().stream().map(Reason::sentence).toList();
    }

    private static List<String> warnings(Proposal proposal) {
        return proposal.warnings().stream().map(Reason::sentence).toList();
    }
}
