package dev.plimsoll.ranking;

import static dev.plimsoll.ranking.Market.asking;
import static dev.plimsoll.ranking.Market.on;
import static dev.plimsoll.ranking.Market.option;
import static dev.plimsoll.ranking.Market.pods;
import static dev.plimsoll.ranking.Market.taking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.RankingPolicy.Priority;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategiesTest {

    /// Groups by the cpu and GiB of their nodes. Each takes some pods of 1 cpu and 4 GiB.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    strategies              | options                              | order
                    LEAST_WASTE             | a=4:16×1:3 b=4:16×1:4 c=8:16×1:4     | b a c
                    LEAST_WASTE             | a=4:0×1:3 b=4:16×1:3                 | a b
                    MOST_PODS               | a=4:16×1:3 b=4:16×1:4 c=8:16×1:2     | b a c
                    LEAST_NODES             | a=4:16×3:3 b=4:16×1:4 c=8:16×2:4     | b c a
                    MOST_PODS LEAST_NODES   | a=4:16×3:4 b=4:16×2:4 c=8:16×1:2     | b a c
                    LEAST_NODES MOST_PODS   | a=4:16×3:4 b=4:16×2:4 c=8:16×1:2     | c b a
                    MOST_PODS LEAST_WASTE   | a=8:32×1:4 b=4:16×1:4 c=4:16×1:3     | b a c
                    MOST_PODS               | b=4:16×1:4 a=8:32×1:4                | a b
                    """)
    void comparesByEachStrategyInTurn(String strategies, String options, String order) {
        var market = new Market().by(strategies(strategies));
        for (var each : options.split(" ", -1)) {
            market.with(parsed(each));
        }

        assertThat(String.join(" ", market.order())).isEqualTo(order);
    }

    private static Strategy[] strategies(String names) {
        return List.of(names.split(" ", -1)).stream()
                .map(Strategy::valueOf)
                .toArray(Strategy[]::new);
    }

    private static Option parsed(String text) {
        var parts = text.split("[=:×]", -1);
        var capacity =
                Resources.of(
                        Cpu.cores(Long.parseLong(parts[1])),
                        Bytes.gibibytes(Long.parseLong(parts[2])));
        var pods =
                asking(Integer.parseInt(parts[4]), Resources.of(Cpu.cores(1), Bytes.gibibytes(4)));
        return on(taking(option(parts[0], 1, "-", Integer.parseInt(parts[3])), pods), capacity);
    }

    /// A pattern may be found anywhere in a name; the highest priority counts.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    ten            | fifty      | order
                    .*             | ^spot      | spot-a spot-b on-demand
                    demand         | nowhere    | on-demand spot-a spot-b
                    ^demand        | nowhere    | on-demand spot-a spot-b
                    .*             | -b$        | spot-b on-demand spot-a
                    spot           | spot-b     | spot-b spot-a on-demand
                    """)
    void takesTheHighestPriorityFirst(String ten, String fifty, String order) {
        var market =
                new Market()
                        .by(Strategy.PRIORITY)
                        .priorities(
                                new Priority(10, List.of(ten)), new Priority(50, List.of(fifty)));
        for (var group : List.of("spot-b", "on-demand", "spot-a")) {
            market.with(taking(option(group, 1_000, "1", 1), pods(1, "1")));
        }

        assertThat(String.join(" ", market.order())).isEqualTo(order);
    }

    @Test
    void saysWhatEachStrategySaysOfTheWinner() {
        var market =
                new Market()
                        .by(Strategy.PRIORITY, Strategy.MOST_PODS, Strategy.LEAST_NODES)
                        .priorities(new Priority(5, List.of("^[abc]")))
                        .with(
                                parsed("a=4:16×2:4"),
                                parsed("b=4:16×1:4"),
                                parsed("c=4:16×1:3"),
                                parsed("d=4:16×1:9"));

        assertThat(market.sentences())
                .containsExactly(
                        "b has priority 5, the highest of the remaining groups",
                        "b places 4 pods, the most of the remaining groups",
                        "b needs 1 node, the fewest of the remaining groups",
                        "the number of nodes in b is unknown, so there is no resize to plan; it"
                                + " needs 1 more node");
    }

    @Test
    void saysThatNoGroupHasAPriority() {
        var market =
                new Market()
                        .by(Strategy.PRIORITY, Strategy.LEAST_WASTE)
                        .priorities(new Priority(5, List.of("x")))
                        .with(parsed("a=4:16×1:3"), parsed("b=8:16×1:3"));

        assertThat(market.sentences())
                .startsWith(
                        "none of the remaining groups has a priority, so the strategy priority"
                                + " decides nothing",
                        "a wastes the least of the remaining groups: its unused shares of cpu and"
                                + " memory add up to 0.5");
    }

    /// Only what a strategy of the chain asks for is refused.
    @Test
    void asksForNoPriceThatNobodyLooksAt() {
        var free = on(parsed("a=4:16×1:3"), Resources.NONE);

        assertThat(new Market().by(Strategy.MOST_PODS).with(free).order()).containsExactly("a");
        assertThat(new Market().by(Strategy.LEAST_WASTE).with(free).sentences().getFirst())
                .isEqualTo("nodes of a have no cpu capacity to compare them by");
        assertThat(new Market().by(Strategy.MOST_PODS, Strategy.PRICE).with(free).order())
                .isEmpty();
    }

    @Test
    void drawsEveryGroupAsOftenAndAlwaysTheSameForASeed() {
        var winners = new TreeMap<String, Integer>();
        int seeds = 20_000;
        for (int seed = 0; seed < seeds; seed++) {
            winners.merge(drawn(seed).getFirst(), 1, Integer::sum);
        }

        assertThat(winners.keySet()).containsExactly("a", "b", "c", "d");
        for (int count : winners.values()) {
            assertThat((double) count / seeds).isCloseTo(0.25, within(0.015));
        }
        assertThat(drawn(7)).isEqualTo(drawn(7));
    }

    private static List<String> drawn(long seed) {
        var market = new Market().by(Strategy.RANDOM_BY_SEED).seed(seed);
        for (var group : new ArrayList<>(List.of("d", "a", "c", "b"))) {
            market.with(taking(option(group, 1_000, "-", 1), pods(1, "-")));
        }
        return market.order();
    }

    @Test
    void passesOnWhatTheScoreFindsAlike() {
        var dear = taking(option("dear", 1_000, "4", 1), pods(2, "2"));
        var cheap = taking(option("cheap", 1_000, "1", 2), pods(2, "1"));

        assertThat(new Market().preferring(1_000).with(dear, cheap).order())
                .containsExactly("cheap", "dear");
        assertThat(
                        new Market()
                                .preferring(1_000)
                                .by(Strategy.PRICE, Strategy.LEAST_NODES)
                                .with(dear, cheap)
                                .order())
                .containsExactly("dear", "cheap");
    }
}
