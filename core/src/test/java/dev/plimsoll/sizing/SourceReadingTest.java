package dev.plimsoll.sizing;

import static dev.plimsoll.cluster.DrainCause.LOW_UTILISATION;
import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Policy.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What Escalator's own tests assert of its arithmetic, as `reading: source`, and beside it what
/// the repaired rules answer. The tables are those of escalator's unit tests and documents.
class SourceReadingTest {

    private static final Instant N1 = Instant.parse("2011-03-03T13:00:00Z");
    private static final List<Instant> CREATED =
            List.of(
                    N1,
                    Instant.parse("2009-03-03T12:00:00Z"),
                    Instant.parse("2010-03-03T13:00:00Z"),
                    Instant.parse("2015-03-03T13:00:00Z"),
                    Instant.parse("2005-03-03T13:00:00Z"),
                    Instant.parse("2007-03-03T13:00:00Z"));

    @Test
    void noNodeHelpsWhereNoneOffersTheResource() {
        var gpu = "nvidia.com/gpu";
        var each = size(1_000, 1_000);

        var decision =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .nodes(1, each.with(gpu, 0))
                        .waiting(1, shape(dev.plimsoll.cluster.Owner.JOB, size(1, 1).with(gpu, 1)))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(decision.reasons().getFirst().sentence())
                .isEqualTo(
                        "nvidia.com/gpu utilisation of blue is above 70%, and a new node provides"
                                + " no nvidia.com/gpu");
    }

    /// Requests in percent of capacity; where they cannot be told, why.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    cpu asked | memory asked | cpu offered | memory offered | nodes | cpu % | memory % | rule
                           50 |           50 |         100 |            100 |     1 |    50 |       50 | min-nodes
                           50 |           50 |           0 |              0 |    10 |       |          | no-capacity
                            0 |            0 |           0 |              0 |     1 |       |          | no-capacity
                            0 |            0 |          66 |             66 |     1 |     0 |        0 | min-nodes
                            0 |            0 |           0 |              0 |     0 |       |          | nothing-requested
                          500 |         1000 |           0 |              0 |     0 |       |          | template-unknown
                            0 |         1000 |           0 |              0 |     0 |       |          | template-unknown
                           50 |           50 |         100 |              0 |     1 |       |          | no-capacity
                    """)
    void tellsTheUse(
            long cpuAsked,
            long memoryAsked,
            long cpuOffered,
            long memoryOffered,
            int nodes,
            String cpuPercent,
            String memoryPercent,
            String rule) {
        var offered = bytes(cpuOffered / Math.max(1, nodes), memoryOffered / Math.max(1, nodes));
        var group =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .limits(nodes == 0 ? 0 : 1, 100)
                        .lines(6_000, 6_500, 7_000)
                        .nodes(nodes, offered);
        if (cpuAsked + memoryAsked > 0) {
            group.waiting(
                    1,
                    OneGroup.shape(dev.plimsoll.cluster.Owner.JOB, bytes(cpuAsked, memoryAsked)));
        }

        var decision = group.decide();

        assertThat(codes(decision)).containsExactly(rule);
        var use =
                new SizingFacts(
                                new dev.plimsoll.decision.Question<>(
                                        group.seen(), group.policy(), Past.NONE, List.of(), NOW, 0))
                        .growing();
        var told = use.percents(Resources.CPU, "").stream().map(fact -> fact.text()).toList();
        if (cpuPercent == null) {
            assertThat(told).hasSizeLessThan(2);
        } else {
            assertThat(told).containsExactly(cpuPercent, memoryPercent);
        }
    }

    /// Rows B1 to B7; the last column is the repaired rules' answer. It does not count pods that no
    /// node can hold, and gives every pod a node.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    id | pods | cpu | memory | nodes | cpu each | memory each | line | more | cpu after | memory after | ours
                    B1 |   10 |  500 |   100 |     2 |     1000 |        4000 |   70 |    6 |      62.5 |        3.125 |    6
                    B2 |   10 |  500 |  2000 |     2 |     3000 |        1000 |   70 |   27 |    5.7471 |      68.9655 |    0
                    B3 |   10 |  500 |  2000 |     2 |     3000 |        1000 |   40 |   48 |    3.3333 |           40 |    0
                    B4 |   10 |  500 |  2000 |     2 |     3000 |        1000 |   23 |   85 |    1.9157 |      22.9885 |    0
                    B5 |   10 |  500 |  2000 |     2 |     3000 |        1000 |    3 |  665 |    0.2499 |       2.9985 |    0
                    B6 |   80 | 1000 |  1000 |   100 |     1000 |        1000 |   70 |   15 |   69.5652 |      69.5652 |   15
                    B7 |  150 | 1000 |  1000 |   100 |     1000 |        1000 |  110 |   37 |  109.4891 |     109.4891 |   50
                    """)
    void growsByTheSourcesFormula(
            String id,
            int pods,
            long cpu,
            long memory,
            int nodes,
            long cpuEach,
            long memoryEach,
            int line,
            int more,
            String cpuAfter,
            String memoryAfter,
            int ours) {
        for (var reading : Reading.values()) {
            var decision =
                    new OneGroup()
                            .as(reading)
                            .limits(1, 10_000)
                            .lines(0, 0, line * 100)
                            .nodes(nodes, size(cpuEach, memoryEach))
                            .waiting(pods, shape(cpu, memory))
                            .decide();

            int wanted = reading == Reading.SOURCE ? more : ours;
            assertThat(decision.plan())
                    .as(id)
                    .isEqualTo(
                            wanted == 0
                                    ? Plan.nothing()
                                    : Plan.of(new ResizeGroup("blue", nodes, nodes + wanted)));
            if (wanted == more) {
                assertThat(decision.reasons().getFirst().facts())
                        .extracting(OneGroup::exact)
                        .contains(
                                "cpuPercentAfter=" + cpuAfter, "memoryPercentAfter=" + memoryAfter);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    wanted | target | most | added
                        10 |     20 |   50 |    10
                        45 |     10 |   50 |    40
                        10 |     50 |   50 |     0
                        50 |     80 |  100 |    20
                         3 |     18 |   20 |     2
                    """)
    void neverAsksTheProviderForMoreThanItKeeps(int wanted, int target, int most, int added) {
        for (var reading : Reading.values()) {
            var decision =
                    new OneGroup()
                            .as(reading)
                            .limits(0, 1_000)
                            .provider(0, most)
                            .lines(0, 0, 10_000)
                            .starve(false)
                            .nodes(target, size(1_000, 1_000))
                            .waiting(target + wanted, shape(1_000, 0))
                            .decide();

            assertThat(decision.plan())
                    .isEqualTo(
                            added == 0
                                    ? Plan.nothing()
                                    : Plan.of(new ResizeGroup("blue", target, target + added)));
        }
    }

    /// Of six machines some take pods; the rest are cordoned.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    least | provider least | target | active | wanted | drained
                        3 |              3 |      6 |      6 |      2 |       2
                        3 |              3 |      6 |      6 |      4 |       3
                        0 |              0 |      6 |      3 |      4 |       3
                        0 |              0 |      6 |      6 |      4 |       4
                        1 |              4 |      7 |      6 |      4 |       3
                        0 |              3 |      3 |      3 |      2 |       0
                        5 |              0 |      7 |      7 |      3 |       2
                    """)
    void neverDrainsBelowTheMinimumOrTheProviders(
            int least, int providerLeast, int target, int active, int wanted, int drained) {
        for (var reading : Reading.values()) {
            var group =
                    new OneGroup()
                            .as(reading)
                            .limits(least, 100)
                            .provider(providerLeast, 100)
                            .rates(wanted, wanted)
                            .nodes(active, size(1_000, 1_000));
            for (int i = active; i < target; i++) {
                group.node("closed-" + i, size(1_000, 1_000), new NodeState.Cordoned());
            }

            assertThat(group.decide().plan().steps())
                    .hasSize(drained)
                    .allMatch(DrainNode.class::isInstance);
        }
    }

    @Test
    void refusesAGroupWithFewerNodesThanItsMinimumWhereOursRepairsIt() {
        var source =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .limits(3, 100)
                        .nodes(2, size(1_000, 1_000))
                        .decide();
        var ours = new OneGroup().limits(3, 100).nodes(2, size(1_000, 1_000)).decide();

        assertThat(source.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(source)).containsExactly("below-min-refused");
        assertThat(ours.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 3)));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | wanted | drained
                        3 |      3 | 1 2 0
                        3 |      2 | 1 2
                        6 |      2 | 4 5
                        6 |      5 | 4 5 1 2 0
                        6 |      6 | 4 5 1 2 0 3
                        6 |      7 | 4 5 1 2 0 3
                        4 |      1 | 1
                    """)
    void drainsOldestFirst(int nodes, int wanted, String drained) {
        for (var reading : Reading.values()) {
            var group = new OneGroup().as(reading).limits(0, 100).rates(wanted, wanted);
            for (int i = 0; i < nodes; i++) {
                group.node(created(i, new NodeState.Active()));
            }

            assertThat(group.decide().plan().steps())
                    .isEqualTo(
                            steps(drained, index -> new DrainNode("n" + index, LOW_UTILISATION)));
        }
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | wanted | back
                        3 |      3 | 0 2 1
                        3 |      2 | 0 2
                        6 |      2 | 3 0
                        6 |      5 | 3 0 2 1 5
                        6 |      6 | 3 0 2 1 5 4
                        4 |      1 | 3
                    """)
    void takesBackNewestFirst(int nodes, int wanted, String back) {
        for (var reading : Reading.values()) {
            var group = new OneGroup().as(reading).limits(wanted, 100).template(size(1_000, 1_000));
            for (int i = 0; i < nodes; i++) {
                group.node(created(i, new NodeState.Draining(NOW)));
            }

            assertThat(group.decide().plan().steps())
                    .isEqualTo(steps(back, index -> new UndrainNode("n" + index)));
        }
    }

    /// Where the exact answer is whole, a `double` gives one node too many; no reading of ours
    /// does.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | asked | line | more
                        0 |  2100 |   70 |    3
                        0 |  1800 |   60 |    3
                        0 |  3500 |   50 |    7
                        0 |  7000 |  100 |    7
                        0 |  2700 |   90 |    3
                        2 |  4900 |   70 |    5
                        5 |  5600 |   70 |    3
                        6 |  4900 |   70 |    1
                        4 |  4400 |   40 |    7
                    """)
    void countsExactly(int nodes, long asked, int line, int more) {
        for (var reading : Reading.values()) {
            var group =
                    new OneGroup()
                            .as(reading)
                            .limits(0, 100)
                            .lines(0, 0, line * 100)
                            .template(size(1_000, 1_000))
                            .nodes(nodes, size(1_000, 1_000));
            group.waiting((int) (asked / 100), shape(100, 0));

            assertThat(group.decide().plan())
                    .isEqualTo(Plan.of(new ResizeGroup("blue", nodes, nodes + more)));
        }
    }

    /// Lines at which a `double` is off: on the line nothing happens.
    @ParameterizedTest
    @EnumSource(Reading.class)
    void staysOnItsLineWhereADoubleWouldNot(Reading reading) {
        for (int line : new int[] {7, 14, 28, 55, 56, 109, 112, 29, 57, 58, 113, 116}) {
            var grow =
                    new OneGroup()
                            .as(reading)
                            .lines(0, 0, line * 100)
                            .nodes(1, size(100, 100))
                            .starve(false)
                            .waiting(line, shape(1, 0))
                            .decide();
            var shrink =
                    new OneGroup()
                            .as(reading)
                            .limits(0, 9)
                            .lines(line * 100, line * 100, 20_000)
                            .starve(false)
                            .nodes(1, size(100, 100))
                            .waiting(line, shape(1, 0))
                            .decide();

            assertThat(codes(grow)).containsExactly("within-thresholds");
            assertThat(codes(shrink)).containsExactly("within-thresholds");
        }
    }

    /// Escalator does not know that such a node goes, and would stay: 1200m of 2000m are 60 %.
    @Test
    void nodesThatLeaveByThemselvesAreNoCapacity() {
        var each = size(1_000, 1_000);
        var group = new OneGroup().as(Reading.SOURCE).nodes(1, each).waiting(12, shape(100, 0));
        group.node("going", each, new NodeState.Leaving("spot"));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 3)));
    }

    @Test
    void doesNothingAtAllWhileItCoolsDown() {
        var each = size(1_000, 4_000);
        var past =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .nodes(2, each)
                        .waiting(10, shape(500, 100))
                        .decide()
                        .remember();
        var old = new NodeState.Draining(NOW.minus(Duration.ofHours(1)));

        var decision =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .nodes(8, each)
                        .node("old", each, old)
                        .remembers(past)
                        .at(NOW.plusSeconds(60))
                        .decide();
        var after =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .nodes(8, each)
                        .node("old", each, old)
                        .lines(0, 0, 7_000)
                        .remembers(past)
                        .at(NOW.plusSeconds(120))
                        .decide();

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(decision)).containsExactly("cooling-down");
        assertThat(after.plan()).isEqualTo(Plan.of(new RemoveNode("old", "blue", 8)));
    }

    @Test
    void removesADrainingNodeWithItsPodsAfterTheHardGrace() {
        var each = size(1_000, 1_000);
        var group =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .node(each, OneGroup.pods(1, shape(500, 0)))
                        .node(
                                "old",
                                each,
                                new NodeState.Draining(NOW.minus(Duration.ofMinutes(10))),
                                OneGroup.pods(1, shape(1, 0)));

        assertThat(group.decide().plan()).isEqualTo(Plan.nothing());
        assertThat(group.at(NOW.plusSeconds(1)).decide().plan())
                .isEqualTo(Plan.of(new RemoveNode("old", "blue", 1)));
    }

    /// 6 nodes, a maximum of 4, and 1.7 % used: the fast rate counts, not the surplus of 2.
    @Test
    void drainsTheRateOfTheThresholdIfThatIsMoreThanTheSurplus() {
        var group =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .limits(1, 4)
                        .nodes(6, size(1_000, 1_000))
                        .waiting(1, shape(100, 0));

        assertThat(group.decide().plan().steps()).hasSize(5);
    }

    @Test
    void onlyTheProvidersMaximumLimitsGrowth() {
        var group =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .limits(1, 3)
                        .nodes(2, size(1_000, 1_000))
                        .waiting(10, shape(500, 0));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 8)));
        assertThat(group.provider(0, 5).decide().plan())
                .isEqualTo(Plan.of(new ResizeGroup("blue", 2, 5)));
    }

    @Test
    void growsToTheMinimumAndNoFurtherBeforeItLooksAtTheUtilisation() {
        var cordoned = Node.of("cordoned", size(1_000, 1_000)).with(new NodeState.Cordoned());
        var group =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .limits(2, 10)
                        .nodes(1, size(1_000, 1_000))
                        .node(cordoned)
                        .waiting(10, shape(500, 0));

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 3)));
    }

    @Test
    void removesNodesThatAreMarkedForRemovalAsSoonAsTheyAreEmpty() {
        var marked = Node.of("marked", size(1_000, 1_000)).with(new NodeState.Forced());
        var group =
                new OneGroup()
                        .as(Reading.SOURCE)
                        .node(size(1_000, 1_000), OneGroup.pods(1, shape(500, 0)))
                        .node(marked);

        assertThat(group.decide().plan()).isEqualTo(Plan.of(new RemoveNode("marked", "blue", 1)));
    }

    private static Node created(int index, NodeState state) {
        return Node.of("n" + index, size(1_000, 1_000)).withCreated(CREATED.get(index)).with(state);
    }

    private static List<Step> steps(
            String indexes, java.util.function.Function<String, Step> step) {
        return Arrays.stream(indexes.split(" ")).map(step).toList();
    }

    private static Resources bytes(long cpuMillis, long bytes) {
        return Resources.of(new Cpu(cpuMillis), new Bytes(bytes));
    }

    private static List<String> codes(Decision<?> decision) {
        return decision.reasons().stream().map(reason -> reason.rule().code()).toList();
    }
}
