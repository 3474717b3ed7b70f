package dev.plimsoll.cluster;

import java.time.Instant;

/// Whether a node takes pods, and if not, why.
public sealed interface Duty {

    /// It takes pods.
    record Active() implements Duty {}

    /// Somebody closed it; it is left alone.
    record Cordoned() implements Duty {}

    /// We closed it, at that moment, to remove it.
    record Draining(Instant since) implements Duty {}

    /// Somebody wants it gone.
    record Forced() implements Duty {}
}
