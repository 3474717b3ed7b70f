package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.turn.LoopId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// One turn of all loops: what was seen, decided and done.
///
/// @param cluster as it was observed last
/// @param requests to the API server since the turn before, watches included
public record TurnReport(
        Instant at, Cluster cluster, List<LoopTurn> loops, Duration took, long requests) {

    public TurnReport {
        loops = List.copyOf(loops);
    }

    /// One turn of a loop.
    ///
    /// @param seen what its decider saw
    /// @param dryRun whether its steps were not taken on purpose
    /// @param outcomes of its steps; empty if it decided none
    public record LoopTurn(
            LoopId loop,
            Object seen,
            Decision<?> decision,
            boolean dryRun,
            List<Outcome> outcomes) {

        public LoopTurn {
            outcomes = List.copyOf(outcomes);
        }
    }
}
