package dev.plimsoll.simulator;

import java.time.Duration;

/// How long the pods of a namespace were pending. Pods that are still pending, or were deleted
/// while pending, count too; DaemonSet pods do not.
///
/// @param namespace empty for all pods
/// @param pods the number of pods
/// @param delayed the pods that found no room at once: they were pending for more than a second,
///   which is the time that a binding takes
/// @param mean rounded up to milliseconds
/// @param p99 the 99th percentile
public record PodWaits(
        String namespace,
        long pods,
        long delayed,
        Duration mean,
        Duration p99,
        Summary.Waits waits,
        Summary.Counts counts) {}
