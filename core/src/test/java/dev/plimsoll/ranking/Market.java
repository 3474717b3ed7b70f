package dev.plimsoll.ranking;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Machine;
import dev.plimsoll.ranking.Option.Size;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.RankingPolicy.Factors;
import dev.plimsoll.ranking.RankingPolicy.Preferred;
import dev.plimsoll.ranking.RankingPolicy.Priority;
import dev.plimsoll.ranking.RankingPolicy.Reading;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Groups on offer, and what is chosen of them.
final class Market {

    private final List<Option> options = new ArrayList<>();
    private Reading reading = Reading.PLIMSOLL;
    private List<Strategy> strategies = List.of(Strategy.PRICE);
    private Preferred preferred = new Preferred.BySize();
    private Factors factors = Factors.DEFAULT;
    private List<Priority> priorities = List.of();
    private Price stabilisation = new Price.Unknown("not given");
    private Rates rates = new Rates.Unknown();
    private int clusterNodes;
    private long seed;

    Market reading(Reading other) {
        reading = other;
        return this;
    }

    Market by(Strategy... others) {
        strategies = List.of(others);
        return this;
    }

    Market preferring(long cpuMillis) {
        preferred = new Preferred.Of(new Cpu(cpuMillis));
        return this;
    }

    Market partialFactor(String factor) {
        factors =
                new Factors(factors.suppressOver(), new BigDecimal(factor), factors.gpuUnfitness());
        return this;
    }

    Market priorities(Priority... others) {
        priorities = List.of(others);
        return this;
    }

    Market steadiedBy(String dollars) {
        stabilisation = price(dollars);
        return this;
    }

    Market rates(Rates others) {
        rates = others;
        return this;
    }

    Market clusterNodes(int nodes) {
        clusterNodes = nodes;
        return this;
    }

    Market seed(long other) {
        seed = other;
        return this;
    }

    Market with(Option... more) {
        options.addAll(List.of(more));
        return this;
    }

    RankingSeen seen() {
        return new RankingSeen(
                clusterNodes, RankingSeen.mostTaken(options), stabilisation, rates, options);
    }

    RankingPolicy policy() {
        return new RankingPolicy(reading, strategies, preferred, factors, priorities);
    }

    Ranks rank() {
        return Ranking.rank(seen(), policy(), seed);
    }

    List<String> order() {
        return rank().ranked().stream().map(each -> each.option().group()).toList();
    }

    Decision<NoPast> decide() {
        return new Ranking()
                .decide(
                        new Question<>(
                                seen(), policy(), NoPast.NONE, List.of(), Instant.EPOCH, seed));
    }

    List<String> sentences() {
        return decide().reasons().stream().map(Reason::sentence).toList();
    }

    List<String> codes() {
        return decide().reasons().stream().map(reason -> reason.rule().code()).toList();
    }

    /// The only option, with its score.
    Score.Of score() {
        return (Score.Of) rank().ranked().getFirst().score();
    }

    /// An option of one group, to be changed as a test needs it.
    static Option option(String group, long cpuMillis, String nodePrice, int count) {
        return new Option(
                group,
                new Size.Unknown(),
                new Machine(Resources.of(new Cpu(cpuMillis), Bytes.NONE), price(nodePrice)),
                count,
                Standing.EXISTS,
                List.of());
    }

    static Option taking(Option option, Portion... pods) {
        return new Option(
                option.group(),
                option.size(),
                option.node(),
                option.count(),
                option.standing(),
                List.of(pods));
    }

    static Option notYet(Option option) {
        return new Option(
                option.group(),
                option.size(),
                option.node(),
                option.count(),
                Standing.NOT_YET,
                option.pods());
    }

    static Option having(Option option, int nodes) {
        return new Option(
                option.group(),
                new Size.Of(nodes),
                option.node(),
                option.count(),
                option.standing(),
                option.pods());
    }

    static Option on(Option option, Resources capacity) {
        return new Option(
                option.group(),
                option.size(),
                new Machine(capacity, option.node().price()),
                option.count(),
                option.standing(),
                option.pods());
    }

    static Portion pods(int count, String price) {
        return new Portion(Resources.NONE, count, price(price));
    }

    static Portion asking(int count, Resources requests) {
        return new Portion(requests, count, price("1"));
    }

    /// `-` stands for none that is known.
    static Price price(String dollars) {
        return dollars.equals("-") ? new Price.Unknown("not given") : price(money(dollars));
    }

    static Price price(Money hour) {
        return new Price.Known(hour, "the test");
    }

    static Money money(String dollars) {
        return Money.dollars(new BigDecimal(dollars));
    }
}
