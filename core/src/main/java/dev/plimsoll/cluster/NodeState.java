package dev.plimsoll.cluster;

import java.time.Instant;

/// Whether a node accepts pods, and if not, why.
public sealed interface NodeState {

    /// It accepts pods.
    record Active() implements NodeState {}

    /// It accepts pods, and an operator wants it left alone.
    record Paused() implements NodeState {}

    /// It was cordoned by someone else, and is left alone.
    record Cordoned() implements NodeState {}

    /// It was cordoned by us, at this time, to be removed.
    record Draining(Instant since, DrainCause why) implements NodeState {

        public Draining(Instant since) {
            this(since, DrainCause.UNKNOWN);
        }
    }

    /// Its removal was requested by someone else.
    record Forced() implements NodeState {}

    /// It goes without our doing: a spot interruption, a shutdown, or its deletion.
    ///
    /// @param why the taint or the condition that says so
    record Leaving(String why) implements NodeState {}

    /// It counts as no room, whatever its taints say.
    ///
    /// @param why what it is: `not Ready`, `virtual`
    record Closed(String why) implements NodeState {}
}
