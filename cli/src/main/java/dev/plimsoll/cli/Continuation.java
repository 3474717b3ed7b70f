package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.journal.Entry;
import dev.plimsoll.formats.journal.JournalFile;
import dev.plimsoll.formats.journal.JournalReader;
import dev.plimsoll.simulator.EmbeddedCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Continues the run of an embedded cluster that a journal records. The cluster itself ended with
/// its process; the same seed and the recorded steps at their times make the same cluster again.
final class Continuation {

    private record Turn(long id, Instant now) {}

    /// The end of a journal.
    ///
    /// @param last the time of its last decision
    /// @param hasSteps whether a step was taken at that time
    /// @param failedRemovals the failed removals that it records
    record End(Instant last, boolean hasSteps, long failedRemovals) {

        /// The time of the first turn: the last one again if no step was taken at it, because the
        /// process may have been killed in it.
        Instant next(Duration every) {
            return hasSteps ? last.plus(every) : last;
        }
    }

    private final Path journal;
    private final List<Turn> turns = new ArrayList<>();
    private final Map<Long, List<Step>> tried = new LinkedHashMap<>();
    private Cluster cluster = Cluster.EMPTY;
    private long seed;
    private long failedRemovals;

    private Continuation(Path journal) {
        this.journal = journal;
    }

    /// Brings the cluster to the end of the journal.
    ///
    /// @return nothing if the journal has no decision
    /// @throws BadInput if the journal does not record this cluster from its beginning
    static Optional<End> of(Path journal, EmbeddedCluster world, long seed) {
        var files = Stream.of(journal, JournalFile.older(journal)).filter(Files::exists).toList();
        // Anything else than a file is refused by the writer. Opening a pipe would wait.
        boolean isReadable = files.stream().allMatch(Files::isRegularFile);
        return files.isEmpty() || !isReadable
                ? Optional.empty()
                : new Continuation(journal).rebuild(world, seed);
    }

    private Optional<End> rebuild(EmbeddedCluster world, long ownSeed) {
        try (var reader = JournalReader.open(journal)) {
            while (reader.hasNext()) {
                take(reader.next(), reader);
            }
            if (turns.isEmpty()) {
                return Optional.empty();
            }
            if (reader.firstId() > 1) {
                throw wrong(
                        "its first decisions were removed to save space, so the run cannot be"
                                + " continued; name a new file");
            }
            if (seed != ownSeed) {
                throw wrong(
                        "it records a run with --seed "
                                + seed
                                + "; continue with that seed, or name a new file");
            }
            requireSameScenario(world);
            play(world);
            if (!world.observe().equals(cluster)) {
                throw wrong("it records another cluster; name a new file");
            }
            act(world, turns.getLast());
        }
        return Optional.of(end());
    }

    private void requireSameScenario(EmbeddedCluster world) {
        var recorded = EmbeddedScenario.named(cluster.name()).option();
        var wanted = EmbeddedScenario.named(world.observe().name()).option();
        if (recorded.equals(wanted)) {
            return;
        }
        if (recorded.isEmpty()) {
            throw wrong(
                    "it does not record a run with %s; leave %s out, or name a new file"
                            .formatted(wanted, wanted));
        }
        var change = wanted.isEmpty() ? "" : " and leave " + wanted + " out";
        throw wrong(
                "it records a run with %s; add %s%s, or name a new file"
                        .formatted(recorded, recorded, change));
    }

    private void take(Entry entry, JournalReader reader) {
        switch (entry) {
            case Entry.Decided<?, ?, ?> decided -> {
                turns.add(new Turn(decided.id(), decided.question().now()));
                seed = decided.question().seed();
                failedRemovals +=
                        decided.rules().stream().filter(RunFigures::isFailedRemoval).count();
                cluster = reader.cluster();
            }
            case Entry.Acted(var id, var outcomes) ->
                    tried.put(id, outcomes.stream().map(Outcome::step).toList());
            case Entry.Opened _, Entry.Failed _ -> {}
        }
    }

    /// Up to the last decision, without its steps.
    private void play(EmbeddedCluster world) {
        for (var turn : turns) {
            world.advanceTo(turn.now());
            if (turn.id() != turns.getLast().id()) {
                act(world, turn);
            }
        }
    }

    /// A step that failed is tried again: it may have been carried out in part.
    private void act(EmbeddedCluster world, Turn turn) {
        world.act(new Plan(tried.getOrDefault(turn.id(), List.of())));
    }

    private End end() {
        var last = turns.getLast().now();
        boolean hasSteps =
                turns.stream()
                        .filter(turn -> turn.now().equals(last))
                        .anyMatch(turn -> tried.containsKey(turn.id()));
        return new End(last, hasSteps, failedRemovals);
    }

    private BadInput wrong(String sentence) {
        return new BadInput(Place.whole(journal.toString()), "", sentence);
    }
}
