package dev.plimsoll.scaling;

import dev.plimsoll.ranking.Policy;

/// Which groups grow for pods that wait.
public sealed interface Choice {

    /// The cheapest set of groups for all pods.
    record CheapestMix() implements Choice {}

    /// Round by round those that rank best.
    sealed interface ByRank extends Choice {

        /// How groups are ranked.
        Policy ranking();
    }

    /// The group that ranks best takes the pods that it can.
    record Ranked(Policy ranking) implements ByRank {}

    /// The cheapest set of the groups that rank best alike takes them.
    record MixOfBest(Policy ranking) implements ByRank {}
}
