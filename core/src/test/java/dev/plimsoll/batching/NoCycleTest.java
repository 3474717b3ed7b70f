package dev.plimsoll.batching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.quantity.Percent;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Walks subnets under constant load until they settle or come round again.
class NoCycleTest {

    private static final Formula FEED_FORWARD = new Formula.FeedForward();
    private static final Formula STATE = new Formula.State(200);
    private static final Formula SNIPPET = new Formula.Snippet(200);
    private static final Formula PROSE = new Formula.Prose(200);
    private static final Formula THRESHOLD =
            new Formula.Threshold(Percent.of(90), Percent.of(50), 16, 1);
    private static final int EMPTY = 0;
    private static final int FROM_ABOVE = 128;

    /// What a walk over every load of a subnet found.
    private static final class Found {
        private long walks;
        private long pairs;
        private long cyclingPairs;
        private int mostTicks;
        private final TreeSet<Integer> periods = new TreeSet<>();
        private final List<String> cycles = new ArrayList<>();

        private void add(OneSubnet subnet, Walk.End end) {
            walks++;
            if (end.isCycle()) {
                periods.add(end.period());
                if (cycles.size() < 5) {
                    cycles.add(subnet.seen() + " " + end.batches());
                }
            } else {
                mostTicks = Math.max(mostTicks, end.ticks());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"16", "32", "64"})
    void ourRulesSettleUnderEveryEqualLoad(int capacity) {
        settles(capacity, 0);
        settles(capacity - 5, 1);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"128", "256", "512", "1024", "2048"})
    void ourRulesSettleUnderEveryEqualLoadOfALargeSubnet(int capacity) {
        settles(capacity, 0);
        settles(capacity - 5, 1);
    }

    private static void settles(int capacity, int primary) {
        var feedForward = walkAll(capacity, primary, FEED_FORWARD, 128);
        var state = walkAll(capacity, primary, STATE, 128);

        assertThat(feedForward.cycles).isEmpty();
        assertThat(feedForward.mostTicks).isLessThanOrEqualTo(2);
        assertThat(state.cycles).isEmpty();
        assertThat(state.walks).isEqualTo(feedForward.walks).isEqualTo(24 * state.pairs);
    }

    /// The shares, in per mille of pairs of nodes and pods for which some start never settles, are
    /// those of another program for the same model.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    capacity | threshold | snippet | prose
                          16 |       140 |     660 |    40
                          64 |       129 |     743 |    79
                    """)
    void theSourcesRulesCycle(int capacity, int threshold, int snippet, int prose) {
        var byThreshold = walkAll(capacity, 0, THRESHOLD, 1 << 20);
        var bySnippet = walkAll(capacity, 0, SNIPPET, 1 << 20);
        var byProse = walkAll(capacity, 0, PROSE, 1 << 20);

        assertThat(perMille(byThreshold)).isEqualTo(threshold);
        assertThat(byThreshold.periods).containsExactly(2);
        assertThat(perMille(bySnippet)).isEqualTo(snippet);
        assertThat(bySnippet.periods).containsExactly(2, 4);
        assertThat(perMille(byProse)).isEqualTo(prose);
        assertThat(byProse.periods).containsExactly(3);
    }

    @Tag("long")
    @Test
    void theSourcesRulesCycleInALargeSubnet() {
        theSourcesRulesCycle(256, 169, 782, 86);
    }

    private static long perMille(Found found) {
        return (2000 * found.cyclingPairs + found.pairs) / (2 * found.pairs);
    }

    private static Found walkAll(int capacity, int primary, Formula rule, int maxBatch) {
        var found = new Found();
        for (int nodes = 1; nodes <= capacity / 2; nodes++) {
            for (int pods = 0; pods <= Math.min(250, capacity / nodes); pods++) {
                walk(capacity, primary, rule, nodes, pods, maxBatch, found);
            }
        }
        return found;
    }

    private static void walk(
            int capacity,
            int primary,
            Formula rule,
            int nodes,
            int pods,
            int maxBatch,
            Found found) {
        boolean cycles = false;
        for (int batch = 1; batch <= starts(capacity, nodes, maxBatch); batch *= 2) {
            for (int heldFor : new int[] {EMPTY, batch, FROM_ABOVE}) {
                var subnet =
                        OneSubnet.of(capacity, batch, OneSubnet.nodes(nodes, pods))
                                .with(new Policy.Limits(maxBatch, 250, primary))
                                .by(rule);
                var end = Walk.from(subnet, heldFor);
                found.add(subnet, end);
                cycles |= end.isCycle();
            }
        }
        found.pairs++;
        found.cyclingPairs += cycles ? 1 : 0;
    }

    private static int starts(int capacity, int nodes, int maxBatch) {
        return maxBatch > 128
                ? Math.max(128, 2 * SourceRules.level(capacity, 200, nodes))
                : maxBatch;
    }

    /// The counterexamples to "it can be shown that this solution prevents cycles".
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    capacity | nodes | from | to | batches
                          64 |     1 |   17 | 17 | 16 32 1
                         512 |     8 |   17 | 17 | 16 32 1
                        1024 |    16 |   17 | 19 | 16 32 1
                        1024 |    28 |    9 | 10 | 8 16 4
                        1024 |    32 |    9 | 11 | 8 16 1
                        1024 |    64 |    5 |  6 | 4 8 1
                    """)
    void theSourcesTextCyclesWhereItSaysItCannot(
            int capacity, int nodes, int from, int to, String batches) {
        var round =
                IntStream.of(
                                batches.lines()
                                        .flatMap(l -> List.of(l.split(" ", -1)).stream())
                                        .mapToInt(Integer::parseInt)
                                        .toArray())
                        .boxed()
                        .toList();

        for (int pods = from; pods <= to; pods++) {
            var end =
                    Walk.from(
                            Walk.subnet(capacity, nodes, pods, round.getFirst(), 0).by(PROSE),
                            EMPTY);
            assertThat(end.period()).isEqualTo(3);
            assertThat(rotated(end.batches(), round.getFirst())).isEqualTo(round);
        }
    }

    @Test
    void theSourcesFunctionCyclesOnAnEmptyCluster() {
        var end = Walk.from(Walk.subnet(1024, 28, 0, 1, 0).by(SNIPPET), EMPTY);

        assertThat(end.period()).isEqualTo(2);
        assertThat(rotated(end.batches(), 1)).containsExactly(1, 64);
    }

    /// The exact node counts at which batches of 16 and 1 with lines at 90% and 50% toggle.
    @Test
    void theThresholdRuleTogglesExactlyWhereTheAnswersSayIt() {
        assertThat(toggling(1024, 0)).isEqualTo(range(29, 51, 58, 511));
        assertThat(toggling(1019, 1).headSet(54)).isEqualTo(range(28, 46, 1, 0));
        assertThat(toggling(1019, 1).tailSet(54)).contains(54, 55, 100);
        var chosen =
                OneSubnet.of(1024, 16, OneSubnet.nodes(18, 25), OneSubnet.nodes(1, 41))
                        .by(THRESHOLD);
        assertThat(Walk.from(chosen, EMPTY).period()).isEqualTo(2);
        assertThat(Walk.from(Walk.subnet(1024, 57, 0, 16, 0).by(THRESHOLD), EMPTY).period())
                .isEqualTo(1);
        assertThat(Walk.from(Walk.subnet(1024, 58, 0, 16, 0).by(THRESHOLD), EMPTY).period())
                .isEqualTo(2);
    }

    private static NavigableSet<Integer> toggling(int capacity, int primary) {
        var found = new TreeSet<Integer>();
        for (int nodes = 1; nodes <= 512; nodes++) {
            for (int pods = 0; pods <= capacity / nodes; pods++) {
                var subnet = Walk.subnet(capacity, nodes, Math.min(pods, 250), 16, primary);
                if (Walk.from(subnet.by(THRESHOLD), 16).isCycle()) {
                    found.add(nodes);
                }
            }
        }
        return found;
    }

    private static NavigableSet<Integer> range(int from, int to, int again, int end) {
        var numbers = new TreeSet<Integer>();
        IntStream.rangeClosed(from, to).forEach(numbers::add);
        IntStream.rangeClosed(again, end).forEach(numbers::add);
        return numbers;
    }

    /// One round, begun with `first`.
    private static List<Integer> rotated(List<Integer> round, int first) {
        int at = round.indexOf(first);
        var rotated = new ArrayList<>(round.subList(at, round.size()));
        rotated.addAll(round.subList(0, at));
        return rotated;
    }
}
