package dev.plimsoll.scaling;

import java.util.List;

/// How pods that wait get nodes.
///
/// @param choice which groups grow for them
/// @param ceilings limits that groups share
public record Policy(Choice choice, List<Ceiling> ceilings) {

    public static final Policy DEFAULT = new Policy(new Choice.CheapestMix(), List.of());

    /// Which groups grow.
    public sealed interface Choice {

        /// The cheapest set of groups for all pods.
        record CheapestMix() implements Choice {}

        /// Round by round the group that ranks best takes the pods that it can.
        record Ranked(dev.plimsoll.ranking.Policy ranking) implements Choice {}

        /// The same with the cheapest set of the groups that rank alike.
        record MixOfBest(dev.plimsoll.ranking.Policy ranking) implements Choice {}
    }

    public Policy {
        ceilings = List.copyOf(ceilings);
    }
}
