package dev.plimsoll.ranking;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.RankingPolicy.Preferred;

/// Scores options by the formula of the package comment.
final class Scoring {

    /// The factor for the score of a group that does not exist yet.
    static final int NOT_YET = 2;

    private static final Cpu SMALL_CPU = new Cpu(500);
    private static final Bytes SMALL_MEMORY = Bytes.mebibytes(500);

    final Cpu preferred;
    final Money stabilisation;

    private final RankingPolicy policy;

    Scoring(RankingSeen seen, RankingPolicy policy) {
        this.policy = policy;
        preferred =
                switch (policy.preferred()) {
                    case Preferred.Of(var cpu) -> cpu;
                    case Preferred.BySize _ ->
                            Formula.preferred(seen.clusterNodes(), policy.reading());
                };
        stabilisation =
                switch (seen.stabilisation()) {
                    case Price.Known(var hour, _) -> hour;
                    case Price.Unknown _ -> ofSmallPod(seen.rates());
                };
    }

    private Money ofSmallPod(Rates rates) {
        var requests =
                switch (policy.reading()) {
                    case PLIMSOLL, SOURCE -> Resources.of(SMALL_CPU, Bytes.NONE);
                    case CLUSTER_AUTOSCALER -> Resources.of(SMALL_CPU, SMALL_MEMORY);
                };
        return switch (rates.price(requests)) {
            case Price.Known(var hour, _) -> hour;
            case Price.Unknown _ -> Money.NONE;
        };
    }

    Score score(Option option) {
        if (option.node().capacity().cpu().millis() == 0) {
            return none(Rules.NO_CPU, option);
        }
        return switch (option.cost()) {
            case Price.Unknown _ -> none(Rules.NO_PRICE, option);
            case Price.Known(var cost, _) -> score(option, cost);
        };
    }

    private Score score(Option option, Money cost) {
        long ideal = 0;
        for (var portion : option.pods()) {
            if (!(portion.price() instanceof Price.Known(var hour, _))) {
                return none(Rules.NO_POD_PRICE, option);
            }
            ideal = Math.addExact(ideal, Math.multiplyExact(hour.nanos(), portion.count()));
        }
        long stabilised = Math.addExact(ideal, stabilisation.nanos());
        if (stabilised == 0) {
            return none(Rules.NO_RATIO, option);
        }
        double ratio = (double) cost.plus(stabilisation).nanos() / stabilised;
        double unfitness = Formula.unfitness(preferred, option.node().capacity().cpu());
        double suppressed = suppressed(option, unfitness);
        double value = suppressed * ratio;
        return new Score.Of(
                cost,
                new Money(ideal),
                ratio,
                unfitness,
                suppressed,
                option.standing() == Standing.EXISTS ? value : value * NOT_YET);
    }

    private double suppressed(Option option, double unfitness) {
        return hasUnusedGpus(option)
                ? policy.factors().gpuUnfitness().doubleValue()
                : Formula.suppress(
                        unfitness, option.count(), policy.factors().suppressOver().doubleValue());
    }

    boolean hasUnusedGpus(Option option) {
        return switch (policy.reading()) {
            case SOURCE -> false;
            case CLUSTER_AUTOSCALER -> option.hasGpus();
            case PLIMSOLL -> option.hasGpus() && !option.asksForGpus();
        };
    }

    private static Score none(Rule rule, Option option) {
        return new Score.None(Reason.because(rule, option.group(), fact("pods", option.takes())));
    }
}
