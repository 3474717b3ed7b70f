package dev.plimsoll.cluster;

/// Who picks the variant of a group's next node.
public record GroupSpread(Zones zones, Types types) {

    /// Who picks the zone.
    public enum Zones {
        /// The provider, a zone with the fewest nodes of the group. Which of several such zones is
        /// not known.
        BALANCED,
        /// The planner.
        CHOSEN
    }

    /// Who picks the instance type.
    public enum Types {
        /// The provider, any of the group's types.
        ANY,
        /// The planner.
        CHOSEN
    }

    /// The planner picks both, as with node pools of Karpenter.
    public static final GroupSpread CHOSEN = new GroupSpread(Zones.CHOSEN, Types.CHOSEN);

    /// The provider picks both, as with autoscaling groups, scale sets and regional node pools.
    public static final GroupSpread PROVIDER = new GroupSpread(Zones.BALANCED, Types.ANY);
}
