package dev.plimsoll.simulator;

import java.time.Instant;

/// An event of a simulated cluster that no step caused, for those who watch it.
///
/// @param group the group that it concerns
public record ClusterEvent(Instant at, String group, String sentence) {}
