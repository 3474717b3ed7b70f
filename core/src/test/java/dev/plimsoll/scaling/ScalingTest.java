package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.emptyGroup;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.limits;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static dev.plimsoll.scaling.Village.ranking;
import static dev.plimsoll.scaling.Village.withSubnet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.NodeGroups.Unlisted;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalingTest {

    private static final Node SMALL = node("s1", "pool=small", "4", "16Gi");
    private static final Node LARGE = node("l1", "pool=large", "16", "64Gi");
    private static final Node FULL_SMALL = SMALL.with(List.of(pods(1, "old", "4", "1Gi")));
    private static final Node FULL_LARGE = LARGE.with(List.of(pods(1, "old", "16", "1Gi")));

    @Test
    void buysTheNodesThatTakeWhatHasNoRoom() {
        var full = SMALL.with(List.of(pods(1, "old", "3", "1Gi")));
        var answer =
                answer(
                        Cluster.of(
                                List.of(full),
                                List.of(pods(3, "web-1", "3", "1Gi"), pods(1, "tiny", "1", "1Gi")),
                                List.of(group("small", 10, "0.2"))));

        assertThat(steps(answer)).containsExactly(new Step.ResizeGroup("small", 1, 4));
        assertThat(sentences(answer.details()))
                .containsExactly(
                        "small grows from 1 to 4 nodes for 3 pods, e.g. shop/web-1",
                        "1 pending pod fits on existing nodes: shop/tiny");
        assertThat(answer.details().cost().now()).hasToString("$0.20");
        assertThat(answer.details().cost().after()).hasToString("$0.80");
        assertThat(answer.details().bound())
                .isInstanceOfSatisfying(
                        CostBound.Least.class,
                        least -> assertThat(least.hour()).hasToString("$0.60"));
    }

    @Test
    void stopsAtTheMaximumAndSaysSo() {
        var proposal =
                propose(
                        Cluster.of(
                                List.of(SMALL),
                                List.of(pods(4, "web-1", "3", "1Gi")),
                                List.of(group("small", 2, "0.2"))));

        assertThat(proposal.left()).isEqualTo(2);
        assertThat(sentences(proposal)).contains("2 of 4 pods like shop/web-1 stay unschedulable");
        assertThat(verdict(proposal)).isEqualTo("would exceed its maximum of 2 nodes");
    }

    @Test
    void takesTheCheapestAndTellsWhatElseWasLookedAt() {
        var answer =
                answer(
                        Cluster.of(
                                List.of(SMALL, LARGE),
                                List.of(pods(9, "web-1", "4", "1Gi")),
                                List.of(group("large", 10, "0.9"), group("small", 10, "0.2"))));

        assertThat(steps(answer)).containsExactly(new Step.ResizeGroup("small", 1, 5));
        var other = answer.details().alternatives().getFirst();
        assertThat(other.groups())
                .extracting(grown -> grown.group().name())
                .containsExactly("large");
        assertThat(other.cost().after()).hasToString("$2.00");
    }

    @Test
    void takesGroupsWithoutAPriceOnlyForWhatNoOtherCanTake() {
        var answer =
                answer(
                        Cluster.of(
                                List.of(SMALL, LARGE),
                                List.of(pods(5, "web-1", "4", "1Gi"), pods(2, "big", "15", "1Gi")),
                                List.of(group("large", 10, ""), group("small", 10, "0.2"))));

        assertThat(answer.details().left()).isZero();
        assertThat(steps(answer)).contains(new Step.ResizeGroup("large", 1, 2));
        assertThat(answer.details().cost().unpricedAfter()).isEqualTo(2);
        assertThat(answer.details().bound()).isInstanceOf(CostBound.Least.class);
        assertThat(warnings(answer.details()))
                .contains("the price of large is unknown: nobody knows");
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
                        Cluster.of(
                                List.of(SMALL),
                                List.of(new Pods(mounted, 1, "db"), new Pods(gated, 2, "later")),
                                List.of(group("small", 10, "0.2"))));

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
                propose(Cluster.of(List.of(half), List.of(), List.of(group("small", 5, "0.2"))));

        assertThat(sentences(proposal)).containsExactly("no pod is pending");
        assertThat(proposal.end().waste())
                .containsExactly(new EndState.Waste("s1", "small", new Money(100_000_000)));
    }

    @Test
    void growsAGroupToItsMinimumWhateverWaits() {
        var seen =
                Cluster.of(
                        List.of(SMALL),
                        List.of(pods(4, "web-1", "4", "1Gi")),
                        List.of(group("small", 9, "0.2")));

        var answer = answer(seen, limits("small", 3, 5));

        assertThat(steps(answer)).containsExactly(new Step.ResizeGroup("small", 1, 4));
        assertThat(sentences(answer.details()))
                .containsExactly(
                        "small grows from 1 to 3 nodes because its minimum is 3; 2 pending pods fit"
                                + " on the new nodes",
                        "small grows from 3 to 4 nodes for 1 pod: one like shop/web-1",
                        "1 pending pod fits on existing nodes: shop/web-1");
        costsAtLeastTheBound(answer.details());
    }

    @Test
    void saysWhatKeepsAGroupBelowItsMinimum() {
        var seen = Cluster.of(List.of(SMALL), List.of(), List.of(group("small", 9, "0.2")));
        var policy = limits("small", 5, 9).with(List.of(new Ceiling.Nodes(3)));

        var proposal = propose(seen, policy);

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
        var answer =
                answer(
                        Cluster.of(
                                List.of(a, b),
                                List.of(pods(5, "web-1", "4", "1Gi")),
                                List.of(group("a", 9, "0.2"), group("b", 9, "0.2"))));

        assertThat(steps(answer))
                .containsExactly(new Step.ResizeGroup("a", 1, 4), new Step.ResizeGroup("b", 1, 3));
    }

    @Test
    void sharesNodesAlsoBesideMinimums() {
        var a = node("a1", "pool=a", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var b = node("b1", "pool=b", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var seen =
                Cluster.of(
                        List.of(a, b),
                        List.of(pods(8, "web-1", "4", "1Gi")),
                        List.of(group("a", 9, "0.2"), group("b", 9, "0.2")));

        var proposal = propose(seen, limits("a", 3, 9));

        assertThat(grown(proposal)).isEqualTo("a=5 b=5");
    }

    /// Only a has a node so far, and takes all pods where its zone is the only one.
    @Test
    void spreadsPodsOverZonesThatHaveNoNodeYet() {
        var zone = "topology.kubernetes.io/zone";
        var a = node("a1", "pool=a," + zone + "=a", "4", "16Gi", pods(1, "old", "4", "1Gi"));
        var b = node("b1", "pool=b," + zone + "=b", "4", "16Gi");
        var groups = List.of(group("a", 9, "0.2"), emptyGroup("b", b, 9, "0.2"));
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

        var proposal = propose(Cluster.of(List.of(a), List.of(spread), groups));

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
                        Cluster.of(
                                List.of(small, wide),
                                List.of(new Pods(first, 1, "db"), pods(1, "web", "8", "8Gi")),
                                List.of(group("small", 2, "0.2"), group("wide", 9, ""))));

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
                    subnet 4   | large=2 | subnet pods has addresses for only 0 more nodes
                    """)
    void keepsToLimitsThatGroupsShare(String limit, String grown, String why) {
        var words = limit.split(" ", -1);
        int most = Integer.parseInt(words[1]);
        var full = besideFullNodes(pods(3, "web-1", "4", "1Gi"));
        var seen = words[0].equals("subnet") ? withSubnet(full, most, "small") : full;
        var ceilings =
                switch (words[0]) {
                    case "total" -> List.<Ceiling>of(new Ceiling.Nodes(most));
                    case "cpu" -> List.<Ceiling>of(new Ceiling.Amount("cpu", most));
                    default -> List.<Ceiling>of();
                };

        var proposal = propose(seen, Policy.DEFAULT.with(ceilings));

        assertThat(grown(proposal)).isEqualTo(grown);
        assertThat(verdict(proposal)).isEqualTo(why);
    }

    /// Two groups, of which the large one is dearer, and nodes without room.
    private static Cluster besideFullNodes(Pods waiting) {
        return Cluster.of(
                List.of(FULL_SMALL, FULL_LARGE),
                List.of(waiting),
                List.of(group("large", 10, "0.9"), group("small", 10, "0.2")));
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

        var proposal = propose(seen, Policy.DEFAULT.with(new ScaleUpStrategy.Ranked(ranking)));

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
                Cluster.of(
                        List.of(full, large),
                        List.of(pods(5, "web-1", "3", "1Gi")),
                        List.of(group("large", 10, "0.9"), group("small", 10, "0.2")));

        var proposal = propose(seen, Policy.DEFAULT.with(new ScaleUpStrategy.Ranked(ranking)));

        assertThat(grown(proposal)).isEqualTo(grown);
        assertThat(proposal.alternatives())
                .extracting(other -> other.why().sentence())
                .containsExactly(why);
    }

    /// The only node is full; another one is not Ready and `age` seconds old. The timeout is 900 s.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    age | wanted | sentence
                    0   | -      | 1 pending pod fits on nodes that are starting: shop/web-1
                    899 | -      | 1 pending pod fits on nodes that are starting: shop/web-1
                    900 | 3      | small grows from 2 to 3 nodes for 1 pod: shop/web-1
                    """)
    void ordersNothingForPodsThatFitAStartingNode(long age, String wanted, String sentence) {
        var starting =
                starting(
                        node("s2", "pool=small", "4", "16Gi").with(List.of()),
                        NOW.minusSeconds(age));
        var seen =
                Cluster.of(
                        List.of(FULL_SMALL, starting),
                        List.of(pods(1, "web-1", "3", "1Gi")),
                        List.of(group("small", 9, "0.2").with(2)));

        var answer = answer(seen);

        assertThat(steps(answer))
                .isEqualTo(
                        wanted.equals("-")
                                ? List.of()
                                : List.of(new Step.ResizeGroup("small", 2, 3)));
        assertThat(sentences(answer.details())).containsExactly(sentence);
    }

    @Test
    void ordersNothingForPodsThatFitAMachineThatTheTargetOwes() {
        var answer = answer(oneMachineMissing(1));

        assertThat(steps(answer)).isEmpty();
        assertThat(sentences(answer.details()))
                .containsExactly("1 pending pod fits on nodes that are starting: shop/web-1");
    }

    @Test
    void remembersSinceWhenMachinesAreMissingAndWakesWhenTheyAreLate() {
        var first = answer(oneMachineMissing(1)).decision();
        var later = NOW.plus(Duration.ofMinutes(5));
        var second = decide(oneMachineMissing(1), first.remember(), later);

        assertThat(Objects.requireNonNull(first.remember().groups().get("small")).missing())
                .containsExactly(new Missing(1, NOW));
        assertThat(first.wakeAt()).isEqualTo(NOW.plus(Policy.DEFAULT.provisionTimeout()));
        assertThat(second.remember().groups()).isEqualTo(first.remember().groups());
        assertThat(second.wakeAt()).isEqualTo(first.wakeAt());
    }

    /// Else its group would buy for ever where there is nothing to buy.
    @Test
    void givesUpALateMachineAndLeavesItsGroupAloneForAWhile() {
        var since = new TreeMap<String, GroupPast>();
        since.put("small", missing(1, NOW));
        var late = NOW.plus(Policy.DEFAULT.provisionTimeout());

        var first = decide(oneMachineMissing(1), new Past(since), late);

        assertThat(first.plan().steps()).containsExactly(new Step.GiveUp("small", 2, 1));
        assertThat(first.reasons())
                .extracting(Reason::sentence)
                .contains(
                        "1 machine of small did not join in 15 min and is given up; small grows"
                                + " again in 5 min at the earliest");
        assertThat(first.wakeAt()).isEqualTo(late.plus(Duration.ofMinutes(5)));
        var pausing =
                decide(noMachineMissing(), first.remember(), late.plus(Duration.ofMinutes(4)));
        assertThat(pausing.plan().steps()).isEmpty();
        var again = decide(noMachineMissing(), first.remember(), late.plus(Duration.ofMinutes(5)));
        assertThat(again.plan().steps()).containsExactly(new Step.ResizeGroup("small", 1, 2));
    }

    private static Cluster noMachineMissing() {
        return Cluster.of(
                List.of(FULL_SMALL),
                List.of(pods(1, "web-1", "3", "1Gi")),
                List.of(group("small", 9, "0.2")));
    }

    /// A provider keeps a minimum of machines, so a late one is not given up.
    @Test
    void aMachineThatIsLateIsNotOrderedAgain() {
        var since = new TreeMap<String, GroupPast>();
        since.put("small", missing(1, NOW));
        var late = NOW.plus(Policy.DEFAULT.provisionTimeout());

        var one = decide(keptMachineMissing(1), new Past(since), late);
        var two = decide(keptMachineMissing(2), new Past(since), late);

        assertThat(one.plan().steps()).isEmpty();
        assertThat(one.reasons())
                .extracting(Reason::sentence)
                .startsWith(
                        "1 machine that was ordered for small did not join in time; it is not"
                                + " ordered again for 1 pending pod");
        assertThat(two.plan().steps()).containsExactly(new Step.ResizeGroup("small", 2, 3));
        assertThat(two.reasons())
                .extracting(reason -> reason.rule().code())
                .startsWith("machines-late", "scale-up");
    }

    private static Cluster keptMachineMissing(int pods) {
        var cluster = oneMachineMissing(pods);
        var kept = cluster.group("small").with(new Limits(2, 9));
        return cluster.withGroups(cluster.groups().with("small", kept));
    }

    /// Nodes that joined beyond the target, and machines that are on their way.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    target | pods | from | nodes
                    1      | 1    | 1    | 2
                    2      | 2    | 2    | 3
                    4      | 5    | 4    | 6
                    """)
    void aStepExpectsTheTargetOfTheProvider(int target, int pods, int from, int nodes) {
        var seen =
                Cluster.of(
                        List.of(FULL_SMALL),
                        List.of(pods(pods, "web-1", "3", "1Gi")),
                        List.of(group("small", 9, "0.2").with(target)));

        assertThat(steps(answer(seen))).containsExactly(new Step.ResizeGroup("small", from, nodes));
    }

    /// A full node, a machine that has not joined, and pods that take a node each.
    private static Cluster oneMachineMissing(int pods) {
        return Cluster.of(
                List.of(FULL_SMALL),
                List.of(pods(pods, "web-1", "3", "1Gi")),
                List.of(group("small", 9, "0.2").with(2)));
    }

    @Test
    void remembersTheNextNodeOfAGroupThatDeclaresNone() {
        var first =
                answer(Cluster.of(List.of(SMALL), List.of(), List.of(group("small", 9, "0.2"))));
        var seen =
                Cluster.of(
                        List.of(),
                        List.of(pods(1, "web-1", "3", "1Gi")),
                        List.of(group("small", 9, "0.2").with(0)));

        var second = decide(seen, first.decision().remember(), NOW);
        var third = decide(seen, Past.NONE, NOW);

        assertThat(second.plan().steps()).containsExactly(new Step.ResizeGroup("small", 0, 1));
        assertThat(third.plan().steps()).isEmpty();
    }

    @Test
    void anotherLoopTakesOverWhatIsRememberedOfAGroup() {
        var scaling = new Scaling();
        var handed = missing(2, NOW);

        var past = scaling.takeOver(Past.NONE, "small", handed);

        assertThat(scaling.handOver(past, "small")).isEqualTo(handed);
        assertThat(scaling.handOver(past, "large")).isEqualTo(GroupPast.NONE);
    }

    @Test
    void everyProposalAddsUp() {
        Seeds.forAtLeast(
                15,
                10,
                random -> {
                    var question = any(random);

                    var answer = new Scaling().answer(question);

                    var proposal = answer.details();
                    int demand =
                            PendingPods.count(question.seen().pending())
                                    + PendingPods.count(LeavingPods.of(question.seen()));
                    int placed =
                            proposal.packing().placed().stream().mapToInt(one -> one.count()).sum();
                    assertThat(placed + proposal.packing().leaves()).isEqualTo(demand);
                    assertThat(proposal.nodes())
                            .hasSize(
                                    proposal.facts().nodes().size()
                                            + proposal.packing().opened().size());
                    for (var grown : proposal.groups()) {
                        assertThat(grown.more()).isBetween(0, grown.group().room());
                    }
                    ordersWhatIsMissing(question, answer);
                    isAllowed(proposal);
                    costsAtLeastTheBound(proposal);
                    keepsCeilings(proposal);
                    if (question.policy().strategy() instanceof ScaleUpStrategy.CheapestMix) {
                        hasNoCheaperAlternative(proposal);
                    }
                    return hasLateMachines(proposal) && !steps(answer).isEmpty();
                });
    }

    @Test
    void doesNotLookAtTheOrderOfThings() {
        Seeds.forOneIn(
                20,
                random -> {
                    var question = any(random);
                    var seen = question.seen();
                    var shuffle = new Random(random.nextLong());
                    var groups = seen.groups().values();
                    var nodes = new ArrayList<>(seen.nodes());
                    var pending = new ArrayList<>(seen.pending());
                    Collections.shuffle(groups, shuffle);
                    Collections.shuffle(nodes, shuffle);
                    Collections.shuffle(pending, shuffle);
                    var shuffled = Cluster.of(nodes, pending, groups).withSubnets(seen.subnets());

                    var one = new Scaling().answer(question);
                    var other =
                            new Scaling()
                                    .answer(
                                            new Question<>(
                                                    shuffled,
                                                    question.policy(),
                                                    question.past(),
                                                    List.of(),
                                                    question.now(),
                                                    question.seed()));

                    assertThat(other.decision()).isEqualTo(one.decision());
                    assertThat(other.details().groups()).isEqualTo(one.details().groups());
                    assertThat(other.details().packing()).isEqualTo(one.details().packing());
                    assertThat(other.details().alternatives())
                            .isEqualTo(one.details().alternatives());
                    assertThat(warnings(other.details())).isEqualTo(warnings(one.details()));
                });
    }

    /// A step raises the target to the nodes that exist, arrive or are new; machines that are late
    /// are among the new ones. Another one orders a machine in place of a node that is not Ready.
    private static void ordersWhatIsMissing(
            Question<Cluster, Policy, Past> question, Answer<Past, Proposal> answer) {
        var expected = new ArrayList<Step>();
        for (var grown : answer.details().groups()) {
            var name = grown.group().name();
            var group = question.seen().groups().get(name);
            if (group != null && grown.more() > 0 && grown.wanted() > group.target()) {
                expected.add(new Step.ResizeGroup(name, group.target(), grown.wanted()));
            }
        }
        for (var reason : answer.decision().reasons()) {
            if (reason.rule().equals(RemovalRules.REPLACE_UNREADY)) {
                expected.add(inPlaceOf(reason.subject(), answer.details().facts()));
            }
        }
        assertThat(answer.decision().plan().steps())
                .filteredOn(step -> step instanceof Step.ResizeGroup)
                .isEqualTo(expected);
    }

    private static Step inPlaceOf(String node, ScalingFacts facts) {
        return facts.groups().stream()
                .filter(group -> group.nodes().contains(node))
                .map(group ->
                        new Step.ResizeGroup(group.name(), group.target(), group.target() + 1))
                .findFirst()
                .orElseThrow();
    }

    private static boolean hasLateMachines(Proposal proposal) {
        return proposal.facts().states().stream().anyMatch(state -> state.late() > 0);
    }

    private static void isAllowed(Proposal proposal) {
        var nodes = new ArrayList<>(proposal.facts().nodes());
        proposal.packing()
                .opened()
                .forEach(opened -> nodes.add(opened.offer().node(opened.node())));
        var names = nodes.stream().map(Node::name).toList();
        var nodeFit = NodeFit.of(nodes, proposal.facts().cluster());
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

    private static void keepsCeilings(Proposal proposal) {
        var now = proposal.facts().nodes();
        for (var ceiling : proposal.facts().policy().ceilings()) {
            switch (ceiling) {
                case Ceiling.Nodes(var most) ->
                        assertThat(proposal.nodes())
                                .hasSizeLessThanOrEqualTo(Math.max(now.size(), most));
                case Ceiling.Amount(var resource, var most) ->
                        assertThat(sum(proposal.nodes(), resource))
                                .isLessThanOrEqualTo(Math.max(sum(now, resource), most));
            }
        }
        for (var subnet : proposal.facts().cluster().subnets().values()) {
            int more =
                    proposal.groups().stream()
                            .filter(grown -> subnet.groups().contains(grown.group().name()))
                            .mapToInt(Grown::more)
                            .sum();
            assertThat(more).isLessThanOrEqualTo(subnet.capacity().orElse(0));
        }
    }

    private static long sum(List<Node> nodes, String resource) {
        return nodes.stream().mapToLong(node -> node.allocatable().asked(resource)).sum();
    }

    private static ScaleUpStrategy anyStrategy(RandomGenerator random) {
        var strategies = new ArrayList<>(List.of(Strategy.values()));
        strategies.removeLast();
        Collections.shuffle(strategies, new Random(random.nextLong()));
        var ranking = ranking(strategies.subList(0, random.nextInt(1, 4)));
        return switch (random.nextInt(3)) {
            case 0 -> new ScaleUpStrategy.CheapestMix();
            case 1 -> new ScaleUpStrategy.Ranked(ranking);
            default -> new ScaleUpStrategy.MixOfBest(ranking);
        };
    }

    private static List<Ceiling> anyCeilings(RandomGenerator random) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> List.of(new Ceiling.Nodes(random.nextInt(12)));
            case 2 -> List.of(new Ceiling.Amount(Resources.CPU, random.nextInt(90) * 1_000L));
            case 3 -> List.of(new Ceiling.Amount(Resources.MEMORY, random.nextLong(200L << 30)));
            case 4 ->
                    List.of(
                            new Ceiling.Nodes(random.nextInt(12)),
                            new Ceiling.Amount(Resources.CPU, random.nextInt(90) * 1_000L));
            default -> List.of();
        };
    }

    /// Groups with up to two nodes in any state, some with machines that are missing, and some of
    /// those late.
    private static Question<Cluster, Policy, Past> any(RandomGenerator random) {
        var nodes = new ArrayList<Node>();
        var groups = new ArrayList<Group>();
        var limits = new TreeMap<String, GroupPolicy>();
        var pasts = new TreeMap<String, GroupPast>();
        for (int i = 0; i < random.nextInt(1, 5); i++) {
            var name = "p" + i;
            var like = anyNode(name, random);
            int own = random.nextInt(5) == 0 ? 0 : random.nextInt(1, 3);
            for (int j = 0; j < own; j++) {
                var old = pods(1, "old", String.valueOf(random.nextInt(1, 4)), "1Gi");
                var node = like.withName("n" + i + j).with(List.of(old));
                nodes.add(inAnyState(node, random));
            }
            int missing = random.nextInt(2) == 0 ? random.nextInt(1, 3) : 0;
            if (random.nextBoolean()) {
                pasts.put(name, missing(missing, NOW.minus(anyTime(random))));
            }
            int most = random.nextInt(0, 9);
            limits.put(
                    name,
                    new GroupPolicy(
                            random.nextInt(5) == 0 ? Manage.UTILISATION : Manage.PODS,
                            new Limits(random.nextInt(most + 1), most),
                            Standing.EXISTS));
            var price = random.nextInt(4) == 0 ? "" : "0." + random.nextInt(1, 10);
            groups.add(
                    inAnyCondition(emptyGroup(name, like, 99, price), random).with(own + missing));
        }
        var pending = new ArrayList<Pods>();
        for (int i = 0; i < random.nextInt(5); i++) {
            pending.add(
                    pods(random.nextInt(1, 9), "w" + i, i + "500m", random.nextInt(1, 9) + "Gi"));
        }
        var cluster = Cluster.of(nodes, pending, groups);
        var policy =
                Policy.DEFAULT
                        .with(anyStrategy(random))
                        .with(anyCeilings(random))
                        .with(limits)
                        .with(any(random, Unlisted.values()));
        return new Question<>(
                random.nextInt(8) == 0
                        ? withSubnet(cluster, random.nextInt(1, 300), "p0", "p1")
                        : cluster,
                policy,
                new Past(pasts),
                List.of(),
                NOW,
                0);
    }

    private static Node anyNode(String pool, RandomGenerator random) {
        var cpu = String.valueOf(random.nextInt(1, 17));
        return node(pool, "pool=" + pool, cpu, random.nextInt(1, 33) + "Gi");
    }

    private static Group inAnyCondition(Group group, RandomGenerator random) {
        return random.nextInt(4) > 0 ? group : group.with(any(random, Group.Condition.values()));
    }

    /// Active and Ready mostly; else cordoned, draining, paused, leaving, starting or stuck.
    private static Node inAnyState(Node node, RandomGenerator random) {
        return switch (random.nextInt(12)) {
            case 0 -> node.with(new NodeState.Cordoned());
            case 1 ->
                    node.with(new NodeState.Draining(Instant.EPOCH))
                            .withTaints(List.of(taint(Node.DRAINING_TAINT)));
            case 2 -> starting(node, NOW.minus(anyTime(random)));
            case 3 -> node.withReady(false).withCreated(NOW.minus(anyTime(random)));
            case 4 -> node.with(new NodeState.Paused());
            case 5 -> node.with(new NodeState.Leaving("a spot notice"));
            case 6 -> node.with(new NodeState.Forced());
            default -> node;
        };
    }

    /// A time before and after the provision timeout.
    private static Duration anyTime(RandomGenerator random) {
        return Duration.ofMinutes(random.nextInt(30));
    }

    private static <T> T any(RandomGenerator random, T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static Node starting(Node node, Instant created) {
        return node.withTaints(List.of(taint(WellKnown.NOT_READY)))
                .withReady(false)
                .withCreated(created);
    }

    private static GroupPast missing(int machines, Instant since) {
        return new GroupPast(
                GroupPast.CoolDown.OVER,
                List.of(new Missing(machines, since)),
                Template.UNKNOWN,
                Resources.NONE);
    }

    private static Taint taint(String key) {
        return new Taint(key, "", Effect.NO_SCHEDULE);
    }

    private static Proposal propose(Cluster cluster) {
        return propose(cluster, Policy.DEFAULT);
    }

    private static Proposal propose(Cluster cluster, Policy policy) {
        return answer(cluster, policy).details();
    }

    private static Answer<Past, Proposal> answer(Cluster cluster) {
        return answer(cluster, Policy.DEFAULT);
    }

    private static Answer<Past, Proposal> answer(Cluster cluster, Policy policy) {
        return Village.answer(cluster, policy);
    }

    private static Decision<Past> decide(Cluster cluster, Past past, Instant now) {
        return new Scaling()
                .decide(new Question<>(cluster, Policy.DEFAULT, past, List.of(), now, 0));
    }

    private static List<Step> steps(Answer<Past, Proposal> answer) {
        return answer.decision().plan().steps();
    }

    /// Why the last group by name would not take one more of the first pending pods afterwards.
    private static String verdict(Proposal proposal) {
        var pods = List.of(proposal.pending().getFirst().pods());
        var verdicts = GroupVerdicts.after(proposal).verdicts(pods);
        return why(verdicts.getFirst().lastEntry().getValue());
    }

    private static List<String> sentences(Proposal proposal) {
        return proposal.reasons().stream().map(Reason::sentence).toList();
    }

    private static List<String> warnings(Proposal proposal) {
        return proposal.warnings().stream().map(Reason::sentence).toList();
    }
}
