package dev.plimsoll.cluster;

import java.time.Instant;

/// Whether a node takes pods, and if not, why.
public sealed interface NodeState {

    /// It takes pods.
    record Active() implements NodeState {}

    /// Somebody closed it; it is left alone.
    record Cordoned() implements NodeState {}

    /// We closed it, at that moment, to remove it.
    record Draining(Instant since) implements NodeState {}

    /// Somebody wants it gone.
    record Forced() implements NodeState {}
}
