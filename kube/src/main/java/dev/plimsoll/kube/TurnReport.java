package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.turn.LoopId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// One turn of all loops: what was seen, decided and done.
///
/// @param cluster as it was observed last
/// @param buffers the CapacityBuffers, with their status
/// @param evicted the pods whose eviction was accepted
/// @param requests to the API server since the turn before, watches included
public record TurnReport(
        Instant at,
        Cluster cluster,
        List<SeenBuffers.SeenBuffer> buffers,
        List<LoopTurn> loops,
        List<Evicted> evicted,
        Duration took,
        long requests) {

    public TurnReport {
        buffers = List.copyOf(buffers);
        loops = List.copyOf(loops);
        evicted = List.copyOf(evicted);
    }

    /// A pod that was evicted from a node.
    public record Evicted(ObjectName pod, String uid, String node) {}

    /// One turn of a loop.
    ///
    /// @param seen what its decider saw
    /// @param policy by which it decided
    /// @param dryRun whether its steps were not taken on purpose
    /// @param outcomes of its steps; empty if it decided none
    public record LoopTurn(
            LoopId loop,
            Object seen,
            Object policy,
            Decision<?> decision,
            boolean dryRun,
            List<Outcome> outcomes) {

        public LoopTurn {
            outcomes = List.copyOf(outcomes);
        }

        /// Whether a step was taken that changed the cluster.
        boolean hasChanged() {
            return outcomes.stream().anyMatch(Outcome.Done.class::isInstance);
        }

        /// This turn with the outcomes of its steps.
        LoopTurn with(List<Outcome> others) {
            return new LoopTurn(loop, seen, policy, decision, dryRun, others);
        }
    }
}
