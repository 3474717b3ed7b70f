package dev.plimsoll.decision;

import java.time.Instant;

/// Machines that the provider was asked for and that have not joined the cluster.
///
/// @param since the time of the first turn in which they were missing
public record Missing(int nodes, Instant since) {}
