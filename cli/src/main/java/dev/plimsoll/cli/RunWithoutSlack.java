package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Turns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The same run of the embedded cluster with no room kept free, for comparison.
final class RunWithoutSlack {

    /// Shorter runs say little. A second run takes as long as the first, so long ones are not
    /// compared.
    private static final Duration SHORTEST = Duration.ofHours(1);

    private static final Duration LONGEST = Duration.ofDays(2);

    private final EmbeddedScenario scenario;
    private final Loops loops;
    private final long seed;
    private final Duration every;

    RunWithoutSlack(EmbeddedScenario scenario, Loops loops, long seed, Duration every) {
        this.scenario = scenario;
        this.loops = loops;
        this.seed = seed;
        this.every = every;
    }

    /// Counts the removals that failed.
    private static final class Counter implements Journal<Cluster> {
        private long failedRemovals;

        @Override
        public <S, P, M> void decided(
                LoopSpec<? extends Cluster, S, P, M> spec,
                Cluster observed,
                Question<S, P, M> question,
                Decision<M> decision) {
            failedRemovals +=
                    decision.reasons().stream()
                            .filter(reason -> RunFigures.isFailedRemoval(reason.rule().code()))
                            .count();
        }

        @Override
        public void failed(LoopId loop, Instant now, String cause) {}

        @Override
        public void acted(LoopId loop, List<Outcome> outcomes) {}
    }

    /// @return nothing if no room is kept free, if the run does not take from an hour to two days,
    ///   or if somebody asks to stop
    Optional<RunFigures> until(Instant end, Console console) {
        var length = Duration.between(Run.START, end);
        boolean isCompared = length.compareTo(SHORTEST) >= 0 && length.compareTo(LONGEST) <= 0;
        if (!isCompared || !keepsRoom()) {
            return Optional.empty();
        }
        var setup = loops.withoutSlack().setup();
        var world = scenario.scenario().world(Run.START, seed);
        var counter = new Counter();
        var turns = new Turns<>(world, counter, Memory.none(), seed);
        try (var progress = new Progress(console, "the same run without slack")) {
            for (var now = Run.START; !now.isAfter(end); now = now.plus(every)) {
                if (console.isStopping()) {
                    return Optional.empty();
                }
                world.advanceTo(now);
                turns.turn(now, setup);
                progress.say(Sentences.time(now));
            }
        }
        return Optional.of(RunFigures.of(world, counter.failedRemovals));
    }

    private boolean keepsRoom() {
        return !loops.scaled().isEmpty() && loops.scaling().keptFree() instanceof KeptFree.Room;
    }
}
