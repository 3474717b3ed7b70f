package dev.plimsoll.scaling;

import java.util.List;

/// How nodes are bought for pending pods.
///
/// @param strategy how the groups that grow are chosen
/// @param ceilings limits that groups share
public record Policy(ScaleUpStrategy strategy, List<Ceiling> ceilings) {

    public static final Policy DEFAULT = new Policy(new ScaleUpStrategy.CheapestMix(), List.of());

    public Policy {
        ceilings = List.copyOf(ceilings);
    }
}
