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
        /// It is sized by its utilisation, and has the pods that select it.
        UTILISATION,
        /// It is sized by its utilisation, and also has the pods that fit on its nodes and select
        /// no other group.
        UTILISATION_OF_FITTING
    }
}
