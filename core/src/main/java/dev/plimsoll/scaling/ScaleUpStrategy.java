package dev.plimsoll.scaling;

import dev.plimsoll.ranking.RankingPolicy;

/// Which groups grow for pods that wait.
public sealed interface ScaleUpStrategy {

    /// The cheapest set of groups for all pods.
    record CheapestMix() implements ScaleUpStrategy {}

    /// Round by round those that rank best.
    sealed interface ByRank extends ScaleUpStrategy {

        /// How groups are ranked.
        RankingPolicy ranking();
    }

    /// The group that ranks best takes the pods that it can.
    record Ranked(RankingPolicy ranking) implements ByRank {}

    /// The cheapest set of the groups that rank best alike takes them.
    record MixOfBest(RankingPolicy ranking) implements ByRank {}
}
