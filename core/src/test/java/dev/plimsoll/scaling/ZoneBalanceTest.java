package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// New nodes keep zones level, and are counted on only where the provider adds them.
class ZoneBalanceTest {

    private static final String EKS = "eks.amazonaws.com/nodegroup";
    private static final List<String> ZONES = List.of("a", "b", "c");

    /// Groups of one zone each, every node full; each pending pod needs a node. The vectors are
    /// those of Cluster Autoscaler's tests for similar groups, as far as they have no maximum.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes   | pods | then
                    3 3 2   | 6    | 5 5 4
                    1 3 5 5 | 1    | 2 3 5 5
                    1 3 5 5 | 2    | 3 3 5 5
                    1 3 5 5 | 4    | 4 4 5 5
                    1 3 5 5 | 5    | 5 4 5 5
                    1 3 5 5 | 10   | 6 6 6 6
                    """)
    void groupsThatDifferOnlyInTheirZoneStayLevel(String nodes, int pods, String then) {
        var proposal = propose(oneGroupAZone(nodes), List.of(pods(pods, "web-0", "3", "1Gi")));

        assertThat(wanted(proposal)).isEqualTo(then);
    }

    /// Today's mistake: one pod that wants a zone kept all others out of balance.
    @Test
    void aPodThatNeedsAZoneDoesNotKeepOthersFromBeingBalanced() {
        var zonal = in(pods(1, "db-0", "3", "1Gi"), "a");

        var proposal =
                propose(oneGroupAZone("3 3 2"), List.of(pods(6, "web-0", "3", "1Gi"), zonal));

        assertThat(wanted(proposal)).isEqualTo("5 5 5");
    }

    /// One group over zones a, b and c whose provider levels them.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | web | in a | wanted | settled | unsettled | left
                    3 3 2 | 6   | 0    | 14     | 1 1 2   | 2         | 0
                    3 3 3 | 0   | 1    | 12     | 1 1 1   | 0         | 0
                    3 3 3 | 2   | 1    | 12     | 1 1 1   | 0         | 0
                    2 3 3 | 0   | 1    | 9      | 1 0 0   | 0         | 0
                    3 2 2 | 0   | 1    | 7      | 0 0 0   | 0         | 1
                    3 2 2 | 3   | 1    | 12     | 1 2 2   | 0         | 0
                    5 3 3 | 0   | 1    | 11     | 0 0 0   | 0         | 1
                    5 3 3 | 7   | 1    | 19     | 1 3 3   | 1         | 0
                    """)
    void countsOnAZoneOnlyWhenTheProviderIsCertainToReachIt(
            String nodes, int web, int inA, int wanted, String settled, int unsettled, int left) {
        var pending = new ArrayList<Pods>();
        if (web > 0) {
            pending.add(pods(web, "web-0", "3", "1Gi"));
        }
        if (inA > 0) {
            pending.add(in(pods(inA, "db-0", "3", "1Gi"), "a"));
        }

        var proposal = propose(oneGroup(nodes), pending);

        var grown = proposal.groups().getFirst();
        assertThat(grown.wanted()).isEqualTo(wanted);
        assertThat(grown.zones().settled().values()).hasToString(listed(settled));
        assertThat(grown.zones().unsettled()).isEqualTo(unsettled);
        assertThat(proposal.left()).isEqualTo(left);
    }

    @Test
    void saysWhyAZoneIsOutOfReach() {
        var zonal = in(pods(1, "db-0", "3", "1Gi"), "a");

        var proposal = propose(oneGroup("5 3 3"), List.of(zonal));

        var verdict =
                GroupVerdicts.after(proposal)
                        .verdicts(proposal.groups().getFirst().group(), List.of(zonal));
        assertThat(verdict)
                .extracting(one -> one instanceof Verdict.Refused(var why) ? why.sentence() : "")
                .containsExactly(
                        "its provider picks the zone of a new node and would reach a only with 7"
                                + " more nodes; a group of that zone alone can be sized for the"
                                + " pod");
    }

    @Test
    void saysWhichNodesOnlyReachAZone() {
        var proposal = propose(oneGroup("3 3 3"), List.of(in(pods(1, "db-0", "3", "1Gi"), "a")));

        assertThat(proposal.reasons())
                .extracting(Reason::sentence)
                .containsExactly(
                        "web grows from 9 to 12 nodes for 1 pod: shop/db-0",
                        "2 of the new nodes of web are added only to reach a zone: its provider"
                                + " picks the zones");
    }

    /// Each pod comes after the nodes for the one before it have joined.
    @Test
    void podsOfOneZoneOneAfterAnotherBuyFewNodesEach() {
        var nodes = new ArrayList<>(oneGroup("3 3 3"));
        for (int pod = 0; pod < 8; pod++) {
            var proposal = propose(nodes, List.of(in(pods(1, "db-" + pod, "3", "1Gi"), "a")));

            int more = proposal.groups().getFirst().more();
            assertThat(more - 1).as("pod %d", pod).isBetween(0, ZONES.size() - 1);
            assertThat(proposal.left()).isZero();
            nodes.clear();
            proposal.nodes().forEach(nodes::add);
        }
    }

    /// Whichever zones the provider takes, every placed pod finds its place.
    @Test
    void everyPlacementHoldsInTheOrderOfTheProvider() {
        Seeds.forAtLeast(
                200,
                3,
                random -> {
                    var nodes =
                            oneGroup(
                                    "%d %d %d"
                                            .formatted(
                                                    random.nextInt(4),
                                                    1 + random.nextInt(3),
                                                    random.nextInt(4)));
                    var pending = anyPods(random);

                    var proposal = propose(nodes, pending);

                    var provided = provided(proposal, random);
                    var fit = NodeFit.of(provided, proposal.facts().cluster());
                    for (var placed : proposal.packing().placed()) {
                        int node = index(provided, placed.node());
                        for (int i = 0; i < placed.count(); i++) {
                            assertThat(fit.fits(placed.shape(), node)).as("%s", placed).isTrue();
                            fit.put(placed.shape(), node);
                        }
                    }
                    return proposal.groups().getFirst().zones().unsettled() > 0
                            && !proposal.packing().placed().isEmpty();
                });
    }

    private static List<Pods> anyPods(SplittableRandom random) {
        var pending = new ArrayList<Pods>();
        pending.add(pods(random.nextInt(1, 8), "web-0", "3", "1Gi"));
        if (random.nextBoolean()) {
            pending.add(in(pods(1, "db-0", "2", "1Gi"), ZONES.get(random.nextInt(3))));
        }
        if (random.nextBoolean()) {
            pending.add(spread(pods(random.nextInt(1, 7), "api-0", "1", "1Gi")));
        }
        return pending;
    }

    /// The nodes under the names of the plan, in the zones that the provider takes. Nodes of the
    /// plan whose zone is not settled are in another zone of those that are as low.
    private static List<Node> provided(Proposal proposal, SplittableRandom random) {
        var grown = proposal.groups().getFirst();
        var zones = zonesOfTheProvider(grown, random);
        var names = new LinkedHashMap<String, String>();
        var others = new ArrayList<String>();
        var bought = new ArrayList<>(grown.bought());
        bought.sort(Comparator.comparing(member -> !isBound(member.node(), proposal)));
        for (var member : bought) {
            if (zones.merge(member.key().zone(), -1, Integer::sum) >= 0) {
                names.put(member.node(), member.key().zone());
            } else {
                zones.merge(member.key().zone(), 1, Integer::sum);
                others.add(member.node());
            }
        }
        for (var node : others) {
            var zone = zones.entrySet().stream().filter(z -> z.getValue() > 0).findFirst();
            names.put(node, zone.orElseThrow().getKey());
            zones.merge(zone.orElseThrow().getKey(), -1, Integer::sum);
        }
        var opened =
                Packing.NOTHING.and(new Packing(proposal.packing().opened(), List.of(), List.of()));
        return opened.after(proposal.facts().nodes()).stream()
                .map(node ->
                        names.containsKey(node.name())
                                ? node.withLabels(
                                        node.labels().with(WellKnown.ZONE, names.get(node.name())))
                                : node)
                .toList();
    }

    /// The node has pods that look at zones.
    private static boolean isBound(String node, Proposal proposal) {
        return proposal.packing().placed().stream()
                .anyMatch(placed ->
                        placed.node().equals(node)
                                && (!placed.shape().constraints().isAny()
                                        || placed.shape().affinity() instanceof Affinity.AnyOf));
    }

    private static Map<String, Integer> zonesOfTheProvider(Grown grown, SplittableRandom random) {
        var level = new TreeMap<>(grown.group().nodesByZone());
        var added = new TreeMap<String, Integer>();
        level.keySet().forEach(zone -> added.put(zone, 0));
        for (int i = 0; i < grown.more(); i++) {
            int lowest = level.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
            var low = level.entrySet().stream().filter(z -> z.getValue() == lowest).toList();
            var zone = low.get(random.nextInt(low.size())).getKey();
            level.merge(zone, 1, Integer::sum);
            added.merge(zone, 1, Integer::sum);
        }
        return added;
    }

    private static int index(List<Node> nodes, String name) {
        return nodes.stream().map(Node::name).toList().indexOf(name);
    }

    /// Full nodes, in a group of their own for each zone.
    private static List<Node> oneGroupAZone(String counts) {
        return nodes(counts, zone -> "kops.k8s.io/instancegroup=nodes-" + zone);
    }

    /// Full nodes of one group.
    private static List<Node> oneGroup(String counts) {
        return nodes(counts, _ -> EKS + "=web");
    }

    private static List<Node> nodes(String counts, UnaryOperator<String> pool) {
        var nodes = new ArrayList<Node>();
        int zone = 0;
        for (var count : counts.split(" ", -1)) {
            var name = String.valueOf((char) ('a' + zone++));
            for (int i = 0; i < Integer.parseInt(count); i++) {
                nodes.add(
                        node(
                                "n-" + name + i,
                                pool.apply(name)
                                        + ",node.kubernetes.io/instance-type=m5.xlarge,"
                                        + WellKnown.ZONE
                                        + "="
                                        + name,
                                "4",
                                "16Gi",
                                pods(1, "full-" + name + i, "3800m", "1Gi")));
            }
        }
        return nodes;
    }

    private static Proposal propose(List<Node> nodes, List<Pods> pending) {
        var cluster = Grouping.of(Cluster.of(nodes, pending, List.of()), List.of());
        var groups = cluster.groups();
        for (var group : cluster.groups().values()) {
            var priced =
                    group.variants().stream()
                            .map(variant ->
                                    variant.with(new Price.Known(new Money(200_000_000), "a list")))
                            .toList();
            groups = groups.with(group.name(), group.with(priced));
        }
        return new Scaling()
                .answer(
                        new Question<>(
                                cluster.withGroups(groups),
                                Policy.DEFAULT,
                                Past.NONE,
                                List.of(),
                                NOW,
                                0))
                .details();
    }

    private static Pods in(Pods some, String zone) {
        var wish = Requirement.in(WellKnown.ZONE, zone);
        var affinity = new Affinity.AnyOf(List.of(new Affinity.Term(List.of(wish), List.of())));
        return some.as(some.shape().with(new Shape.Placement(Labels.NONE, affinity, List.of())));
    }

    /// Spread over zones, at most one more in each than in the others.
    private static Pods spread(Pods some) {
        var labelled = some.shape().with(Labels.of("app", "api"));
        var selector = new Selector.AllOf(List.of(Requirement.in("app", "api")));
        var spread =
                new Spread(
                        1, WellKnown.ZONE, selector, 1, Spread.Policy.HONOR, Spread.Policy.IGNORE);
        return some.as(
                labelled.with(
                        new Shape.Placement(
                                Labels.NONE,
                                new Affinity.Anywhere(),
                                List.of(),
                                new PodConstraints(List.of(), List.of(), List.of(spread)),
                                List.of(),
                                List.of(),
                                List.of())));
    }

    private static String wanted(Proposal proposal) {
        return String.join(
                " ",
                proposal.groups().stream().map(grown -> String.valueOf(grown.wanted())).toList());
    }

    private static String listed(String counts) {
        return "[" + counts.replace(" ", ", ") + "]";
    }
}
