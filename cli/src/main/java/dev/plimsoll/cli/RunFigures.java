package dev.plimsoll.cli;

import dev.plimsoll.simulator.EmbeddedCluster;
import dev.plimsoll.simulator.PodWaits;
import dev.plimsoll.simulator.Summary;
import java.util.List;
import java.util.Map;

/// The result of a run of the embedded cluster, for comparison with another one.
///
/// @param waits of all pods
/// @param failedRemovals how often a moved pod, or a placeholder after it, fitted on no node that
///   stayed
record RunFigures(Summary summary, PodWaits waits, long failedRemovals) {

    /// The rules by which a removal has failed.
    private static final List<String> FAILED = List.of("removal-failed", "removal-failed-room");

    static RunFigures of(EmbeddedCluster world, long failedRemovals) {
        return new RunFigures(world.summary(), world.podWaits().getLast(), failedRemovals);
    }

    /// @param rules how often each fired, by its code
    static long failedRemovals(Map<String, Long> rules) {
        return FAILED.stream().mapToLong(rule -> rules.getOrDefault(rule, 0L)).sum();
    }

    /// Whether a reason with this rule is about a failed removal.
    static boolean isFailedRemoval(String rule) {
        return FAILED.contains(rule);
    }
}
