package dev.plimsoll.sharing;

import java.util.List;

/// How the replicas of a workload are shared out.
///
/// @param shares by cluster, in order of the names
/// @param missing replicas that find no room
/// @param moved replicas that stop on one cluster and start on another
public record Division(List<Share> shares, int missing, int moved) {

    /// The number of the hash that draws: another one may draw otherwise.
    public static final int HASH = 1;

    /// What one cluster runs.
    ///
    /// @param before how many it ran
    /// @param quota its exact share, as a fraction
    /// @param floor of the quota
    public record Share(
            String cluster, int before, int replicas, String quota, int floor, Cause cause) {}

    /// Why a cluster runs as many as it does.
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
        /// It is no candidate.
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
