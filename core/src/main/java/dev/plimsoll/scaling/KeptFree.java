package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackSeen;
import dev.plimsoll.slack.WantedSlack;

/// How much room is kept free for pods to come.
public sealed interface KeptFree {

    /// What annotations and CapacityBuffers ask for, and no more.
    record Asked() implements KeptFree {}

    /// A share of the cluster, and what annotations and CapacityBuffers ask for.
    record Room(SlackPolicy policy) implements KeptFree {}

    /// Whether no room is kept free, which is found without sums.
    default boolean isNothing(Cluster cluster) {
        return this instanceof Asked && !WantedSlack.isAsked(cluster);
    }

    /// The placeholders that hold it.
    default WantedSlack wanted(SlackSeen seen) {
        return switch (this) {
            case Asked _ -> WantedSlack.asked(seen);
            case Room(var policy) -> WantedSlack.of(seen, policy);
        };
    }
}
