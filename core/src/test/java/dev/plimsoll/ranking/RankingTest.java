package dev.plimsoll.ranking;

import static dev.plimsoll.ranking.Market.asking;
import static dev.plimsoll.ranking.Market.having;
import static dev.plimsoll.ranking.Market.money;
import static dev.plimsoll.ranking.Market.notYet;
import static dev.plimsoll.ranking.Market.on;
import static dev.plimsoll.ranking.Market.option;
import static dev.plimsoll.ranking.Market.pods;
import static dev.plimsoll.ranking.Market.taking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.RankingPolicy.Reading;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RankingTest {

    private static final String GPU = "nvidia.com/gpu";

    /// The four tables of the source: the ratio alone, and with unfitness. It prints 42, 13.0,
    /// 168.0, 7.24 and 52 where digits were cut off too early.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    machine           | cpu | price | pod   | ratio     | score
                    n1-standard-2     | 2   | 0.095 | 0.003 | 5.842105  | 23.368421
                    n1-standard-8     | 8   | 0.380 | 0.003 | 20.842105 | 20.842105
                    n1-standard-2+GPU | 2   | 0.795 | 0.003 | 42.684211 | 170.736842
                    n1-standard-2     | 2   | 0.095 | 0.045 | 1.819672  | 7.278689
                    n1-standard-8     | 8   | 0.380 | 0.045 | 6.491803  | 6.491803
                    n1-standard-2+GPU | 2   | 0.795 | 0.045 | 13.295082 | 53.180328
                    """)
    void printsTheTablesOfTheSource(
            String machine, int cpu, String price, String pod, String ratio, String score) {
        var capacity = Resources.of(Cpu.cores(cpu), Bytes.NONE).with(GPU, machine.length() - 13);
        var option = on(taking(option(machine, 1, price, 1), pods(1, pod)), capacity);

        var scored =
                new Market()
                        .reading(Reading.SOURCE)
                        .preferring(8_000)
                        .steadiedBy("0.016")
                        .with(option)
                        .score();

        assertThat(Score.rounded(scored.ratio())).isEqualTo(ratio);
        assertThat(Score.rounded(scored.value())).isEqualTo(score);
    }

    /// suppress(4, n) is the source's table up to 50 nodes.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | of 4     | of 2     | of 1
                    1     | 4.000000 | 2.000000 | 1.000000
                    2     | 3.800296 | 1.933432 | 1.000000
                    3     | 3.602354 | 1.867451 | 1.000000
                    4     | 3.407874 | 1.802625 | 1.000000
                    5     | 3.218439 | 1.739480 | 1.000000
                    10    | 2.388851 | 1.462950 | 1.000000
                    20    | 1.441325 | 1.147108 | 1.000000
                    40    | 1.032918 | 1.010973 | 1.000000
                    50    | 1.008712 | 1.002904 | 1.000000
                    80    | 1.000160 | 1.000053 | 1.000000
                    """)
    void countsUnfitnessTheLessTheMoreNodesCome(int nodes, String four, String two, String one) {
        assertThat(Score.rounded(Formula.suppress(4, nodes, 15))).isEqualTo(four);
        assertThat(Score.rounded(Formula.suppress(2, nodes, 15))).isEqualTo(two);
        assertThat(Score.rounded(Formula.suppress(1, nodes, 15))).isEqualTo(one);
    }

    /// What the tests of Cluster Autoscaler's price expander choose; the scores are its formula.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    preferred | ng1          | ng2       | ng3      | ranking
                    2000      | 20×2 p1 p2   | 200×1 p1 p2 |        | ng1=2.416790 ng2=10.500000
                    4000      | 50×2 p1 p2   | 200×1 p1 p2 |        | ng2=5.250000 ng1=10.450813
                    4000      | 20×80 p1 p2  | 200×40 p1 p2 |       | ng1=40.256432 ng2=200.250000
                    2000      | 200×2 p1 p2  | 100×1 p1 p2 |        | ng2=5.500000 ng1=19.817677
                    2000      | 200×2 p1     | 200×1 p1 p2 |        | ng2=10.500000 ng1=26.423570
                    2000      | -×2 p1       | -×1 p1 p2 |          | ''
                    2000      | 200×2 p1     | 200×1 p1 p2 | 200×1 p1 p2 | ng2=10.500000 ng3=21.000000 ng1=26.423570
                    2000      | 200×2 p1     | 200×1 p1 p2 | 90×1 p1 p2 | ng3=10.000000 ng2=10.500000 ng1=26.423570
                    """)
    void choosesAsClusterAutoscalerDoes(
            int preferred, String ng1, String ng2, String ng3, String ranking) {
        var market =
                new Market()
                        .reading(Reading.CLUSTER_AUTOSCALER)
                        .preferring(preferred)
                        .steadiedBy("10")
                        .with(offered("ng1", 1_000, ng1), offered("ng2", 4_000, ng2));
        if (ng3 != null) {
            market.with(notYet(offered("ng3", 4_000, ng3)));
        }

        var ranked = new ArrayList<String>();
        for (var each : market.rank().ranked()) {
            ranked.add(each.option().group() + "=" + Score.rounded(each.value()));
        }
        assertThat(String.join(" ", ranked)).isEqualTo(ranking);
    }

    /// `20×2 p1 p2`: two nodes at $20 that take the pods p1 ($20) and p2 ($10).
    private static Option offered(String group, int cpuMillis, String text) {
        var words = text.split(" ", -1);
        var nodes = words[0].split("×", -1);
        var option = option(group, cpuMillis, nodes[0], Integer.parseInt(nodes[1]));
        return words.length == 2
                ? taking(option, pods(1, "20"))
                : taking(option, pods(1, "20"), pods(1, "10"));
    }

    /// The bounds of the source's bands, which it gives to two bands each, belong to the lower one.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | source | cluster-autoscaler
                    0     | 1      | 1
                    1     | 1      | 1
                    2     | 1      | 1
                    3     | 2      | 2
                    6     | 2      | 2
                    7     | 4      | 4
                    9     | 4      | 4
                    20    | 4      | 4
                    21    | 8      | 8
                    27    | 8      | 8
                    60    | 8      | 8
                    61    | 8      | 16
                    80    | 8      | 16
                    81    | 16     | 16
                    200   | 16     | 16
                    201   | 16     | 32
                    243   | 16     | 32
                    300   | 16     | 32
                    301   | 32     | 32
                    500   | 32     | 32
                    """)
    void prefersLargerNodesInLargerClusters(int nodes, int source, int clusterAutoscaler) {
        assertThat(preferred(nodes, Reading.SOURCE)).isEqualTo(Cpu.cores(source));
        assertThat(preferred(nodes, Reading.PLIMSOLL)).isEqualTo(Cpu.cores(source));
        assertThat(preferred(nodes, Reading.CLUSTER_AUTOSCALER))
                .isEqualTo(Cpu.cores(clusterAutoscaler));
    }

    private static Cpu preferred(int nodes, Reading reading) {
        var market = new Market().clusterNodes(nodes).reading(reading);
        return new Scoring(market.seen(), market.policy()).preferred;
    }

    @ParameterizedTest
    @CsvSource({"1000,2000,2", "2000,1000,2", "1000,1000,1", "8000,2000,4", "1500,1000,1.5"})
    void isUnfitByHowManyTimesTheCpuIsOff(long preferred, long node, double unfitness) {
        assertThat(Formula.unfitness(new Cpu(preferred), new Cpu(node))).isEqualTo(unfitness);
    }

    /// The prices of the source, and what a pod costs by them.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    cpu  | memoryMi | storageMi | gpus | dollars
                    0    | 0        | 0         | 0    | 0.01
                    100  | 0        | 0         | 0    | 0.0133174
                    1500 | 0        | 0         | 0    | 0.059761
                    0    | 1024     | 0         | 0    | 0.014446
                    0    | 500      | 0         | 0    | 0.012170898
                    500  | 500      | 0         | 0    | 0.028757898
                    0    | 0        | 51200     | 0    | 0.01694445
                    0    | 0        | 0         | 2    | 1.41
                    2000 | 8192     | 1024      | 1    | 0.812054889
                    """)
    void pricesAPodByWhatItAsksFor(
            long cpu, long memoryMi, long storageMi, long gpus, String dollars) {
        var requests =
                Resources.of(new Cpu(cpu), Bytes.mebibytes(memoryMi))
                        .with(Resources.STORAGE, Bytes.mebibytes(storageMi).count())
                        .with(GPU, gpus);

        assertThat(rates("0.01").price(requests))
                .isEqualTo(new Price.Known(money(dollars), "the rates"));
    }

    private static Rates rates(String pod) {
        return new Rates.Of(
                new UnitPrices(
                        money("0.033174"),
                        money("0.004446"),
                        money("0.7"),
                        money(pod),
                        money("0.000138889")));
    }

    /// Half a core costs $0.016587, which the source cuts off to 0.016.
    @ParameterizedTest
    @CsvSource({
        "SOURCE,             0.016587",
        "PLIMSOLL,           0.016587",
        "CLUSTER_AUTOSCALER, 0.018757898"
    })
    void steadiesByThePriceOfASmallPod(Reading reading, String dollars) {
        var market = new Market().reading(reading).rates(rates("0"));

        assertThat(new Scoring(market.seen(), market.policy()).stabilisation)
                .isEqualTo(money(dollars));
    }

    /// Every node has a GPU, and is as the cluster prefers it.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    reading            | gpu            | asked | suppressed | rule
                    PLIMSOLL           | nvidia.com/gpu | 0     | 1000       | gpus-unused
                    PLIMSOLL           | amd.com/gpu    | 0     | 1000       | gpus-unused
                    PLIMSOLL           | nvidia.com/gpu | 1     | 1          |
                    SOURCE             | nvidia.com/gpu | 0     | 1          |
                    SOURCE             | nvidia.com/gpu | 1     | 1          |
                    CLUSTER_AUTOSCALER | nvidia.com/gpu | 0     | 1000       | gpus
                    CLUSTER_AUTOSCALER | nvidia.com/gpu | 1     | 1000       | gpus
                    PLIMSOLL           | example.com/x  | 0     | 1          |
                    """)
    void keepsGpusForThoseThatAskForThem(
            Reading reading, String gpu, long asked, double suppressed, String rule) {
        var capacity = Resources.of(Cpu.cores(8), Bytes.NONE).with(gpu, 1);
        var option =
                on(
                        taking(option("a", 1, "1", 9), asking(1, Resources.NONE.with(gpu, asked))),
                        capacity);
        var market = new Market().reading(reading).preferring(8_000).with(option);

        assertThat(market.score().suppressed()).isEqualTo(suppressed);
        assertThat(market.codes().subList(1, market.codes().size() - 2))
                .isEqualTo(rule == null ? List.of() : List.of(rule));
    }

    @ParameterizedTest
    @EnumSource
    void countsAGroupThatDoesNotExistTwice(Reading reading) {
        var option = taking(option("a", 8_000, "3", 1), pods(1, "2"));
        var market = new Market().reading(reading).preferring(8_000).with(notYet(option));

        assertThat(market.score().value()).isEqualTo(3);
        assertThat(market.sentences())
                .contains("a does not exist yet: its score is multiplied by 2");
    }

    /// Two options, `a` takes ten pods and `b` nine. On the factor the fuller one stays first.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    reading            | factor | a     | b | winner | rule
                    PLIMSOLL           | 2      | 3     | 4 | a      | best-score
                    PLIMSOLL           | 2      | 4     | 4 | a      | best-score
                    PLIMSOLL           | 2      | 4.001 | 4 | a      | places-more
                    PLIMSOLL           | 2      | 8     | 4 | a      | places-more
                    PLIMSOLL           | 2      | 8.001 | 4 | b      | cheaper-despite-leaving
                    PLIMSOLL           | 3.5    | 14    | 4 | a      | places-more
                    PLIMSOLL           | 3.5    | 14.01 | 4 | b      | cheaper-despite-leaving
                    PLIMSOLL           | 1      | 4     | 4 | a      | best-score
                    PLIMSOLL           | 1      | 4.001 | 4 | b      | cheaper-despite-leaving
                    SOURCE             | 2      | 4.001 | 4 | b      | best-score
                    CLUSTER_AUTOSCALER | 2      | 4.001 | 4 | b      | best-score
                    """)
    void takesAllPodsUnlessAFewAreABargain(
            Reading reading, String factor, String a, String b, String winner, String rule) {
        var market =
                new Market()
                        .reading(reading)
                        .partialFactor(factor)
                        .preferring(1_000)
                        .with(
                                taking(option("a", 1_000, a, 1), pods(10, "0.1")),
                                taking(option("b", 1_000, b, 1), pods(8, "0"), pods(1, "1")));

        assertThat(market.order().getFirst()).isEqualTo(winner);
        assertThat(market.codes()).contains(rule);
    }

    /// Each rung of the ladder must be better by the factor than the one that holds.
    @Test
    void climbsFromTheFullestOptionOn() {
        var market =
                new Market()
                        .preferring(1_000)
                        .with(
                                taking(option("all", 1_000, "100", 1), pods(10, "0.1")),
                                taking(option("most", 1_000, "6", 1), pods(8, "0.125")),
                                taking(option("few", 1_000, "5.9", 1), pods(2, "0.5")));

        assertThat(market.order()).containsExactly("most", "few", "all");
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    b     | pod | winner | sentence
                    2 × 2 | 1   | b      | b has the lowest score of the remaining groups, 2: 2 nodes for $4.00 an hour, stabilised cost ratio 2, unfitness 1
                    2 × 3 | 1   | b      | b ties with a and costs less: $6.00 an hour, a costs $9.00
                    3 × 3 | 1.5 | a      | a ties with b and comes first by name
                    """)
    void breaksTiesByDollarsThenByName(String b, String pod, String winner, String sentence) {
        var each = b.split(" × ", -1);
        var market =
                new Market()
                        .preferring(1_000)
                        .with(
                                taking(
                                        option("b", 1_000, each[0], Integer.parseInt(each[1])),
                                        pods(2, pod)),
                                taking(option("a", 1_000, "3", 3), pods(2, "1.5")));

        assertThat(market.order().getFirst()).isEqualTo(winner);
        assertThat(market.sentences()).contains(sentence);
    }

    /// Only the winner's price is known; both are; they differ by less than sentences show.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    z      | a       | sentence
                    1      | -       | z ties with a, and only its own price is known
                    -      | -       | a ties with z and comes first by name
                    1      | 1       | a ties with z and comes first by name
                    1      | 1.5     | z ties with a and costs less: $1.00 an hour, a costs $1.50
                    1.0001 | 1.00011 | z ties with a and costs less: $1.0001 an hour, a costs $1.00011
                    """)
    void saysWhatBrokeATie(String z, String a, String sentence) {
        var market =
                new Market()
                        .by(RankingPolicy.Strategy.MOST_PODS)
                        .with(
                                taking(option("z", 1_000, z, 1), pods(1, "1")),
                                taking(option("a", 1_000, a, 1), pods(1, "1")));

        assertThat(market.sentences().getFirst()).isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    reading            | cpu | price | pod | X | sentence
                    PLIMSOLL           | 1   | -     | 1   | 1 | the price of a node of a is unknown
                    PLIMSOLL           | 0   | 1     | 1   | 1 | nodes of a have no cpu capacity to compare them by
                    PLIMSOLL           | 1   | 1     | -   | 1 | the ideal price of 2 pods on a is unknown
                    PLIMSOLL           | 1   | 1     | 0   | 0 | the ideal price of 2 pods on a is zero, and so is the stabilisation price: the cost ratio is undefined
                    PLIMSOLL           | 1   | 0     | 0   | - | the ideal price of 2 pods on a is zero, and so is the stabilisation price: the cost ratio is undefined
                    SOURCE             | 1   | 0     | 0   | 0 | the ideal price of 2 pods on a is zero, and so is the stabilisation price: the cost ratio is undefined
                    CLUSTER_AUTOSCALER | 0   | 0     | 0   | 0 | nodes of a have no cpu capacity to compare them by
                    """)
    void refusesWhatHasNoScore(
            Reading reading, long cpu, String price, String pod, String steady, String sentence) {
        var good = taking(option("b", 1_000, "9", 1), pods(1, "1"));
        var bad = taking(option("a", cpu, price, 1), pods(2, pod));
        var market = new Market().reading(reading).steadiedBy(steady).with(bad, good);

        assertThat(market.order()).containsExactly("b");
        assertThat(market.rank().refused())
                .extracting(refused -> refused.why().sentence())
                .containsExactly(sentence);
        assertThat(market.sentences().getFirst()).isEqualTo(sentence);
    }

    @Test
    void refusesAnOptionThatTakesNoPod() {
        var nobody = option("a", 1_000, "0", 1);
        var market = new Market().steadiedBy("1").with(nobody);

        assertThat(market.sentences())
                .containsExactly(
                        "no pending pod fits on new nodes of a",
                        "no node group is left to choose from: 1 was refused");
        assertThat(market.reading(Reading.SOURCE).order()).containsExactly("a");
        assertThat(new Market().sentences())
                .containsExactly("there is no node group to choose from");
    }

    @Test
    void growsTheWinnerWhereItsSizeIsKnown() {
        var option = taking(option("a", 1_000, "1", 3), pods(1, "1"));

        var known = new Market().with(having(option, 4)).decide();
        var unknown = new Market().with(option);

        assertThat(known.plan()).isEqualTo(Plan.of(new Step.ResizeGroup("a", 4, 7)));
        assertThat(unknown.decide().plan()).isEqualTo(Plan.nothing());
        assertThat(unknown.sentences())
                .containsExactly(
                        "the preferred node size in a cluster of 0 nodes is 1 cpu; the"
                                + " stabilisation price is $0.00 an hour",
                        "a is the only remaining group",
                        "the number of nodes in a is unknown, so there is no resize to plan; it"
                                + " needs 3 more nodes");
    }

    @Test
    void refusesPoliciesThatNobodyCanMean() {
        assertThatThrownBy(() ->
                        new Market()
                                .by(RankingPolicy.Strategy.PRICE, RankingPolicy.Strategy.PRICE)
                                .policy())
                .hasMessage(
                        "strategies are listed once each, and at least one, got [PRICE, PRICE]");
        assertThatThrownBy(() -> new Market().partialFactor("0.9"))
                .hasMessageContaining("the other factors are 1 or more, got [15, 0.9, 1000]");
        assertThatThrownBy(() -> new Market().preferring(0))
                .hasMessage("a preferred node has cpu, got 0");
    }
}
