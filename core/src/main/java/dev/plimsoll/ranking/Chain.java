package dev.plimsoll.ranking;

import dev.plimsoll.collection.Hash;
import dev.plimsoll.prices.Price;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/// The strategies of a policy, applied one after the other: each keeps the best of the options that
/// the one before it kept.
final class Chain {

    /// The order of tied options: the lower cost first, then the name. Unknown prices come last.
    static final Comparator<Ranked> TIES =
            Comparator.comparingLong(Chain::dollars).thenComparing(each -> each.option().group());

    /// Options that leave fewer pods pending come first, then the lower score.
    private static final Comparator<Ranked> BY_LEAVES_THEN_SCORE =
            Comparator.comparingLong(Ranked::leaves)
                    .thenComparingDouble(Ranked::value)
                    .thenComparing(TIES);

    private final RankingPolicy policy;
    private final Hash hash;
    private final double factor;

    Chain(RankingPolicy policy, long seed) {
        this.policy = policy;
        hash = new Hash("", seed);
        factor = policy.looksAtLeaves() ? policy.factors().partial().doubleValue() : 1;
    }

    /// All options in order: each is the best of those that come after it.
    List<Ranked> ranking(List<Ranked> options) {
        var left = sorted(options);
        var ranking = new ArrayList<Ranked>(left.size());
        while (!left.isEmpty()) {
            var first = Collections.min(tied(left), TIES);
            ranking.add(first);
            left.remove(first);
        }
        return ranking;
    }

    /// The best options: those that all strategies value the same.
    ///
    /// @param options in the order of [#sorted]
    List<Ranked> tied(List<Ranked> options) {
        if (options.isEmpty()) {
            return options;
        }
        var best = options;
        for (var strategy : policy.strategies()) {
            best = best(best, strategy);
        }
        return best;
    }

    /// The options in the order that [#best] needs.
    List<Ranked> sorted(List<Ranked> options) {
        var sorted = new ArrayList<>(options);
        sorted.sort(BY_LEAVES_THEN_SCORE);
        return sorted;
    }

    /// The options that the strategy values most, in the same order.
    List<Ranked> best(List<Ranked> options, Strategy strategy) {
        if (options.size() == 1) {
            return options;
        }
        return switch (strategy) {
            case PRICE -> byPrice(options);
            case LEAST_WASTE, LEAST_NODES -> lowest(options, byMark(strategy));
            case MOST_PODS, PRIORITY -> lowest(options, byMark(strategy).reversed());
            case RANDOM_BY_SEED -> lowest(options, byDraw());
        };
    }

    /// From the options that leave the fewest pods pending to those that leave the most: an option
    /// replaces the best so far only if its score is better by more than the factor.
    private List<Ranked> byPrice(List<Ranked> options) {
        var best = options.getFirst();
        for (var each : options) {
            if (each.value() * factor < best.value()) {
                best = each;
            }
        }
        var tied = new ArrayList<Ranked>();
        for (var each : options) {
            boolean asMany = each.leaves() == best.leaves() || !policy.looksAtLeaves();
            if (asMany && each.value() == best.value()) {
                tied.add(each);
            }
        }
        return tied;
    }

    private static Comparator<Ranked> byMark(Strategy strategy) {
        return Comparator.comparingDouble(each -> each.mark(strategy));
    }

    private Comparator<Ranked> byDraw() {
        return (one, other) ->
                Long.compareUnsigned(
                        hash.of(one.option().group()), hash.of(other.option().group()));
    }

    private static List<Ranked> lowest(List<Ranked> options, Comparator<Ranked> order) {
        var least = Collections.min(options, order);
        var lowest = new ArrayList<Ranked>();
        for (var each : options) {
            if (order.compare(each, least) == 0) {
                lowest.add(each);
            }
        }
        return lowest;
    }

    private static long dollars(Ranked ranked) {
        return switch (ranked.option().cost()) {
            case Price.Known(var hour, _) -> hour.nanos();
            case Price.Unknown _ -> Long.MAX_VALUE;
        };
    }
}
