package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.EvictPods;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.groups.Missing;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.sizing.Policy.Daemons;
import dev.plimsoll.sizing.Policy.Finish;
import dev.plimsoll.sizing.Policy.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizingTest {

    private static final Resources EACH = size(1_000, 4_000);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /// The first three rows are the worked examples of escalator's docs/calculations.md: two nodes
    /// at 250%, from zero, and from zero with nothing known.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | template | cpu m | memory Mi | nodes then | rule
                        2 | yes      |  5000 |      1000 |          8 | too-full
                        0 | yes      |  1800 |         0 |          3 | from-zero
                        0 | no       |  1800 |         0 |          1 | no-template
                       10 | yes      |  7000 |         0 |         10 | fits
                       10 | yes      |  7001 |         0 |         11 | too-full
                       10 | yes      |  6999 |         0 |         10 | fits
                       10 | yes      |     0 |     28000 |         10 | fits
                       10 | yes      |     0 |     28001 |         11 | too-full
                       10 | yes      |  7001 |     42000 |         15 | too-full
                    """)
    void growsToTheFewestNodesBelowItsLine(
            int nodes, String template, long cpu, long memory, int then, String rule) {
        var group = new OneGroup().limits(0, 100).nodes(nodes, EACH);
        if (template.equals("yes")) {
            group.template(EACH);
        }
        pour(group, cpu, memory);

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
                .containsExactly("blue is at 250% of its cpu with 2 nodes; 8 bring it to 62.5%");
        assertThat(decision.reasons().getFirst().facts())
                .extracting(OneGroup::exact)
                .containsExactly(
                        "resource=cpu",
                        "nodes=2",
                        "wanted=8",
                        "cpuPercent=250",
                        "memoryPercent=12.5",
                        "cpuPercentAfter=62.5",
                        "memoryPercentAfter=3.125");
        assertThat(decision.wakeAt()).isEqualTo(NOW.plus(Duration.ofMinutes(2)));
    }

    @Test
    void saysSoIfNobodyKnowsWhatANewNodeOffers() {
        var starting =
                new Node(
                        "new",
                        NOW,
                        Labels.NONE,
                        List.of(),
                        EACH,
                        new NodeState.Active(),
                        false,
                        false,
                        List.of());

        var fromZero = new OneGroup().limits(0, 10).waiting(1, shape(500, 0)).decide();
        var overFull = new OneGroup().node(starting).waiting(2, shape(500, 0)).decide();

        assertThat(sentences(fromZero))
                .containsExactly(
                        "blue is too full with 0 nodes, and nobody knows what a new one offers: one"
                                + " more to see");
        assertThat(overFull.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 1, 2)));
        assertThat(codes(overFull)).containsExactly("no-template");
    }

    @Test
    void whatANewNodeOffersWithoutLimitIsNotUsedAtAll() {
        var decision =
                new OneGroup()
                        .template(Resources.NONE.with("memory", 4_000))
                        .nodes(1, size(1_000, 0).with("memory", 4_000))
                        .waiting(1, shape(800, 0))
                        .decide();

        assertThat(sentences(decision))
                .containsExactly("blue is at 80% of its cpu with 1 node; 2 bring it to 0%");
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
        assertThat(codes(decision)).containsExactly("unequal-nodes", "too-full");
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
                        "blue is at 150% of its nvidia.com/gpu with 1 node; 3 bring it to 50%");
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

        assertThat(sentences(decision)).containsExactly("blue fits its 2 nodes, at 9% of its cpu");
    }

    @Test
    void namesTheFirstByNameOfResourcesThatAreEquallyFull() {
        var decision =
                new OneGroup().nodes(2, size(1_000, 1_000)).waiting(1, shape(900, 900)).decide();

        assertThat(sentences(decision)).containsExactly("blue fits its 2 nodes, at 45% of its cpu");
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
        assertThat(sentences(next)).containsExactly("blue grew and is left alone for 60 s more");
        assertThat(next.remember().missing()).containsExactly(new Missing(6, NOW.plus(MINUTE)));
    }

    @Test
    void saysThatPodsWaitForNodesOnTheirWay() {
        var fromZero = new OneGroup().limits(0, 9).template(EACH).owes(1).waiting(1, shape(500, 0));
        var tooFew = new OneGroup().template(EACH).nodes(1, EACH).owes(1).waiting(9, shape(100, 0));

        assertThat(sentences(fromZero.decide()))
                .containsExactly("pods of blue wait for nodes that are on their way: shop/pod-1");
        assertThat(sentences(tooFew.decide()))
                .containsExactly(
                        "pods of blue wait for nodes that are on their way: shop/pod-1 and 8 like"
                                + " it");
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

    @Test
    void anAskThatIsRefusedIsNoTryOfItsPodAndKeepsTheBackOffOfOthers() {
        var first = starving(shape(900, 0), "pod-1", 1, NOW.plus(MINUTE.multipliedBy(5)));
        var second = starving(shape(900, 0), "pod-1", 2, NOW.plus(MINUTE.multipliedBy(10)));
        var other = starving(shape(901, 0), "pod-2", 2, NOW.plus(MINUTE.multipliedBy(4)));
        var ask = new Outcome.Failed(new ResizeGroup("blue", 1, 2), "no");
        var callOff = new Outcome.Failed(new ResizeGroup("blue", 1, 0), "no");

        assertThat(starvingAfter(ask, first, other)).containsExactly(other);
        assertThat(starvingAfter(ask, second, other))
                .containsExactlyInAnyOrder(
                        starving(shape(900, 0), "pod-1", 1, Instant.EPOCH), other);
        assertThat(starvingAfter(callOff, first, other)).containsExactlyInAnyOrder(first, other);
    }

    /// What is remembered by a group whose pods cannot be fed for want of room.
    private static List<Past.Starving> starvingAfter(Outcome last, Past.Starving... starving) {
        var coolDown = new Past.CoolDown(NOW.plus(Duration.ofMinutes(2)), Resources.NONE);
        return new OneGroup()
                .limits(0, 1)
                .template(EACH)
                .node(EACH, pods(1, shape(600, 0)))
                .waiting(1, shape(900, 0))
                .waiting(1, shape(901, 0))
                .remembers(
                        new Past(
                                coolDown,
                                List.of(),
                                Past.NONE.template(),
                                Resources.NONE,
                                List.of(starving)))
                .tells(last)
                .at(NOW.plusSeconds(10))
                .decide()
                .remember()
                .starving();
    }

    @Test
    void doesNotAskForTheSameNodesAgainWhenTheyDoNotCome() {
        var late =
                new Past(
                        Past.CoolDown.OVER,
                        List.of(new Missing(6, NOW.minus(Duration.ofHours(1)))),
                        Past.NONE.template(),
                        Resources.NONE,
                        List.of());

        var decision =
                new OneGroup()
                        .nodes(2, EACH)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(late)
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).containsExactly("too-full", "not-delivered");
    }

    @Test
    void keepsWithinTheGroupsAndTheProvidersMaximum() {
        var group = new OneGroup().limits(1, 5).nodes(2, EACH).waiting(10, shape(500, 100));
        var provider = new OneGroup().provider(0, 4).nodes(2, EACH).waiting(10, shape(500, 100));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 5)));
        assertThat(codes(group.decide())).containsExactly("too-full", "at-most");
        assertThat(provider.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 4)));
        assertThat(codes(provider.decide())).containsExactly("too-full", "provider-at-most");
    }

    @Test
    void growsToItsMinimum() {
        var decision = new OneGroup().limits(3, 10).nodes(1, EACH).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 1, 3)));
        assertThat(sentences(decision))
                .containsExactly("blue has 1 node, less than its minimum; it grows to 3");
    }

    @Test
    void drainsWhatIsAboveItsMaximumEvenWhenFull() {
        var full = new OneGroup().limits(0, 2).nodes(3, EACH).waiting(6, shape(500, 0)).decide();
        var fits = new OneGroup().limits(0, 2).nodes(3, EACH).waiting(4, shape(500, 0)).decide();

        assertThat(full.plan()).isEqualTo(Plan.of(new DrainNode("n1")));
        assertThat(fits.plan()).isEqualTo(Plan.of(new DrainNode("n1")));
        assertThat(sentences(full))
                .containsExactly("blue has 3 nodes, more than its maximum; it drains down to 2");
    }

    @Test
    void callsOffWhatWouldComeAboveItsMaximum() {
        var decision =
                new OneGroup()
                        .limits(0, 3)
                        .template(EACH)
                        .nodes(2, EACH)
                        .owes(3)
                        .waiting(6, shape(500, 0))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 5, 3)));
        assertThat(codes(decision)).containsExactly("above-max", "not-needed");
    }

    @Test
    void drainsNothingAboveItsMaximumThatIsMarkedNotToBeDeleted() {
        var group = new OneGroup().limits(0, 1);
        for (var name : List.of("a", "b", "c")) {
            group.node(
                    new Node(
                            name,
                            Instant.EPOCH,
                            Labels.NONE,
                            List.of(),
                            EACH,
                            new NodeState.Active(),
                            !name.equals("a"),
                            !name.equals("c"),
                            List.of()));
        }

        var decision = group.decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("c")));
        assertThat(sentences(decision))
                .containsExactly("blue has 3 nodes, more than its maximum; it drains down to 2");
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
        assertThat(codes(decision)).containsExactly("too-full", "undrained");
    }

    /// Lines 10, 40 and 70 percent of ten nodes, for each resource from both sides.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    cpu m | memory Mi | drained | rule
                     4000 |         0 |       0 | fits
                     3999 |         0 |       2 | half-empty
                     4001 |         0 |       0 | fits
                        0 |     16000 |       0 | fits
                        0 |     15999 |       2 | half-empty
                     1000 |         0 |       2 | half-empty
                      999 |         0 |       5 | nearly-empty
                      999 |      4000 |       2 | half-empty
                      999 |      3999 |       5 | nearly-empty
                        0 |         0 |       5 | nearly-empty
                    """)
    void drainsSlowlyBelowOneLineAndFastBelowTheOther(
            long cpu, long memory, int drained, String rule) {
        var group = new OneGroup().nodes(10, EACH);
        pour(group, cpu, memory);

        var decision = group.decide();

        assertThat(decision.plan().steps()).hasSize(drained).allMatch(DrainNode.class::isInstance);
        assertThat(codes(decision)).containsExactly(rule);
    }

    /// At 39% of four nodes the source drains two, and is at 78%.
    @Test
    void drainsOnlySoManyThatTheOthersStayBelowTheLineAtWhichItGrows() {
        var decision = new OneGroup().nodes(4, EACH).waiting(12, shape(130, 0)).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("n1")));
        assertThat(sentences(decision))
                .containsExactly(
                        "without n2, n3, n4, blue would be above the line at which it grows (3"
                                + " nodes tried)",
                        "blue has room to spare, at 39% of its cpu with 4 nodes; it drains to 3:"
                                + " n1");
    }

    @Test
    void keepsTheOneNodeWhoseMemoryHasNoLimit() {
        var decision =
                new OneGroup()
                        .node(Resources.NONE.with("cpu", 1_000))
                        .node(EACH, pods(1, shape(0, 3_900)))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("n2")));
    }

    @Test
    void passesOverNodesWhosePodsFindNoPlace() {
        var large = shape(700, 0);
        var small = shape(100, 0);

        var decision =
                new OneGroup()
                        .node(EACH, pods(1, large))
                        .node(EACH, pods(4, small))
                        .node(EACH, pods(1, shape(0, 10)))
                        .node(EACH)
                        .lines(0, 4_000, 10_000)
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("n1"), new DrainNode("n2")));

        var full =
                new OneGroup()
                        .node(EACH, pods(1, large))
                        .node(EACH, pods(1, shape(400, 0)))
                        .node(EACH, pods(1, shape(0, 10)), pods(1, shape(90, 3_900)))
                        .lines(0, 9_000, 20_000)
                        .decide();

        assertThat(codes(full)).contains("no-place");
    }

    @Test
    void keepsRoomForThePodsOfNodesThatDrainAlready() {
        var group =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(EACH, pods(1, shape(150, 0)))
                        .node(EACH, pods(1, shape(700, 0)))
                        .node(EACH, pods(1, shape(700, 0)));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new DrainNode("n1")));

        group.node("old", EACH, new NodeState.Draining(NOW), pods(2, shape(200, 0)));
        assertThat(group.decide().plan()).isEqualTo(Plan.nothing());
        assertThat(codes(group.decide())).containsExactly("no-place", "still-draining");
    }

    @Test
    void drainsNoMoreWhileAPodOfADrainingNodeFindsNoPlace() {
        var decision =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(EACH, pods(1, shape(300, 0)))
                        .node(EACH, pods(1, shape(300, 0)))
                        .node(EACH, pods(1, shape(300, 0)))
                        .node("old", EACH, new NodeState.Draining(NOW), pods(1, shape(800, 0)))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(decision))
                .contains("old of blue cannot be drained: shop/pod finds no place elsewhere");
    }

    /// What moved is taken back, and the node takes pods again, if one of its pods stays.
    @Test
    void aNodeThatCannotGoKeepsItsPodsAndItsRoom() {
        var pinned = pinned("n1", size(50, 0));
        var itsPods =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(named("n1", pods(1, shape(590, 0)), pods(1, pinned)))
                        .node(named("n2", pods(1, pinned("n2", size(400, 0)))))
                        .node(EACH, pods(1, shape(395, 0)));
        var itsRoom =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(named("n1", pods(1, shape(300, 0)), pods(1, pinned)))
                        .node(EACH, pods(1, shape(600, 0)))
                        .node(EACH, pods(1, shape(500, 0)));

        assertThat(itsPods.decide().plan()).isEqualTo(Plan.of(new DrainNode("n3")));
        assertThat(itsRoom.decide().plan()).isEqualTo(Plan.of(new DrainNode("n2")));
    }

    @Test
    void keepsRoomForPodsThatWait() {
        var group =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(EACH, pods(1, shape(300, 0)))
                        .node(EACH, pods(1, shape(600, 0)))
                        .node(EACH, pods(1, shape(800, 0)));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new DrainNode("n1")));

        group.waiting(1, shape(300, 0));
        assertThat(group.decide().plan()).isEqualTo(Plan.nothing());
    }

    @Test
    void movesTheLargestPodsFirst() {
        var decision =
                new OneGroup()
                        .lines(0, 9_000, 10_000)
                        .node(
                                EACH,
                                pods(1, shape(400, 0)),
                                pods(1, shape(230, 0)),
                                pods(1, shape(200, 0)))
                        .node(EACH, pods(1, shape(600, 0)))
                        .node(EACH, pods(1, shape(570, 0)))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("n1")));
    }

    @Test
    void buysNothingForAPodThatIsPinnedToANode() {
        var decision =
                new OneGroup()
                        .node(named("n1", pods(1, shape(500, 0))))
                        .waiting(1, pinned("n1", size(600, 0)))
                        .lines(0, 0, 20_000)
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).containsExactly("starved-too-large", "fits");
    }

    private static Node named(String name, Pods... pods) {
        return new Node(
                name,
                NOW.minus(Duration.ofDays(2)),
                Labels.of("kubernetes.io/hostname", name),
                List.of(),
                EACH,
                new NodeState.Active(),
                true,
                false,
                List.of(pods));
    }

    private static Shape pinned(String node, Resources requests) {
        var selector = Labels.of("kubernetes.io/hostname", node);
        return new Shape(
                "shop",
                Labels.NONE,
                requests,
                new Placement(selector, new Affinity.Anywhere(), List.of()),
                Owner.REPLICA_SET,
                0);
    }

    @Test
    void neverDrainsBelowItsMinimumOrTheProviders() {
        var group = new OneGroup().limits(4, 10).nodes(5, EACH).decide();
        var provider = new OneGroup().limits(0, 10).provider(4, 10).nodes(5, EACH).decide();

        assertThat(group.plan()).isEqualTo(Plan.of(new DrainNode("n1")));
        assertThat(codes(group)).containsExactly("at-least", "nearly-empty");
        assertThat(provider.plan()).isEqualTo(Plan.of(new DrainNode("n1")));
        assertThat(codes(provider)).containsExactly("provider-at-least", "nearly-empty");
    }

    @Test
    void drainsNoMoreThanTheProviderLetsGoOnceThoseThatDrainAreGone() {
        var decision =
                new OneGroup()
                        .limits(0, 10)
                        .rates(2, 2)
                        .provider(3, 10)
                        .nodes(4, EACH)
                        .node("old", EACH, new NodeState.Draining(NOW))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode("n1")));
        assertThat(codes(decision))
                .containsExactly("provider-at-least", "nearly-empty", "still-draining");
    }

    @Test
    void drainsInTheOrderTheOperatorChose() {
        var one = shape(100, 0);
        for (var order : Order.values()) {
            var decision =
                    new OneGroup()
                            .order(order)
                            .rates(1, 1)
                            .node(EACH, pods(1, shape(110, 0)), pods(1, one))
                            .node(EACH, pods(1, shape(200, 0)))
                            .node(EACH, pods(2, shape(90, 0)))
                            .decide();

            var first =
                    switch (order) {
                        case OLDEST -> "n1";
                        case EMPTIEST -> "n3";
                        case CHEAPEST_TO_MOVE -> "n2";
                    };
            assertThat(decision.plan()).isEqualTo(Plan.of(new DrainNode(first)));
        }
    }

    @Test
    void callsOffWhatDidNotComeYetBeforeItDrains() {
        var decision = new OneGroup().nodes(5, EACH).owes(3).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 8, 5)));
        assertThat(codes(decision)).containsExactly("not-needed");
    }

    @Test
    void callsOffAndRemovesInOneTurn() {
        var drained = new NodeState.Draining(NOW.minus(MINUTE));

        var decision = new OneGroup().nodes(5, EACH).owes(3).node("old", EACH, drained).decide();

        assertThat(decision.plan())
                .isEqualTo(
                        Plan.of(new ResizeGroup("blue", 9, 6), new RemoveNode("old", "blue", 5)));
    }

    /// A step names the fewest machines that are left if the ask before it fails.
    @Test
    void removesWhetherOrNotItsAskIsTaken() {
        var sick =
                new Node(
                        "sick",
                        Instant.EPOCH,
                        Labels.NONE,
                        List.of(),
                        EACH,
                        new NodeState.Draining(NOW.minus(MINUTE)),
                        false,
                        false,
                        List.of());

        var decision =
                new OneGroup()
                        .template(EACH)
                        .nodes(2, EACH)
                        .node(sick)
                        .waiting(10, shape(500, 100))
                        .decide();

        assertThat(decision.plan())
                .isEqualTo(
                        Plan.of(new ResizeGroup("blue", 3, 9), new RemoveNode("sick", "blue", 2)));
    }

    @Test
    void doesNotCallOffWhatAStarvedPodWaitsFor() {
        var busy = pods(1, shape(200, 0));
        var decision =
                new OneGroup()
                        .template(EACH)
                        .nodes(0, EACH)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .owes(1)
                        .waiting(1, shape(900, 0))
                        .lines(1_000, 6_000, 7_000)
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(decision))
                .containsExactly("pods of blue wait for nodes that are on their way: shop/pod-1");
    }

    /// Escalator's own tests of scale on starve.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    bound a node | each | waiting | max | starve | nodes then
                              10 |   50 |     550 |  10 | true   | 6
                              10 |   50 |     550 |  10 | false  | 5
                              10 |   50 |     550 |   5 | true   | 5
                               2 |   50 |     950 |  10 | true   | 6
                              10 |   80 |     550 |  10 | true   | 7
                    """)
    void growsForAPodThatFitsNoNode(
            int bound, long each, long waiting, int max, boolean starve, int then) {
        var node = size(1_000, 1_000);
        var group = new OneGroup().limits(2, max).starve(starve).template(node);
        for (int i = 0; i < 5; i++) {
            group.node(node, pods(bound, shape(each, each)));
        }

        var decision = group.waiting(1, shape(waiting, waiting)).decide();

        assertThat(decision.plan())
                .isEqualTo(then == 5 ? Plan.nothing() : Plan.of(new ResizeGroup("blue", 5, then)));
    }

    @Test
    void backsOffFromAPodThatStillFitsNoNodeAfterItGotOne() {
        var node = size(1_000, 1_000);
        var busy = pods(1, shape(300, 0));
        var first =
                new OneGroup()
                        .template(node)
                        .node(node, busy)
                        .node(node, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 0, 10_000)
                        .decide();

        var second =
                new OneGroup()
                        .template(node)
                        .node(node, busy)
                        .node(node, busy)
                        .node(node, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 0, 10_000)
                        .remembers(first.remember())
                        .at(NOW.plus(MINUTE.multipliedBy(4)))
                        .decide();
        var third =
                new OneGroup()
                        .template(node)
                        .node(node, busy)
                        .node(node, busy)
                        .node(node, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 0, 10_000)
                        .remembers(second.remember())
                        .at(NOW.plus(MINUTE.multipliedBy(5)))
                        .decide();

        assertThat(first.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 3)));
        assertThat(second.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(second))
                .contains(
                        "no node of blue has room for shop/pod-1, even after 1 more; the next"
                                + " in 60 s");
        assertThat(second.wakeAt()).isEqualTo(NOW.plus(MINUTE.multipliedBy(5)));
        assertThat(third.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 3, 4)));
        assertThat(third.remember().starving().getFirst().until())
                .isEqualTo(NOW.plus(MINUTE.multipliedBy(15)));
    }

    @Test
    void aPodThatANodeOnItsWayTakesDoesNotStarve() {
        var starting =
                new Node(
                        "new",
                        NOW,
                        Labels.NONE,
                        List.of(
                                new Taint(
                                        "node.kubernetes.io/not-ready",
                                        "",
                                        Taint.Effect.NO_SCHEDULE)),
                        EACH,
                        new NodeState.Active(),
                        false,
                        false,
                        List.of());

        var decision =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, shape(300, 0)))
                        .node(starting)
                        .waiting(1, shape(800, 0))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).containsExactly("on-the-way");
        assertThat(decision.wakeAt()).isEqualTo(NOW.plus(Duration.ofMinutes(15)));
    }

    /// Where pods of one shape come in a stream, each new one may ask.
    @Test
    void asksAgainAtOnceForAnotherPodOfTheShape() {
        var big = shape(800, 0);
        var asked =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, big))
                        .waiting(1, big)
                        .lines(0, 0, 50_000)
                        .decide();

        var next =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, pods(1, big))
                        .node(EACH, pods(1, big))
                        .waiting(new Pods(big, 1, "pod-2"))
                        .lines(0, 0, 50_000)
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE.multipliedBy(3)))
                        .decide();

        assertThat(next.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 3)));
    }

    /// Of a crowd of one shape, whichever the scheduler takes first may have used the node.
    @Test
    void asksAgainAtOnceIfTheNodeOfOneOfACrowdWasUsed() {
        var node = size(1_000, 1_000);
        var big = shape(800, 0);
        var asked =
                new OneGroup()
                        .template(node)
                        .node(node, pods(1, big))
                        .waiting(3, big)
                        .lines(0, 0, 50_000)
                        .decide();
        var unused = new OneGroup().template(node).node(node, pods(1, big)).node(size(1, 1));
        var used = new OneGroup().template(node).node(node, pods(1, big)).node(node, pods(1, big));

        for (var group : List.of(unused, used)) {
            int left = group == used ? 2 : 3;
            var next =
                    group.waiting(left, big)
                            .lines(0, 0, 50_000)
                            .remembers(asked.remember())
                            .at(NOW.plus(MINUTE.multipliedBy(3)))
                            .decide();

            assertThat(next.plan())
                    .isEqualTo(
                            group == used
                                    ? Plan.of(new ResizeGroup("blue", 2, 3))
                                    : Plan.nothing());
        }
    }

    @Test
    void drainsNothingWhileAPodBacksOff() {
        var busy = pods(1, shape(300, 0));
        var asked =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 6_000, 10_000)
                        .decide();

        var backsOff =
                new OneGroup()
                        .template(EACH)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .node(EACH, busy)
                        .waiting(1, shape(800, 0))
                        .lines(0, 6_000, 10_000)
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE.multipliedBy(3)))
                        .decide();

        assertThat(backsOff.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(backsOff)).containsExactly("starved-waits");
    }

    /// In Escalator's own tests it buys 27 to 665 nodes for pods that none of them can hold.
    @Test
    void buysNothingForPodsThatNoNodeCanHold() {
        var decision =
                new OneGroup().nodes(2, size(3_000, 1_000)).waiting(10, shape(500, 2_000)).decide();

        assertThat(decision.plan().steps()).noneMatch(ResizeGroup.class::isInstance);
        assertThat(sentences(decision))
                .contains(
                        "no node of blue can hold shop/pod-1 and 9 like it, not even an empty one,"
                                + " so it does not count: insufficient memory: requests 1.9Gi,"
                                + " 1000Mi available");
    }

    /// A node that starts or drains carries taints that it will lose.
    @Test
    void takesBackADrainingNodeForPodsThatNoNewOneCanHold() {
        var tainted =
                new Node(
                        "large",
                        NOW,
                        Labels.NONE,
                        List.of(new Taint(Node.DRAINING_TAINT, "0", Taint.Effect.NO_SCHEDULE)),
                        size(4_000, 4_000),
                        new NodeState.Draining(NOW),
                        true,
                        false,
                        List.of());

        var decision =
                new OneGroup()
                        .template(EACH)
                        .node(EACH)
                        .node(tainted)
                        .waiting(1, shape(2_000, 0))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new UndrainNode("large")));
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
        assertThat(codes(decision)).containsExactly("no-template");
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
                            "no node of blue can hold shop/pod-1 and 9 like it, not even an empty"
                                    + " one, so it does not count: insufficient cpu: requests"
                                    + " 900m, 800m available");
        }
    }

    @Test
    void growsFromZeroForPodsThatAskForNothing() {
        var decision = new OneGroup().limits(0, 10).template(EACH).waiting(3, shape(0, 0)).decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 0, 1)));
        assertThat(codes(decision)).containsExactly("no-requests", "starved");
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

            assertThat(codes(decision).contains("too-full")).isEqualTo(finish == Finish.NONE);
            assertThat(sentences(decision).contains("blue fits its 1 node, at 60% of its cpu"))
                    .isEqualTo(finish == Finish.JOBS);
        }
    }

    /// Soft grace 1 min, hard grace 10 min, then 10 min to be killed.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    drains for s | pods | step   | rule           | looks again after s
                              59 |    0 |        | still-draining |  1
                              60 |    0 | remove | drained        |
                              60 |    2 |        | still-draining | 540
                             599 |    2 |        | still-draining |  1
                             600 |    2 | evict  | evicted        | 600
                            1199 |    2 | evict  | evicted        |  1
                            1200 |    2 | remove | overdue        |
                    """)
    void removesADrainingNodeWhenItIsEmptyAndLaterAllTheSame(
            long seconds, int pods, String step, String rule, Long again) {
        var draining = new NodeState.Draining(NOW.minusSeconds(seconds));
        var busy = pods(1, shape(500, 0));
        var group = new OneGroup().node(EACH, busy).node(EACH, busy);
        if (pods == 0) {
            group.node("old", EACH, draining, pods(1, shape(Owner.DAEMON_SET, size(10, 0))));
        } else {
            group.node("old", EACH, draining, pods(pods, shape(1, 0)));
        }

        var decision = group.decide();

        assertThat(decision.plan())
                .isEqualTo(
                        switch (step == null ? "" : step) {
                            case "remove" -> Plan.of(new RemoveNode("old", "blue", 2));
                            case "evict" -> Plan.of(new EvictPods("old"));
                            default -> Plan.nothing();
                        });
        assertThat(codes(decision)).containsExactly("fits", rule);
        assertThat(decision.wakeAt())
                .isEqualTo(again == null ? Decision.NEVER : NOW.plusSeconds(again));
    }

    @Test
    void removesDownToTheProvidersMinimumAndNotBelow() {
        var drained = new NodeState.Draining(NOW.minus(MINUTE));
        var busy = pods(1, shape(500, 0));
        var group = new OneGroup().node(EACH, busy).node(EACH, busy).node("old", EACH, drained);

        assertThat(group.provider(2, 9).decide().plan())
                .isEqualTo(Plan.of(new RemoveNode("old", "blue", 2)));
        assertThat(group.provider(3, 9).decide().plan()).isEqualTo(Plan.nothing());
        assertThat(codes(group.decide())).containsExactly("fits", "provider-at-least");
    }

    @Test
    void neverRemovesOrEmptiesWhatIsMarkedNotToBeDeleted() {
        var old = new NodeState.Draining(NOW.minus(Duration.ofDays(1)));
        var kept =
                new Node(
                        "kept",
                        Instant.EPOCH,
                        Labels.NONE,
                        List.of(),
                        EACH,
                        old,
                        true,
                        true,
                        List.of(pods(1, shape(1, 0))));

        var decision = new OneGroup().node(EACH, pods(1, shape(500, 0))).node(kept).decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).containsExactly("fits", "kept");
    }

    @Test
    void goesOnRemovingWhileItCoolsDown() {
        var asked =
                new OneGroup().nodes(2, EACH).template(EACH).waiting(10, shape(500, 100)).decide();
        var sick =
                new Node(
                        "sick",
                        Instant.EPOCH,
                        Labels.NONE,
                        List.of(),
                        EACH,
                        new NodeState.Draining(NOW.minus(Duration.ofHours(1))),
                        false,
                        false,
                        List.of());

        var decision =
                new OneGroup()
                        .nodes(2, EACH)
                        .node(sick)
                        .template(EACH)
                        .owes(6)
                        .waiting(10, shape(500, 100))
                        .remembers(asked.remember())
                        .at(NOW.plus(MINUTE))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.of(new RemoveNode("sick", "blue", 8)));
        assertThat(codes(decision)).containsExactly("cooling-down", "drained");
    }

    private static Past.Starving starving(Shape shape, String pod, int tries, Instant until) {
        return new Past.Starving(shape.id(), pod, 1, tries, until);
    }

    private static void pour(OneGroup group, long cpuMillis, long mebibytes) {
        long steps = 100;
        for (long left = cpuMillis; left > 0; left -= steps) {
            group.waiting(1, shape(Math.min(steps, left), 0));
        }
        for (long left = mebibytes; left > 0; left -= steps) {
            group.waiting(1, shape(0, Math.min(steps, left)));
        }
    }

    private static List<String> codes(Decision<?> decision) {
        return decision.reasons().stream().map(reason -> reason.rule().code()).toList();
    }

    private static List<String> sentences(Decision<?> decision) {
        return decision.reasons().stream().map(Reason::sentence).toList();
    }
}
