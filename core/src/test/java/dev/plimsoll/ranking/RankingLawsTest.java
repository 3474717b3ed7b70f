package dev.plimsoll.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
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
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What holds for every market.
class RankingLawsTest {

    @Test
    void doesNotLookAtTheOrderOfOptions() {
        Seeds.forAll(random -> {
            var seen = anySeen(random);
            var policy = anyPolicy(random);
            var shuffled = new ArrayList<Option>();
            seen.options().forEach(option -> shuffled.add(shuffled(option, random)));
            Collections.shuffle(shuffled, new Random(random.nextLong()));

            var once = decide(seen, policy);
            var again = decide(with(seen, shuffled), policy);

            assertThat(again.plan()).isEqualTo(once.plan());
            assertThat(again.reasons()).isEqualTo(once.reasons());
            assertThat(order(Ranking.rank(with(seen, shuffled), policy, 7)))
                    .isEqualTo(order(Ranking.rank(seen, policy, 7)));
        });
    }

    private static Option shuffled(Option option, SplittableRandom random) {
        var pods = new ArrayList<>(option.pods());
        Collections.shuffle(pods, new Random(random.nextLong()));
        return new Option(
                option.group(),
                option.size(),
                option.node(),
                option.count(),
                option.standing(),
                pods);
    }

    @Test
    void doesNotLookAtTheCurrency() {
        Seeds.forAll(random -> {
            var seen = anySeen(random);
            var policy = anyPolicy(random);
            int factor = random.nextInt(2, 1_000);

            var once = Ranking.rank(seen, policy, 7);
            var scaled = Ranking.rank(scaled(seen, factor), policy, 7);

            assertThat(order(scaled)).isEqualTo(order(once));
            for (int i = 0; i < once.ranked().size(); i++) {
                assertThat(scaled.ranked().get(i).value()).isEqualTo(once.ranked().get(i).value());
            }
        });
    }

    private static RankingSeen scaled(RankingSeen seen, int factor) {
        var options = new ArrayList<Option>();
        for (var option : seen.options()) {
            var pods = new ArrayList<Portion>();
            for (var each : option.pods()) {
                pods.add(new Portion(each.requests(), each.count(), each.price().times(factor)));
            }
            options.add(
                    new Option(
                            option.group(),
                            option.size(),
                            new Machine(
                                    option.node().capacity(), option.node().price().times(factor)),
                            option.count(),
                            option.standing(),
                            pods));
        }
        return new RankingSeen(
                seen.clusterNodes(),
                seen.pending(),
                seen.stabilisation().times(factor),
                seen.rates(),
                options);
    }

    @Test
    void everyScoreIsANumberAndRefusedOptionsNeverWin() {
        Seeds.forAll(random -> {
            var seen = anySeen(random);
            var policy = anyPolicy(random);
            var ranks = Ranking.rank(seen, policy, 7);

            assertThat(ranks.ranked().size() + ranks.refused().size())
                    .isEqualTo(seen.options().size());
            for (var ranked : ranks.ranked()) {
                if (policy.has(Strategy.PRICE)) {
                    assertThat(ranked.value()).isFinite().isNotNegative();
                }
            }
            for (var step : decide(seen, policy).plan().steps()) {
                assertThat(((Step.ResizeGroup) step).group())
                        .isEqualTo(ranks.ranked().getFirst().option().group());
            }
        });
    }

    @Test
    void eachIsWhoWouldWinWithoutThoseBefore() {
        Seeds.forOneIn(
                4,
                random -> {
                    var seen = anySeen(random);
                    var policy = anyPolicy(random);
                    var order = order(Ranking.rank(seen, policy, 7));

                    for (int gone = 0; gone < order.size(); gone++) {
                        var before = order.subList(0, gone);
                        var rest = new ArrayList<>(seen.options());
                        rest.removeIf(option -> before.contains(option.group()));
                        assertThat(order(Ranking.rank(with(seen, rest), policy, 7)))
                                .isEqualTo(order.subList(gone, order.size()));
                    }
                });
    }

    /// By price alone, as it is the default.
    @Test
    void takesTheLowestScoreOfTheFullestOrOneBetterByTheFactor() {
        Seeds.forAll(random -> {
            var seen = anySeen(random);
            var factor = 1 + random.nextInt(40) / 10.0;
            var policy =
                    new RankingPolicy(
                            Reading.PLIMSOLL,
                            List.of(Strategy.PRICE),
                            new Preferred.BySize(),
                            new Factors(
                                    BigDecimal.valueOf(15),
                                    BigDecimal.valueOf(factor),
                                    BigDecimal.valueOf(1_000)),
                            List.of());
            var ranked = Ranking.rank(seen, policy, 7).ranked();
            if (ranked.isEmpty()) {
                return;
            }

            var winner = ranked.getFirst();
            long fewest = ranked.stream().mapToLong(Ranked::leaves).min().getAsLong();
            double lowest =
                    ranked.stream()
                            .filter(each -> each.leaves() == fewest)
                            .mapToDouble(Ranked::value)
                            .min()
                            .getAsDouble();
            if (winner.leaves() == fewest) {
                assertThat(winner.value()).isEqualTo(lowest);
            } else {
                assertThat(winner.value() * factor).isLessThan(lowest);
            }
            for (var each : ranked) {
                if (each.leaves() == winner.leaves()) {
                    assertThat(each.value()).isGreaterThanOrEqualTo(winner.value());
                }
            }
        });
    }

    /// The source's formula in plain doubles.
    @Test
    void agreesWithTheFormulaInDoubles() {
        Seeds.forAll(random -> {
            var seen = anySeen(random);
            var policy =
                    new RankingPolicy(
                            Reading.SOURCE,
                            List.of(Strategy.PRICE),
                            new Preferred.Of(Cpu.cores(4)),
                            Factors.DEFAULT,
                            List.of());
            double x = dollars(seen.stabilisation());

            for (var ranked : Ranking.rank(seen, policy, 7).ranked()) {
                var option = ranked.option();
                double c = dollars(option.node().price()) * option.count();
                double t =
                        option.pods().stream()
                                .mapToDouble(each -> dollars(each.price()) * each.count())
                                .sum();
                double cpu = option.node().capacity().cpu().millis() / 1_000.0;
                double u = Math.max(4 / cpu, cpu / 4);
                double s = (u - 1) * (1 - Math.tanh((option.count() - 1) / 15.0)) + 1;
                double twice = option.standing() == Standing.NOT_YET ? 2 : 1;
                double score = s * (c + x) / (t + x) * twice;
                assertThat(ranked.value()).isCloseTo(score, within(score * 1e-9));
            }
        });
    }

    private static double dollars(Price price) {
        return price instanceof Price.Known(var hour, _) ? hour.nanos() / 1e9 : 0;
    }

    @Test
    void everyReasonReadsWhole() {
        Seeds.forAll(random -> {
            var decision = decide(anySeen(random), anyPolicy(random));

            for (var reason : decision.reasons()) {
                assertThat(reason.sentence()).doesNotContain("{", "}", "  ").isNotBlank();
            }
        });
    }

    private static List<String> order(Ranks ranks) {
        return ranks.ranked().stream().map(each -> each.option().group()).toList();
    }

    private static RankingSeen with(RankingSeen seen, List<Option> options) {
        return new RankingSeen(
                seen.clusterNodes(), seen.pending(), seen.stabilisation(), seen.rates(), options);
    }

    private static Decision<NoPast> decide(RankingSeen seen, RankingPolicy policy) {
        return new Ranking()
                .decide(new Question<>(seen, policy, NoPast.NONE, List.of(), Instant.EPOCH, 7));
    }

    private static RankingPolicy anyPolicy(SplittableRandom random) {
        var strategies = new ArrayList<>(List.of(Strategy.values()));
        Collections.shuffle(strategies, new Random(random.nextLong()));
        return new RankingPolicy(
                List.of(Reading.values()).get(random.nextInt(3)),
                random.nextBoolean()
                        ? List.of(Strategy.PRICE)
                        : strategies.subList(0, random.nextInt(1, 4)),
                random.nextBoolean() ? new Preferred.BySize() : new Preferred.Of(new Cpu(2_500)),
                Factors.DEFAULT,
                List.of(new Priority(1, List.of("[13]")), new Priority(2, List.of("5$"))));
    }

    private static RankingSeen anySeen(SplittableRandom random) {
        var options = new ArrayList<Option>();
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++) {
            options.add(anyOption("group-" + i, random));
        }
        return new RankingSeen(
                random.nextInt(400),
                RankingSeen.mostTaken(options) + random.nextInt(3),
                random.nextInt(8) == 0 ? new Price.Unknown("not given") : anyPrice(random),
                new Rates.Unknown(),
                options);
    }

    private static Option anyOption(String group, SplittableRandom random) {
        var pods = new ArrayList<Portion>();
        for (int i = random.nextInt(4); i > 0; i--) {
            pods.add(
                    new Portion(anyResources(random, 500), random.nextInt(1, 4), anyPrice(random)));
        }
        return new Option(
                group,
                random.nextBoolean() ? new Size.Unknown() : new Size.Of(random.nextInt(9)),
                new Machine(
                        anyResources(random, 2_000),
                        random.nextInt(10) == 0
                                ? new Price.Unknown("not given")
                                : anyPrice(random)),
                random.nextInt(1, random.nextBoolean() ? 3 : 60),
                random.nextInt(5) == 0 ? Standing.NOT_YET : Standing.EXISTS,
                pods);
    }

    private static Resources anyResources(SplittableRandom random, int millis) {
        var resources =
                Resources.of(
                        new Cpu((long) random.nextInt(6) * millis),
                        Bytes.gibibytes(random.nextInt(4)));
        return random.nextInt(4) == 0 ? resources.with("nvidia.com/gpu", 1) : resources;
    }

    /// Few different ones, so that scores are alike now and then.
    private static Price anyPrice(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> Market.price(Money.NONE);
            case 1 -> Market.price(new Money(random.nextLong(1, 3_000_000_000L)));
            default -> Market.price(new Money(random.nextInt(1, 4) * 500_000_000L));
        };
    }
}
