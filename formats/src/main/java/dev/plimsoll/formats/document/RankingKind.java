package dev.plimsoll.formats.document;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.prices.Price;
import dev.plimsoll.ranking.Option;
import dev.plimsoll.ranking.Ranked;
import dev.plimsoll.ranking.Ranking;
import dev.plimsoll.ranking.RankingPolicy;
import dev.plimsoll.ranking.RankingSeen;
import dev.plimsoll.ranking.Ranks;
import dev.plimsoll.ranking.Score;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Ranking questions: `RankingQuestion`.
public final class RankingKind implements Kind<RankingSeen, RankingPolicy, NoPast, Ranks> {

    @Override
    public String name() {
        return "Ranking";
    }

    @Override
    public Decider<RankingSeen, RankingPolicy, NoPast> decider() {
        return new Ranking();
    }

    @Override
    public Answer<NoPast, Ranks> answer(Question<RankingSeen, RankingPolicy, NoPast> question) {
        return new Ranking().answer(question);
    }

    @Override
    public NoPast none() {
        return NoPast.NONE;
    }

    @Override
    public RankingSeen seen(Fields fields) {
        return new RankingSeenReader(fields).read();
    }

    @Override
    public RankingPolicy policy(Fields fields) {
        return new RankingPolicyReader(fields).read(List.of());
    }

    @Override
    public NoPast past(Fields fields) {
        return NoPast.NONE;
    }

    @Override
    public Map<String, Object> details(Ranks ranks) {
        var beside = new LinkedHashMap<String, Object>();
        if (!ranks.ranked().isEmpty()) {
            var winner = ranks.ranked().getFirst().option();
            beside.put("winner", Trees.ordered("group", winner.group(), "count", winner.count()));
        }
        var ranking = new ArrayList<>();
        ranks.ranked().forEach(ranked -> ranking.add(tree(ranked)));
        for (var refused : ranks.refused()) {
            var tree = tree(refused.option());
            tree.put("leaves", refused.leaves());
            tree.put("refused", refused.why().sentence());
            ranking.add(tree);
        }
        beside.put("ranking", ranking);
        return beside;
    }

    private static Map<String, Object> tree(Ranked ranked) {
        var tree =
                switch (ranked.score()) {
                    case Score.None _ -> tree(ranked.option());
                    case Score.Of score -> tree(ranked.option(), score);
                };
        tree.put("leaves", ranked.leaves());
        ranked.marks()
                .forEach((strategy, mark) -> {
                    switch (strategy) {
                        case LEAST_WASTE -> tree.put("waste", number(mark));
                        case PRIORITY -> tree.put("priority", number(mark));
                        case MOST_PODS, LEAST_NODES, PRICE, RANDOM_BY_SEED -> {}
                    }
                });
        return tree;
    }

    private static Map<String, Object> tree(Option option) {
        var tree = Trees.ordered("group", option.group());
        if (option.cost() instanceof Price.Known(var cost, _)) {
            tree.put("cost", number(cost.dollars()));
        }
        return tree;
    }

    private static Map<String, Object> tree(Option option, Score.Of score) {
        var tree = Trees.ordered("group", option.group(), "score", number(score.value()));
        tree.put("cost", number(score.cost().dollars()));
        tree.put("ideal", number(score.ideal().dollars()));
        if (score.ideal().nanos() > 0) {
            tree.put("costRatio", number((double) score.cost().nanos() / score.ideal().nanos()));
        }
        tree.put("ratio", number(score.ratio()));
        tree.put("unfitness", number(score.unfitness()));
        tree.put("suppressed", number(score.suppressed()));
        return tree;
    }

    private static BigDecimal number(double value) {
        return number(Score.rounded(value));
    }

    private static BigDecimal number(BigDecimal value) {
        return value.stripTrailingZeros();
    }

    @Override
    public Map<String, Object> policy(RankingPolicy policy) {
        return RankingPolicyReader.tree(policy);
    }

    @Override
    public Map<String, Object> past(NoPast past) {
        return new LinkedHashMap<>();
    }
}
