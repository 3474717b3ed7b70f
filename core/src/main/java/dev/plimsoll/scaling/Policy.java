package dev.plimsoll.scaling;

import java.util.List;

/// How pods that wait get nodes.
///
/// @param choice which groups grow for them
/// @param ceilings limits that groups share
public record Policy(Choice choice, List<Ceiling> ceilings) {

    public static final Policy DEFAULT = new Policy(new Choice.CheapestMix(), List.of());

    public Policy {
        ceilings = List.copyOf(ceilings);
    }
}
