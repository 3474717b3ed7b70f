package dev.plimsoll.scaling;

import dev.plimsoll.ranking.RankingPolicy;

/// How the groups that grow for pending pods are chosen.
public sealed interface ScaleUpStrategy {

    /// The cheapest set of groups for all pods.
    record CheapestMix() implements ScaleUpStrategy {}

    /// The groups that rank best, round by round.
    sealed interface ByRank extends ScaleUpStrategy {

        /// How groups are ranked.
        RankingPolicy ranking();
    }

    /// The group that ranks best takes the pods that it can.
    record Ranked(RankingPolicy ranking) implements ByRank {}

    /// The cheapest set of the groups that share the best rank takes them.
    record MixOfBest(RankingPolicy ranking) implements ByRank {}
}
