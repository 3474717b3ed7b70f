package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.Price;
import dev.plimsoll.ranking.Ranked;
import dev.plimsoll.ranking.Ranking;
import dev.plimsoll.ranking.RankingPolicy;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import dev.plimsoll.ranking.RankingSeen;
import dev.plimsoll.ranking.Ranks;
import dev.plimsoll.ranking.Score;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The bids of groups for the pods that are left, as ranking orders them.
final class Round {

    private final Map<String, Bid> bids = new LinkedHashMap<>();
    private final Question<RankingSeen, RankingPolicy, NoPast> question;
    private final Ranks ranks;

    /// @param clusterNodes the number of existing nodes
    /// @param soFar the result of the rounds before
    Round(List<Bid> bids, int clusterNodes, Packing soFar, RankingPolicy policy) {
        bids.forEach(bid -> this.bids.put(bid.group().name(), bid));
        var seen =
                new RankingSeen(
                        clusterNodes + soFar.opened().size(),
                        soFar.leaves(),
                        new Price.Unknown("a bid has no price of a small pod"),
                        Bid.RATES,
                        bids.stream().map(bid -> bid.option(soFar)).toList());
        this.question =
                new Question<>(seen, policy, NoPast.NONE, List.<Outcome>of(), Instant.EPOCH, 0);
        this.ranks = Ranking.rank(seen, policy, question.seed());
    }

    boolean hasWinner() {
        return !ranks.ranked().isEmpty();
    }

    Bid winner() {
        return bid(ranks.ranked().getFirst());
    }

    /// The winner, and the bids that tie with it in every strategy.
    List<Bid> best() {
        return ranks.ranked().subList(0, ranks.tied()).stream().map(this::bid).toList();
    }

    /// All but the winner, the best first.
    List<Ranked> losers() {
        return ranks.ranked().subList(1, ranks.ranked().size());
    }

    Bid bid(Ranked ranked) {
        return Objects.requireNonNull(bids.get(ranked.option().group()));
    }

    /// The reasons for the winner.
    List<Reason> why() {
        return new Ranking()
                .decide(question).reasons().stream()
                        .filter(reason -> reason.rule().effect() == Effect.CHOSE)
                        .toList();
    }

    /// The reason against a loser: the first strategy in which it is worse than the winner.
    Reason against(Ranked loser) {
        var winner = ranks.ranked().getFirst();
        for (var strategy : question.policy().strategies()) {
            if (strategy == Strategy.RANDOM_BY_SEED) {
                return because(Rules.NOT_DRAWN, loser.option().group());
            }
            double own = loser.by(strategy);
            double best = winner.by(strategy);
            if (own != best && Double.isFinite(best)) {
                return lower(loser.option().group(), strategy, own, best);
            }
        }
        return because(Rules.RANK_TIED, loser.option().group());
    }

    /// @param own may be none
    private static Reason lower(String group, Strategy strategy, double own, double best) {
        var by = fact("strategy", strategy.code());
        var winner = figure("best", Score.rounded(best));
        return Double.isFinite(own)
                ? because(Rules.RANKS_LOWER, group, by, figure("mark", Score.rounded(own)), winner)
                : because(Rules.NOT_RANKED, group, by, winner);
    }
}
