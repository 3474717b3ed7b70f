package dev.plimsoll.groups;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.ranking.Option.Standing;

/// The operator's settings for a group, for every decider.
///
/// @param manage who decides about its size
/// @param limits on the number of its nodes
public record GroupPolicy(Manage manage, Limits limits, Standing standing) {

    /// The decider of a group's size.
    public enum Manage {
        /// It grows for pending pods.
        PODS,
        /// It is sized by its utilisation.
        UTILISATION
    }
}
