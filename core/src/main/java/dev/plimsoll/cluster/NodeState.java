package dev.plimsoll.cluster;

import java.time.Instant;

/// Whether a node accepts pods, and if not, why.
public sealed interface NodeState {

    /// It accepts pods.
    record Active() implements NodeState {}

    /// It was cordoned by someone else, and is left alone.
    record Cordoned() implements NodeState {}

    /// It was cordoned by us, at this time, to be removed.
    record Draining(Instant since) implements NodeState {}

    /// Its removal was requested by someone else.
    record Forced() implements NodeState {}
}
