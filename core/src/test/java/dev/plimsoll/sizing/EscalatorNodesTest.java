package dev.plimsoll.sizing;

import static dev.plimsoll.cluster.DrainCause.LOW_UTILISATION;
import static dev.plimsoll.cluster.DrainCause.UNHEALTHY;
import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.HealthCheck;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Rotation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The tables of Escalator's own tests of its parts, in `reading: source`: classes of nodes,
/// health, emptiness, removal and the scale lock.
class EscalatorNodesTest {

    private static final Resources EACH = size(1_000, 1_000);
    private static final Duration GRACE = Duration.ofMinutes(10);
    private static final NodeState OVERDUE = new NodeState.Draining(NOW.minus(GRACE));

    /// Nothing is drained for the utilisation.
    private static OneGroup group() {
        var policy = Policy.defaults(Reading.SOURCE);
        return new OneGroup().with(policy).limits(0, 100).lines(0, 0, 7_000);
    }

    @Test
    void classifiesNodes() {
        var group = group().lines(1_000, 4_000, 7_000).rates(9, 9);
        for (int i = 1; i <= 6; i++) {
            group.node("n" + i, EACH, i % 2 == 0 ? new NodeState.Active() : OVERDUE);
        }
        group.node("n7", EACH, new NodeState.Forced());

        assertThat(group.decide().plan())
                .isEqualTo(
                        Plan.of(
                                new DrainNode("n2", LOW_UTILISATION),
                                new DrainNode("n4", LOW_UTILISATION),
                                new DrainNode("n6", LOW_UTILISATION),
                                new RemoveNode("n1", "blue", 6),
                                new RemoveNode("n3", "blue", 5),
                                new RemoveNode("n5", "blue", 4),
                                new RemoveNode("n7", "blue", 3)));
    }

    /// @param nodes such as `5- 20 30-c`: the age in minutes, `-` if not Ready, `c` if cordoned
    private static Decision<Past> checked(String nodes, HealthCheck health) {
        var group = group();
        group.with(group.policy().with(new Rotation(Duration.ZERO, GRACE, health)));
        for (var text : nodes.isEmpty() ? new String[0] : nodes.split(" ")) {
            var age = Duration.ofMinutes(Long.parseLong(text.replaceAll("\\D", "")));
            group.node(
                    Node.of(text, EACH)
                            .withCreated(NOW.minus(age))
                            .withReady(!text.contains("-"))
                            .with(
                                    text.endsWith("c")
                                            ? new NodeState.Cordoned()
                                            : new NodeState.Active()));
        }
        // The clock of the source is a moment later than the ages of its nodes.
        return group.at(NOW.plusMillis(1)).decide();
    }

    /// The last columns are the number of nodes that are looked at, and of those not Ready; none if
    /// the group is healthy.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    row            | nodes                   | newest % | tested | unready
                    newest first   | 30- 15 25-              |       33 |        |
                    newest first   | 30- 15 25-              |       50 |      2 |       1
                    newest first   | 30- 15 25-              |      100 |      3 |       2
                    too new        | 5- 10- 15- 20-          |      100 |      3 |       3
                    newest percent | 21- 22- 23- 24-         |       50 |      2 |       2
                    newest percent | 21- 22- 23- 24-         |       49 |      2 |       2
                    newest percent | 21- 22- 23- 24-         |       75 |      3 |       3
                    newest percent | 21- 22- 23-             |       50 |      2 |       2
                    unhealthy      | 5- 15- 20 30- 31-c      |      100 |      4 |       2
                    """)
    void looksAtTheNewestNodesThatAreOldEnough(
            String row, String nodes, int newest, String tested, String unready) {
        var decision = checked(nodes, new HealthCheck(newest, 0));

        var told =
                decision.reasons().stream()
                        .filter(reason -> reason.rule().code().equals("group-unhealthy"))
                        .flatMap(reason -> reason.facts().stream())
                        .map(OneGroup::exact)
                        .toList();
        assertThat(told)
                .as(row)
                .isEqualTo(
                        tested == null
                                ? List.of()
                                : List.of("unready=" + unready, "tested=" + tested, "most=0"));
    }

    @Test
    void taintsEveryUnhealthyNode() {
        assertThat(checked("5- 15- 20 30- 31-c", new HealthCheck(100, 99)).plan())
                .isEqualTo(
                        Plan.of(new DrainNode("15-", UNHEALTHY), new DrainNode("30-", UNHEALTHY)));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes           | most % | healthy
                                    |     50 | true
                                    |      0 | true
                    5- 6- 7- 8-     |      0 | true
                    20- 21- 22- 23- |     50 | false
                    20 21 22 23     |      0 | true
                    20- 21- 22- 23- |     99 | false
                    20- 21 22       |     33 | true
                    20- 21 22       |     32 | false
                    """)
    void leavesAnUnhealthyGroupAlone(String nodes, int most, boolean isHealthy) {
        var decision = checked(nodes == null ? "" : nodes, new HealthCheck(100, most));

        assertThat(codes(decision).contains("group-unhealthy")).isEqualTo(!isHealthy);
    }

    /// Nodes of six years, the first, third and fifth NotReady; the newest healthy ones come back.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | wanted | untainted
                        3 |      1 | 1
                        3 |      2 | 1
                        6 |      6 | 3 1 5
                    """)
    void untaintsHealthyNodesOnly(int nodes, int wanted, String untainted) {
        var years = new int[] {2011, 2009, 2010, 2015, 2005, 2007};
        var group = group().limits(wanted, 100).provider(0, nodes);
        group.with(group.policy().with(new Rotation(Duration.ZERO, OneGroup.MINUTE)));
        for (int i = 0; i < nodes; i++) {
            group.node(
                    Node.of("n" + i, EACH)
                            .withCreated(NOW.minus(Duration.ofDays(365L * (2026 - years[i]))))
                            .withReady(i % 2 == 1)
                            .with(new NodeState.Draining(NOW)));
        }

        assertThat(group.decide().plan().steps())
                .isEqualTo(
                        List.of(untainted.split(" ")).stream()
                                .<Step>map(index -> new UndrainNode("n" + index))
                                .toList());
    }

    /// A tainted node after the soft grace. A node always comes with its pods, so there is none
    /// whose pods are unknown.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    pods | of DaemonSets | empty
                       0 |             0 | true
                       2 |             0 | false
                       0 |             2 | true
                       1 |             1 | false
                    """)
    void removesAnEmptyNode(int own, int daemons, boolean isEmpty) {
        var all = new ArrayList<Pods>();
        if (own > 0) {
            all.add(pods(own, shape(1, 0)));
        }
        if (daemons > 0) {
            all.add(pods(daemons, shape(Owner.DAEMON_SET, size(1, 0))));
        }
        var soft = new NodeState.Draining(NOW.minus(Duration.ofMinutes(2)));
        var group = group().node(EACH).node("old", EACH, soft, all.toArray(Pods[]::new));

        assertThat(group.decide().plan())
                .isEqualTo(isEmpty ? Plan.of(new RemoveNode("old", "blue", 1)) : Plan.nothing());
    }

    /// Tainted nodes without a grace period, and nodes that are marked for removal.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    row                     | tainted | annotated | forced | grace | removed
                    both                    |       2 |         0 |      0 | PT0S  |       2
                    first annotated         |       2 |         1 |      0 | PT0S  |       1
                    none tainted            |       0 |         0 |      0 | PT0S  |       0
                    none forced             |       0 |         0 |      0 | PT1H  |       0
                    one tainted only        |       1 |         0 |      0 | PT1H  |       0
                    one forced              |       0 |         0 |      1 | PT1H  |       1
                    one forced, 9 tainted   |       9 |         0 |      1 | PT1H  |       1
                    ten forced              |       0 |         0 |     10 | PT1H  |      10
                    """)
    void removesTaintedAndForcedNodes(
            String row, int tainted, int annotated, int forced, Duration grace, int removed) {
        var group = group();
        group.with(group.policy().with(new Graces(grace, grace, Duration.ZERO)));
        var since = new NodeState.Draining(NOW.minusMillis(1));
        for (int i = 0; i < tainted; i++) {
            group.node(Node.of("t" + i, EACH).with(since).withNoDelete(i < annotated));
        }
        for (int i = 0; i < forced; i++) {
            group.node(Node.of("f" + i, EACH).with(new NodeState.Forced()));
        }

        assertThat(group.decide().plan().steps())
                .as(row)
                .hasSize(removed)
                .allMatch(RemoveNode.class::isInstance);
    }

    /// The group grows at second 0 and is locked for two minutes; below its minimum it grows again
    /// in spite of the lock, which begins anew.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    again at | asked at | locked for
                             |        0 |        120
                             |      119 |          1
                             |      120 |          0
                          60 |      120 |         60
                          60 |      179 |          1
                          60 |      180 |          0
                    """)
    void locksAGroupThatGrew(Long again, long asked, long locked) {
        var full = group().nodes(2, EACH).waiting(10, shape(500, 0));
        var fresh = full.decide();
        var past = fresh.remember();
        if (again != null) {
            var below = group().limits(3, 100).nodes(2, EACH);
            below.node("cordoned", EACH, new NodeState.Cordoned());
            var grown = below.at(NOW.plusSeconds(again)).remembers(past).decide();
            assertThat(grown.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 3, 4)));
            past = grown.remember();
        }

        var decision = full.remembers(past).at(NOW.plusSeconds(asked)).decide();

        assertThat(fresh.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 8)));
        assertThat(decision.plan()).isEqualTo(locked > 0 ? Plan.nothing() : fresh.plan());
        if (locked > 0) {
            assertThat(codes(decision)).containsExactly("cooling-down");
            assertThat(decision.wakeAt()).isEqualTo(NOW.plusSeconds(asked + locked));
        }
    }
}
