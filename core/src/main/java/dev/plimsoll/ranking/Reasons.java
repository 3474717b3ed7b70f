package dev.plimsoll.ranking;

import static dev.plimsoll.decision.Fact.exactly;
import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;
import static dev.plimsoll.ranking.Score.rounded;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.prices.Price;
import dev.plimsoll.ranking.Option.Size;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.RankingPolicy.Reading;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import java.util.ArrayList;
import java.util.List;

/// The reasons for a ranking: the refused options, the notes on the others, and then each strategy
/// that preferred the winner.
final class Reasons {

    /// The subject of reasons that are about no single group.
    private static final String ALL = "all options";

    private final RankingSeen seen;
    private final RankingPolicy policy;
    private final Ranks ranks;
    private final Scoring scoring;
    private final Chain chain;
    private final List<Reason> reasons = new ArrayList<>();

    Reasons(Question<RankingSeen, RankingPolicy, NoPast> question, Ranks ranks) {
        seen = question.seen();
        policy = question.policy();
        this.ranks = ranks;
        scoring = new Scoring(seen, policy);
        chain = new Chain(policy, question.seed());
    }

    List<Reason> all() {
        ranks.refused().forEach(refused -> reasons.add(refused.why()));
        if (seen.options().isEmpty()) {
            because(Rules.NO_OPTIONS, ALL);
        } else if (ranks.ranked().isEmpty()) {
            because(Rules.NO_OPTIONS_LEFT, ALL, fact("options", seen.options().size()));
        } else {
            notes();
            var winner = ranks.ranked().getFirst();
            won(winner);
            if (winner.option().size() instanceof Size.Unknown) {
                because(Rules.GROUP_SIZE_UNKNOWN, winner, fact("count", winner.option().count()));
            }
        }
        return reasons;
    }

    private void because(Rule rule, String subject, Fact... facts) {
        reasons.add(Reason.because(rule, subject, facts));
    }

    private void because(Rule rule, Ranked ranked, Fact... facts) {
        because(rule, ranked.option().group(), facts);
    }

    private void notes() {
        if (!policy.has(Strategy.PRICE)) {
            return;
        }
        var stabilisation = fact("stabilisationPrice", scoring.stabilisation);
        var cpu = fact("preferredCpu", scoring.preferred.toString());
        switch (policy.preferred()) {
            case RankingPolicy.Preferred.Of _ ->
                    because(Rules.PREFERRED_BY_POLICY, ALL, cpu, stabilisation);
            case RankingPolicy.Preferred.BySize _ ->
                    because(
                            Rules.PREFERRED_BY_SIZE,
                            ALL,
                            fact("clusterNodes", seen.clusterNodes()),
                            cpu,
                            stabilisation);
        }
        ranks.ranked().forEach(this::note);
    }

    private void note(Ranked ranked) {
        if (scoring.hasUnusedGpus(ranked.option())) {
            because(
                    policy.reading() == Reading.PLIMSOLL ? Rules.GPUS_UNUSED : Rules.GPUS,
                    ranked,
                    figure("suppressed", policy.factors().gpuUnfitness()));
        }
        if (ranked.option().standing() == Standing.NOT_YET) {
            because(Rules.GROUP_NOT_EXISTING, ranked, fact("factor", Scoring.NOT_YET));
        }
    }

    private void won(Ranked winner) {
        var left = chain.sorted(ranks.ranked());
        if (left.size() == 1) {
            because(Rules.ONLY_ONE, winner, facts(winner));
            return;
        }
        for (var strategy : policy.strategies()) {
            var best = chain.best(left, strategy);
            if (best.size() < left.size()) {
                won(winner, strategy, left);
            } else if (strategy == Strategy.PRIORITY && !winner.marks().containsKey(strategy)) {
                because(Rules.NO_PRIORITY, ALL);
            }
            left = best;
        }
        if (left.size() > 1) {
            tied(winner, left.stream().sorted(Chain.TIES).toList().get(1));
        }
    }

    private void won(Ranked winner, Strategy strategy, List<Ranked> left) {
        var option = winner.option();
        switch (strategy) {
            case PRICE -> wonByPrice(winner, left);
            case LEAST_WASTE ->
                    because(
                            Rules.LEAST_WASTE,
                            winner,
                            figure("waste", rounded(winner.mark(strategy))));
            case MOST_PODS -> because(Rules.MOST_PODS, winner, fact("pods", option.takes()));
            case LEAST_NODES -> because(Rules.LEAST_NODES, winner, fact("count", option.count()));
            case PRIORITY ->
                    because(Rules.PRIORITY, winner, fact("priority", (long) winner.mark(strategy)));
            case RANDOM_BY_SEED ->
                    because(Rules.RANDOM_CHOICE, winner, fact("options", left.size()));
        }
    }

    /// @param left in order of the pods that they leave pending, then of their score
    private void wonByPrice(Ranked winner, List<Ranked> left) {
        var fullest = left.getFirst();
        if (policy.looksAtLeaves() && fullest.leaves() < winner.leaves()) {
            compare(Rules.CHEAPER_DESPITE_LEAVING, winner, fullest);
            return;
        }
        var lowest = left.getFirst();
        for (var each : left) {
            lowest = each.value() < lowest.value() ? each : lowest;
        }
        if (lowest.value() < winner.value()) {
            compare(Rules.PLACES_MORE, winner, lowest);
            return;
        }
        because(Rules.BEST_SCORE, winner, facts(winner));
    }

    private void compare(Rule rule, Ranked winner, Ranked other) {
        because(
                rule,
                winner,
                figure("score", rounded(winner.value())),
                fact("leaves", winner.leaves()),
                fact("other", other.option().group()),
                figure("otherScore", rounded(other.value())),
                fact("otherLeaves", other.leaves()),
                figure("factor", policy.factors().partial()));
    }

    private void tied(Ranked winner, Ranked other) {
        var name = fact("other", other.option().group());
        if (!(winner.option().cost() instanceof Price.Known(var cost, _))) {
            because(Rules.FIRST_BY_NAME, winner, name);
        } else if (!(other.option().cost() instanceof Price.Known(var otherCost, _))) {
            because(Rules.PRICE_KNOWN, winner, name);
        } else if (cost.equals(otherCost)) {
            because(Rules.FIRST_BY_NAME, winner, name);
        } else if (cost.rounded().equals(otherCost.rounded())) {
            because(
                    Rules.CHEAPER,
                    winner,
                    name,
                    exactly("cost", cost),
                    exactly("otherCost", otherCost));
        } else {
            because(Rules.CHEAPER, winner, name, fact("cost", cost), fact("otherCost", otherCost));
        }
    }

    private static Fact[] facts(Ranked ranked) {
        var count = fact("count", ranked.option().count());
        return switch (ranked.score()) {
            case Score.None _ -> new Fact[] {count};
            case Score.Of of ->
                    new Fact[] {
                        count,
                        figure("score", rounded(of.value())),
                        fact("cost", of.cost()),
                        fact("ideal", of.ideal()),
                        figure("ratio", rounded(of.ratio())),
                        figure("unfitness", rounded(of.unfitness())),
                        figure("suppressed", rounded(of.suppressed())),
                        fact("leaves", ranked.leaves())
                    };
        };
    }
}
