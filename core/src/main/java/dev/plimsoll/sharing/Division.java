package dev.plimsoll.sharing;

import java.util.List;

/// The division of a workload's replicas over clusters.
///
/// @param shares by cluster, in order of the names
/// @param missing replicas without room
/// @param moved replicas that stop on one cluster and start on another
public record Division(List<Share> shares, int missing, int moved) {

    /// The version of the hash behind draws. Another version may draw differently.
    public static final int HASH = 1;

    /// The replicas of one cluster.
    ///
    /// @param before replicas that it ran before
    /// @param quota its exact share, as a fraction
    /// @param floor the quota rounded down
    public record Share(
            String cluster, int before, int replicas, String quota, int floor, Cause cause) {}

    /// The reason for the number of replicas of a cluster.
    public enum Cause {
        WHOLE,
        FLOOR,
        KEPT,
        DRAWN,
        FULL,
        MINIMUM,
        BY_ORDER,
        WEBSTER,
        SEATED,
        NO_WEIGHT,
        /// It is not a candidate.
        LEFT
    }

    public Division {
        shares = List.copyOf(shares);
    }

    static Division of(List<Share> shares, int missing) {
        long removed = 0;
        long added = 0;
        for (var share : shares) {
            removed += Math.max(0, share.before() - share.replicas());
            added += Math.max(0, share.replicas() - share.before());
        }
        return new Division(shares, missing, Math.toIntExact(Math.min(removed, added)));
    }
}
