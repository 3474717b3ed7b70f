package dev.plimsoll.groups;

import java.time.Instant;

/// Machines that the provider was asked for and that did not join the cluster yet.
///
/// @param since the first turn that saw the target above the number of nodes
public record Missing(int nodes, Instant since) {}
