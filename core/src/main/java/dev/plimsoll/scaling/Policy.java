package dev.plimsoll.scaling;

import java.util.List;

/// How pods that wait get nodes.
///
/// @param strategy which groups grow for them
/// @param ceilings limits that groups share
public record Policy(ScaleUpStrategy strategy, List<Ceiling> ceilings) {

    public static final Policy DEFAULT = new Policy(new ScaleUpStrategy.CheapestMix(), List.of());

    public Policy {
        ceilings = List.copyOf(ceilings);
    }
}
