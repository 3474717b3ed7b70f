package dev.plimsoll.bench;

import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option;
import dev.plimsoll.ranking.Option.Machine;
import dev.plimsoll.ranking.Option.Size;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.Portion;
import dev.plimsoll.ranking.Ranking;
import dev.plimsoll.ranking.RankingPolicy;
import dev.plimsoll.ranking.RankingPolicy.Factors;
import dev.plimsoll.ranking.RankingPolicy.Preferred;
import dev.plimsoll.ranking.RankingPolicy.Priority;
import dev.plimsoll.ranking.RankingPolicy.Reading;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import dev.plimsoll.ranking.RankingSeen;
import dev.plimsoll.ranking.Rates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Measures the CPU time of ranking groups, warm, with reasons: the best of several rounds, because
/// the machine is shared. The exit code is 1 if the target for 10,000 pods is missed.
public final class RankingBench {

    private static final double MOST_MILLIS = 5;
    private static final int GROUPS = 100;
    private static final int PODS = 10_000;

    private final Verdict verdict = new Verdict();

    private RankingBench() {}

    public static void main(String[] arguments) {
        var bench = new RankingBench();
        System.out.println("100 groups for 10,000 pods");
        for (int shapes : List.of(1, 100, 1_000, PODS)) {
            bench.measure("shapes: " + shapes, shapes, RankingPolicy.DEFAULT);
        }
        bench.measure("five strategies", 100, byFive());
        System.exit(bench.verdict.exitCode());
    }

    private static RankingPolicy byFive() {
        return new RankingPolicy(
                Reading.PLIMSOLL,
                List.of(
                        Strategy.PRIORITY,
                        Strategy.LEAST_WASTE,
                        Strategy.PRICE,
                        Strategy.MOST_PODS,
                        Strategy.RANDOM_BY_SEED),
                new Preferred.BySize(),
                Factors.DEFAULT,
                List.of(new Priority(10, List.of("group-.*7"))));
    }

    private void measure(String what, int shapes, RankingPolicy policy) {
        var question =
                new Question<>(seen(shapes), policy, NoPast.NONE, List.of(), Instant.EPOCH, 0);
        var ranking = new Ranking();
        long nanos = Warm.best(List.of(() -> ranking.decide(question).reasons().size()));
        verdict.say(what, nanos / 1e6, MOST_MILLIS, "ms");
    }

    /// Almost all pods fit on every group, on nodes of its own size and price.
    private static RankingSeen seen(int shapes) {
        var random = new SplittableRandom(1);
        var rates = new Rates.Of(UnitPrices.BASE);
        var portions = new ArrayList<Portion>();
        for (int i = 0; i < shapes; i++) {
            var requests =
                    Resources.of(
                            new Cpu(random.nextInt(1, 20) * 100L),
                            Bytes.mebibytes(random.nextInt(1, 40) * 100L));
            portions.add(new Portion(requests, PODS / shapes, rates.price(requests)));
        }
        var options = new ArrayList<Option>();
        for (int i = 0; i < GROUPS; i++) {
            long cores = 1L << random.nextInt(1, 7);
            options.add(
                    new Option(
                            "group-" + i,
                            new Size.Of(random.nextInt(100)),
                            new Machine(
                                    Resources.of(Cpu.cores(cores), Bytes.gibibytes(4 * cores)),
                                    new Price.Known(
                                            new Money(
                                                    cores
                                                            * random.nextLong(
                                                                    40_000_000, 55_000_000)),
                                            "the bench")),
                            (int) (PODS / cores) + 1,
                            Standing.EXISTS,
                            portions.subList(0, Math.max(1, shapes - random.nextInt(3)))));
        }
        return new RankingSeen(500, PODS, new Price.Unknown("not given"), rates, options);
    }
}
