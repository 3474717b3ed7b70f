package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.EACH;
import static dev.plimsoll.sizing.OneGroup.MINUTE;
import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.effects;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.sentences;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step.EvictPods;
import dev.plimsoll.decision.Step.GiveUp;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Policy.Daemons;
import dev.plimsoll.sizing.Policy.Finish;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When a group grows, by how many nodes, and where they come from.
class SizingGrowingTest {

    /// The first three rows are the worked examples of escalator's docs/calculations.md: two nodes
    /// at 250%, from zero, and from zero with nothing known.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | template | cpu m | memory Mi | nodes then | rule
                        2 | yes      |  5000 |      1000 |          8 | above-threshold
                        0 | yes      |  1800 |         0 |          3 | from-zero
                        0 | no       |  1800 |         0 |          1 | template-unknown
                       10 | yes      |  7000 |         0 |         10 | within-thresholds
                       10 | yes      |  7001 |         0 |         11 | above-threshold
                       10 | yes      |  6999 |         0 |         10 | within-thresholds
                       10 | yes      |     0 |     28000 |         10 | within-thresholds
                       10 | yes      |     0 |     28001 |         11 | above-threshold
                       10 | yes      |  7001 |     42000 |         15 | above-threshold
                    """)
    void growsToTheFewestNodesBelowItsLine(
            int nodes, String template, long cpu, long memory, int then, String rule) {
        var group = new OneGroup().limits(0, 100).nodes(nodes, EACH);
        if (template.equals("yes")) {
            group.template(EACH);
        }
        group.pendingInSmallPods(cpu, memory);

        var decision = group.decide();

        assertThat(decision.plan())
                .isEqualTo(
                        then == nodes
                                ? Plan.nothing()
                                : Plan.of(new ResizeGroup("blue", nodes, then)));
        assertThat(codes(decision)).containsExactly(rule);
    }

    @Test
    void saysWhereAGroupStandsAndWhereItWillStand() {
        var decision = new OneGroup().nodes(2, EACH).waiting(10, shape(500, 100)).decide();

        assertThat(sentences(decision))
                .containsExactly(
                        "cpu utilisation of blue is 250% with 2 nodes, above 70%; 8 nodes bring it"
                                + " to 62.5%");
        assertThat(decision.reasons().getFirst().facts())
                .extracting(OneGroup::exact)
                .containsExactly(
                        "resource=cpu",
                        "nodes=2",
                        "wanted=8",
                        "threshold=70",
                        "cpuPercent=250",
                        "memoryPercent=12.5",
                        "cpuPercentAfter=62.5",
                        "memoryPercentAfter=3.125");
        assertThat(decision.wakeAt()).isEqualTo(NOW.plus(Duration.ofMinutes(2)));
    }

    @Test
    void saysSoIfNothingTellsWhatANewNodeOffers() {
        var starting = Node.of("new", EACH).withCreated(NOW).withReady(false);

        var fromZero = new OneGroup().limits(0, 10).waiting(1, shape(500, 0)).decide();
        var overFull = new OneGroup().node(starting).waiting(2, shape(500, 0)).decide();

        assertThat(sentences(fromZero))
                .containsExactly(
                        "blue needs more capacity, and the allocatable of a new node is unknown,"
                                + " so it grows by one node at a time");
        assertThat(overFull.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 1, 2)));
        assertThat(codes(overFull)).containsExactly("above-threshold");
    }

    /// The only node is starting, so the declared template tells what a new node offers.
    @Test
    void whatANewNodeOffersWithoutLimitIsNotUsedAtAll() {
        var decision =
                new OneGroup()
                        .template(Resources.NONE.with("memory", 4_000))
                        .node(Node.of("starting", EACH).withCreated(NOW).withReady(false))
                        .waiting(1, shape(800, 0))
                        .decide();

        assertThat(sentences(decision))
                .containsExactly(
                        "cpu utilisation of blue is 80% with 1 node, above 70%; 2 nodes bring it to"
                                + " 0%");
    }

    /// Where the source takes new nodes for average ones: 4000m + 2 × 1000m at 5600m, line 70.
    @Test
    void countsWhatUnequalNodesReallyOffer() {
        var decision =
                new OneGroup()
                        .template(EACH)
                        .node(size(4_000, 4_000))
                        .node(EACH)
                        .node(EACH)
                        .waiting(1, shape(3_600, 1))
                        .waiting(1, shape(2_000, 1))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 3, 5)));
        assertThat(codes(decision))
                .containsExactly("unequal-nodes", "above-threshold", "starved-cannot-fit");
    }

    @Test
    void leavesDaemonSetsTheirRoomOnOldAndNewNodes() {
        var daemon = shape(Owner.DAEMON_SET, size(200, 0));

        var decision =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, daemon))
                        .node(EACH, pods(1, daemon))
                        .waiting(10, shape(400, 100))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 8)));
    }

    @Test
    void growsForAnyResourceThatItsNodesOffer() {
        var gpu = "nvidia.com/gpu";
        var node = EACH.with(gpu, 4);
        var asking = shape(Owner.JOB, size(10, 10).with(gpu, 1));

        var decision = new OneGroup().template(node).nodes(1, node).waiting(6, asking).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 1, 3)));
        assertThat(sentences(decision))
                .containsExactly(
                        "nvidia.com/gpu utilisation of blue is 150% with 1 node, above 70%; 3 nodes"
                                + " bring it to 50%");
    }

    /// A slot or a scratch disk that is short does not make a group grow by its use.
    @Test
    void podSlotsAndEphemeralStorageDoNotCountForItsUse() {
        var node = EACH.with(Resources.PODS, 10).with(Resources.STORAGE, 1_000);
        var asks = size(10, 10).with(Resources.STORAGE, 100);

        var decision =
                new OneGroup()
                        .template(node)
                        .node(node, pods(9, shape(Owner.JOB, asks)))
                        .node(node, pods(9, shape(Owner.JOB, asks)))
                        .lines(0, 0, 7_000)
                        .decide();

        assertThat(sentences(decision))
                .containsExactly("cpu utilisation of blue is 9% with 2 nodes, not above 70%");
    }

    @Test
    void namesTheFirstByNameOfResourcesThatAreEquallyFull() {
        var decision =
                new OneGroup().nodes(2, size(1_000, 1_000)).waiting(1, shape(900, 900)).decide();

        assertThat(sentences(decision))
                .containsExactly("cpu utilisation of blue is 45% with 2 nodes, not above 70%");
    }

    @Test
    void countsNodesOnTheirWayAsCapacity() {
        var asked =
                new OneGroup().nodes(2, EACH).template(EACH).waiting(10, shape(500, 100)).decide();

        var next =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE))
                        .decide();

        assertThat(next.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(next))
                .containsExactly(
                        "blue grew recently; it orders no machines and drains no nodes for another"
                                + " 60 s");
        assertThat(next.remember().group().missing())
                .containsExactly(new Missing(6, NOW.plus(MINUTE)));
    }

    @Test
    void saysThatArrivingNodesTakePodsOnlyIfReadyNodesDoNot() {
        var fromZero = new OneGroup().limits(0, 9).template(EACH).owes(1).waiting(1, shape(500, 0));
        var tooFew = new OneGroup().template(EACH).nodes(1, EACH).owes(1).waiting(9, shape(100, 0));

        assertThat(sentences(fromZero.decide()))
                .containsExactly("arriving nodes of blue will take 1 pod: shop/pod-1");
        assertThat(sentences(tooFew.decide()))
                .containsExactly(
                        "cpu utilisation of blue is 45% with 2 nodes (1 arriving), not above 70%");
        assertThat(fromZero.decide().plan()).isEqualTo(Plan.nothing());
    }

    @Test
    void growsAgainWhileCoolingDownOnlyIfMoreIsAskedFor() {
        var asked =
                new OneGroup().nodes(2, EACH).template(EACH).waiting(10, shape(500, 100)).decide();

        var more =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .owes(6)
                        .waiting(12, shape(500, 100))
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE))
                        .decide();
        var lessCapacity =
                new OneGroup()
                        .nodes(1, EACH)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE))
                        .decide();

        assertThat(more.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 8, 9)));
        assertThat(lessCapacity.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(lessCapacity)).contains("cooling-down");
    }

    @Test
    void asksAgainAtOnceIfTheProviderRefused() {
        var first =
                new OneGroup().nodes(2, EACH).template(EACH).waiting(10, shape(500, 100)).decide();
        var ask = new ResizeGroup("blue", 2, 8);

        var second =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .waiting(10, shape(500, 100))
                        .remembers(first.remember())
                        .tells(new Outcome.Failed(ask, "no"))
                        .at(NOW.plusSeconds(10))
                        .decide();

        assertThat(second.plan()).isEqualTo(Plan.of(ask));
    }

    /// The process ended between the decision and what became of it.
    @Test
    void asksAgainAtOnceIfTheProviderWasNeverAsked() {
        var ask = new ResizeGroup("blue", 2, 8);
        var first =
                new OneGroup().nodes(2, EACH).template(EACH).waiting(10, shape(500, 100)).decide();

        var never =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .waiting(10, shape(500, 100))
                        .remembers(first.remember())
                        .tells(new Outcome.Unknown(ask))
                        .at(NOW.plusSeconds(10))
                        .decide();
        var asked =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(first.remember())
                        .tells(new Outcome.Unknown(ask))
                        .at(NOW.plusSeconds(10))
                        .decide();

        assertThat(never.plan()).isEqualTo(Plan.of(ask));
        assertThat(asked.plan()).isEqualTo(Plan.nothing());
        assertThat(asked.remember().coolDown()).isEqualTo(first.remember().coolDown());
    }

    /// The target is lowered, and no machine is ordered for 5 minutes, then for 10.
    @Test
    void givesUpMachinesThatDoNotComeAndBacksOff() {
        var late = missing(new Missing(6, NOW.minus(Duration.ofHours(1))));

        var decision =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(late)
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new GiveUp("blue", 8, 2)));
        assertThat(codes(decision)).containsExactly("give-up", "above-threshold", "not-delivered");
        var group = new OneGroup().nodes(2, EACH).template(EACH).waiting(10, shape(500, 100));
        var early = group.remembers(decision.remember()).at(NOW.plus(MINUTE.multipliedBy(4)));
        assertThat(early.decide().plan()).isEqualTo(Plan.nothing());
        var again = group.at(NOW.plus(MINUTE.multipliedBy(5))).decide();
        assertThat(again.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 8)));
        var later = NOW.plus(MINUTE.multipliedBy(20));
        var twice =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(remembersOrder(again.remember(), 6, NOW))
                        .at(later)
                        .decide();
        assertThat(twice.remember().group().timers().orders().until())
                .isEqualTo(later.plus(MINUTE.multipliedBy(10)));
    }

    private static Past remembersOrder(Past past, int machines, Instant since) {
        var group = past.group();
        return past.with(
                new GroupPast(
                        group.coolDown(),
                        group.timers(),
                        List.of(new Missing(machines, since)),
                        group.template(),
                        group.daemons(),
                        group.created()));
    }

    /// A machine that joined shows that the provider delivers again.
    @Test
    void forgetsLateMachinesWhenOneJoins() {
        var late = missing(new Missing(6, NOW.minus(Duration.ofHours(1))));
        var gaveUp =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(late)
                        .decide();
        var joined = Node.of("joined", EACH).withCreated(NOW.plusSeconds(30));

        var decision =
                new OneGroup()
                        .nodes(2, EACH)
                        .node(joined)
                        .template(EACH)
                        .waiting(10, shape(500, 100))
                        .remembers(gaveUp.remember())
                        .at(NOW.plus(MINUTE))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 3, 8)));
    }

    @Test
    void keepsWithinTheGroupsAndTheProvidersMaximum() {
        var group = new OneGroup().limits(1, 5).nodes(2, EACH).waiting(10, shape(500, 100));
        var provider = new OneGroup().provider(0, 4).nodes(2, EACH).waiting(10, shape(500, 100));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 5)));
        assertThat(codes(group.decide())).containsExactly("above-threshold", "max-nodes");
        assertThat(provider.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 4)));
        assertThat(codes(provider.decide()))
                .containsExactly("above-threshold", "provider-max-nodes");
    }

    @Test
    void growsToItsMinimum() {
        var decision = new OneGroup().limits(3, 10).nodes(1, EACH).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 1, 3)));
        assertThat(sentences(decision)).containsExactly("blue has 1 node, below its minimum of 3");
    }

    @Test
    void takesDrainingNodesBackNewestFirstBeforeItBuys() {
        var since = new NodeState.Draining(NOW.minus(MINUTE));

        var decision =
                new OneGroup()
                        .template(EACH)
                        .nodes(2, EACH)
                        .node("old", EACH, since)
                        .node("new", EACH, since)
                        .waiting(10, shape(500, 100))
                        .decide();

        assertThat(decision.plan())
                .isEqualTo(
                        Plan.of(
                                new UndrainNode("new"),
                                new UndrainNode("old"),
                                new ResizeGroup("blue", 4, 8)));
        assertThat(codes(decision)).containsExactly("above-threshold", "undrain");
    }

    /// In Escalator's own tests it buys 27 to 665 nodes for pods that none of them can hold.
    @Test
    void buysNothingForPodsThatNoNodeCanHold() {
        var decision =
                new OneGroup().nodes(2, size(3_000, 1_000)).waiting(10, shape(500, 2_000)).decide();

        assertThat(decision.plan().steps()).noneMatch(ResizeGroup.class::isInstance);
        assertThat(sentences(decision))
                .contains(
                        "not even an empty node of blue can hold shop/pod-1 and 9 like it, so its"
                                + " requests are not counted: insufficient memory: requests 1.9Gi,"
                                + " 1000Mi available");
    }

    @Test
    void growsIfAllThereIsToSeeIsACordonedNode() {
        var decision =
                new OneGroup()
                        .node("closed", EACH, new NodeState.Cordoned())
                        .limits(0, 10)
                        .waiting(1, shape(500, 0))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 1, 2)));
        assertThat(codes(decision)).containsExactly("from-zero");
    }

    @Test
    void buysNothingForPodsThatFindNoSlotBesideTheDaemonSets() {
        var node = EACH.with(Resources.PODS, 2);
        var daemon = shape(Owner.DAEMON_SET, size(10, 10));

        var decision =
                new OneGroup()
                        .template(node)
                        .node(node, pods(2, daemon))
                        .waiting(1, shape(100, 0))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).contains("cannot-hold");
    }

    @Test
    void buysNothingForPodsThatDoNotFitBesideTheDaemonSets() {
        var daemon = pods(1, shape(Owner.DAEMON_SET, size(200, 0)));
        for (var daemons : Daemons.values()) {
            var decision =
                    new OneGroup()
                            .daemons(daemons)
                            .template(EACH)
                            .node(EACH, daemon)
                            .waiting(10, shape(900, 0))
                            .decide();

            assertThat(decision.plan()).isEqualTo(Plan.nothing());
            assertThat(sentences(decision))
                    .contains(
                            "not even an empty node of blue can hold shop/pod-1 and 9 like it, so"
                                + " its requests are not counted: insufficient cpu: requests 900m,"
                                + " 800m available");
        }
    }

    @Test
    void letsJobsFinishOnDrainingNodesIfAskedTo() {
        var job = shape(Owner.JOB, size(800, 0));
        for (var finish : Finish.values()) {
            var decision =
                    new OneGroup()
                            .finish(finish)
                            .template(EACH)
                            .node(EACH, pods(1, shape(600, 0)))
                            .node("old", EACH, new NodeState.Draining(NOW), pods(1, job))
                            .decide();

            assertThat(codes(decision).contains("above-threshold"))
                    .isEqualTo(finish == Finish.NONE);
            assertThat(codes(decision).contains("within-thresholds"))
                    .isEqualTo(finish == Finish.JOBS);
        }
    }

    @Test
    void growthThatWaitsForTheCoolDownIsNoted() {
        var asked =
                new OneGroup().nodes(2, EACH).template(EACH).waiting(10, shape(500, 100)).decide();

        var decision =
                new OneGroup()
                        .nodes(1, EACH)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(effects(decision)).containsExactly("above-threshold NOTED", "cooling-down HELD");
    }

    @Test
    void countsTheNodesOverWhichThePercentageIsComputed() {
        var stuck = Node.of("stuck", EACH).withReady(false);

        var decision =
                new OneGroup()
                        .template(EACH)
                        .nodes(2, EACH)
                        .node(stuck)
                        .waiting(18, shape(100, 0))
                        .decide();

        assertThat(sentences(decision))
                .containsExactly(
                        "cpu utilisation of blue is 90% with 2 nodes, above 70%; 3 nodes bring it"
                                + " to 60%");
        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 3, 4)));
    }

    @Test
    void tellsArrivingNodesFromExistingOnes() {
        var within =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, shape(500, 0)))
                        .owes(9)
                        .lines(0, 0, 7_000)
                        .decide();
        var belowMin = new OneGroup().limits(4, 9).template(EACH).nodes(1, EACH).owes(2).decide();
        var aboveMax = new OneGroup().limits(0, 2).template(EACH).nodes(1, EACH).owes(3).decide();

        assertThat(sentences(within))
                .containsExactly(
                        "cpu utilisation of blue is 5% with 10 nodes (9 arriving), not above"
                                + " 70%");
        assertThat(sentences(belowMin))
                .containsExactly("blue has 3 nodes (2 arriving), below its minimum of 4");
        assertThat(sentences(aboveMax))
                .startsWith(
                        "blue has 4 nodes (3 arriving), above its maximum of 2; it shrinks"
                                + " to 2");
    }

    @Test
    void namesOnlyMachinesThatAreLateAsNotDelivered() {
        var late = missing(new Missing(2, NOW.minus(Duration.ofHours(1))), new Missing(1, NOW));

        var decision =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .owes(3)
                        .waiting(5, shape(500, 100))
                        .remembers(late)
                        .decide();

        assertThat(sentences(decision))
                .contains("blue cancels 2 machines that the provider did not deliver in 15 min");
    }

    @Test
    void removesNodesThatAreMarkedForForcedRemovalWhenTheyAreEmpty() {
        var busy =
                new OneGroup()
                        .node(EACH)
                        .node("forced", EACH, new NodeState.Forced(), pods(1, shape(500, 0)))
                        .decide();
        var empty =
                new OneGroup()
                        .node(EACH, pods(1, shape(500, 0)))
                        .node("forced", EACH, new NodeState.Forced())
                        .decide();

        assertThat(busy.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(busy))
                .containsExactly(
                        "1 node of blue is marked for forced removal: forced",
                        "cpu utilisation of blue is 50% with 1 node, not above 70%");
        assertThat(effects(busy)).containsExactly("forced-nodes NOTED", "within-thresholds HELD");
        assertThat(empty.plan()).isEqualTo(Plan.of(new RemoveNode("forced", "blue", 1)));
    }

    /// The grace periods count from the first turn that saw the mark.
    @Test
    void emptiesNodesThatAreMarkedForForcedRemoval() {
        var first = forced(NOW, Past.NONE);
        var hard = forced(NOW.plus(Duration.ofMinutes(10)), first.remember());
        var killed = forced(NOW.plus(Duration.ofMinutes(20)), hard.remember());

        assertThat(first.plan()).isEqualTo(Plan.nothing());
        assertThat(first.wakeAt()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
        assertThat(hard.plan()).isEqualTo(Plan.of(new EvictPods("forced", 1)));
        assertThat(sentences(hard))
                .contains("1 pod is evicted from forced after 10 min of draining");
        assertThat(killed.plan()).isEqualTo(Plan.of(new RemoveNode("forced", "blue", 1)));
    }

    private static Decision<Past> forced(Instant now, Past past) {
        return new OneGroup()
                .at(now)
                .remembers(past)
                .node(EACH)
                .node("forced", EACH, new NodeState.Forced(), pods(1, shape(500, 0)))
                .decide();
    }

    /// The pods of nodes that go are demand for new nodes now.
    @Test
    void growsForPodsOnNodesThatLeaveByThemselves() {
        var large = pods(1, shape(900, 0));
        for (var state : List.of(new NodeState.Leaving("spot"), new NodeState.Forced())) {
            var decision =
                    new OneGroup()
                            .template(EACH)
                            .node(EACH, pods(1, shape(300, 0)))
                            .node("going", EACH, state, large)
                            .lines(0, 0, 20_000)
                            .decide();

            assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 3)));
        }
    }

    @Test
    void leavesGroupsAloneThatArePausedOrUpgraded() {
        var seen = new OneGroup().nodes(2, EACH).waiting(10, shape(500, 100)).seen();
        for (var condition : List.of(Group.Condition.PAUSED, Group.Condition.UPGRADING)) {
            var group = seen.group();
            var paused =
                    new Group(
                            group.name(),
                            group.labels(),
                            group.target(),
                            group.provider(),
                            group.variants(),
                            group.spread(),
                            group.failed(),
                            condition);

            var decision =
                    new Sizing()
                            .decide(
                                    new Question<>(
                                            new Seen(
                                                    paused,
                                                    seen.nodes(),
                                                    seen.pending(),
                                                    seen.others()),
                                            Policy.defaults(Policy.Reading.PLIMSOLL),
                                            Past.NONE,
                                            List.of(),
                                            NOW,
                                            0));

            assertThat(decision.plan()).isEqualTo(Plan.nothing());
            assertThat(codes(decision)).containsExactly("group-not-in-service");
        }
    }

    /// The group has 2 nodes and wants 8.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    most in cluster | elsewhere | then | rules
                    9               | 0         | 8    | above-threshold
                    8               | 0         | 8    | above-threshold
                    7               | 0         | 7    | above-threshold cluster-full
                    3               | 0         | 3    | above-threshold cluster-full
                    2               | 0         | 2    | above-threshold cluster-full
                    1               | 0         | 2    | above-threshold cluster-full
                    0               | 0         | 2    | above-threshold cluster-full
                    12              | 3         | 8    | above-threshold
                    11              | 3         | 8    | above-threshold
                    10              | 3         | 7    | above-threshold cluster-full
                    5               | 3         | 2    | above-threshold cluster-full
                    """)
    void growsNoFurtherThanTheMaximumOfTheCluster(int most, int elsewhere, int then, String rules) {
        var decision =
                new OneGroup()
                        .nodes(2, EACH)
                        .waiting(10, shape(500, 100))
                        .elsewhere(elsewhere)
                        .mostInCluster(most)
                        .decide();

        assertThat(decision.plan())
                .isEqualTo(then == 2 ? Plan.nothing() : Plan.of(new ResizeGroup("blue", 2, then)));
        assertThat(codes(decision)).containsExactly(rules.split(" ", -1));
    }

    @Test
    void saysThatTheClusterIsFull() {
        var decision =
                new OneGroup()
                        .nodes(2, EACH)
                        .waiting(10, shape(500, 100))
                        .elsewhere(3)
                        .mostInCluster(5)
                        .decide();

        assertThat(sentences(decision))
                .contains(
                        "blue does not grow further: the cluster has 5 nodes, and its maximum is"
                                + " 5");
    }

    /// Machines that are ordered count, whether they have joined or not.
    @Test
    void machinesThatWereOrderedCountTowardsTheMaximumOfTheCluster() {
        var decision =
                new OneGroup()
                        .nodes(2, EACH)
                        .owes(3)
                        .waiting(10, shape(500, 100))
                        .mostInCluster(6)
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 5, 6)));
        assertThat(codes(decision)).contains("cluster-full");
    }

    @Test
    void theRoomOfANodeIsWithoutThePodsThatBelongToIt() {
        for (var owner : List.of(Owner.DAEMON_SET, Owner.NODE)) {
            var decision =
                    new OneGroup()
                            .node(EACH, pods(1, shape(owner, size(200, 0))), pods(1, shape(600, 0)))
                            .decide();

            assertThat(sentences(decision))
                    .containsExactly(
                            "cpu utilisation of blue is 75% with 1 node, above 70%; 2 nodes bring"
                                    + " it to 37.5%");
        }
    }

    private static Past missing(Missing... orders) {
        return Past.NONE.with(
                new GroupPast(CoolDown.OVER, List.of(orders), Template.UNKNOWN, Resources.NONE));
    }
}
