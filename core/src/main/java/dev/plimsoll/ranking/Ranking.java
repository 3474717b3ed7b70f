package dev.plimsoll.ranking;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Answering;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Size;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import dev.plimsoll.ranking.Ranks.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The decider that ranks options and grows the group of the best one. The formula and its source
/// are in the package comment, the rules in [Rules].
public final class Ranking implements Answering<RankingSeen, RankingPolicy, NoPast, Ranks> {

    @Override
    public List<Rule> rules() {
        return Rules.ALL;
    }

    @Override
    public Answer<NoPast, Ranks> answer(Question<RankingSeen, RankingPolicy, NoPast> question) {
        var ranks = rank(question.seen(), question.policy(), question.seed());
        var reasons = new Reasons(question, ranks).all();
        return new Answer<>(
                new Decision<>(plan(ranks), reasons, NoPast.NONE, Decision.NEVER), ranks);
    }

    private static Plan plan(Ranks ranks) {
        if (ranks.ranked().isEmpty()) {
            return Plan.nothing();
        }
        var winner = ranks.ranked().getFirst().option();
        return switch (winner.size()) {
            case Size.Unknown _ -> Plan.nothing();
            case Size.Of(var nodes) ->
                    Plan.of(
                            new Step.ResizeGroup(
                                    winner.group(), nodes, Math.addExact(nodes, winner.count())));
        };
    }

    /// All options in order, with the values that they were compared by.
    public static Ranks rank(RankingSeen seen, RankingPolicy policy, long seed) {
        var scoring = new Scoring(seen, policy);
        var entered = new ArrayList<Ranked>();
        var refused = new ArrayList<Refused>();
        for (var option : seen.options()) {
            long leaves = seen.pending() - option.takes();
            var score = scoring.score(option);
            var refusals = refusals(option, score, policy);
            if (refusals.isEmpty()) {
                entered.add(new Ranked(option, score, leaves, marks(option, policy)));
            } else {
                refused.add(new Refused(option, leaves, refusals.getFirst()));
            }
        }
        var chain = new Chain(policy, seed);
        int tied = chain.tied(chain.sorted(entered)).size();
        return new Ranks(chain.ranking(entered), tied, refused);
    }

    /// The reasons why an option cannot win. A value that no strategy needs may be missing.
    private static List<Reason> refusals(Option option, Score score, RankingPolicy policy) {
        if (policy.reading() == RankingPolicy.Reading.PLIMSOLL && option.pods().isEmpty()) {
            return List.of(Reason.because(Rules.NO_PODS, option.group()));
        }
        if (policy.has(Strategy.PRICE) && score instanceof Score.None(var why)) {
            return List.of(why);
        }
        if (policy.has(Strategy.LEAST_WASTE) && option.node().capacity().cpu().millis() == 0) {
            return List.of(
                    Reason.because(Rules.NO_CPU, option.group(), fact("pods", option.takes())));
        }
        return List.of();
    }

    private static SortedMap<Strategy, Double> marks(Option option, RankingPolicy policy) {
        var marks = new TreeMap<Strategy, Double>();
        for (var strategy : policy.strategies()) {
            switch (strategy) {
                case LEAST_WASTE -> marks.put(strategy, waste(option));
                case MOST_PODS -> marks.put(strategy, (double) option.takes());
                case LEAST_NODES -> marks.put(strategy, (double) option.count());
                case PRIORITY ->
                        policy.priorities().stream()
                                .filter(each -> each.matches(option.group()))
                                .mapToInt(RankingPolicy.Priority::priority)
                                .max()
                                .ifPresent(highest -> marks.put(strategy, (double) highest));
                case PRICE, RANDOM_BY_SEED -> {}
            }
        }
        return marks;
    }

    /// The unused shares of cpu and memory, added up: 2 if the pods request nothing.
    private static double waste(Option option) {
        return waste(option, Resources.CPU) + waste(option, Resources.MEMORY);
    }

    /// A resource that the node does not have is not wasted.
    private static double waste(Option option, String resource) {
        long each = option.node().capacity().asked(resource);
        if (each == 0) {
            return 0;
        }
        long asked = 0;
        for (var portion : option.pods()) {
            long portionAsks =
                    Math.multiplyExact(portion.requests().asked(resource), portion.count());
            asked = Math.addExact(asked, portionAsks);
        }
        long offered = Math.multiplyExact(each, option.count());
        return (double) (offered - asked) / offered;
    }
}
