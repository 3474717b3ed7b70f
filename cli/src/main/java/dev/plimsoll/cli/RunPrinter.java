package dev.plimsoll.cli;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Shows decisions as they are made, counts them, and passes them on to the journal.
final class RunPrinter implements Journal<Object> {

    private final Run.Closing journal;
    private final Console console;
    private final boolean all;
    private final RunView view;
    private final ReadingComparison readings;
    private final Map<String, Long> rules = new TreeMap<>();
    private final Map<LoopId, Plan> wanted = new LinkedHashMap<>();
    private long decisions;
    private long changes;
    private long failures;

    /// Compares no readings.
    RunPrinter(Run.Closing journal, Console console, boolean all, RunView view) {
        this(journal, console, all, view, new ReadingComparison(List.of()));
    }

    RunPrinter(
            Run.Closing journal,
            Console console,
            boolean all,
            RunView view,
            ReadingComparison readings) {
        this.journal = journal;
        this.console = console;
        this.all = all;
        this.view = view;
        this.readings = readings;
    }

    @Override
    public <S, P, M> void decided(
            LoopSpec<? extends Object, S, P, M> spec,
            Object observed,
            Question<S, P, M> question,
            Decision<M> decision) {
        journal.file().ifPresent(file -> file.decided(spec, observed, question, decision));
        readings.decided(question, decision);
        decisions++;
        boolean changed = !decision.plan().steps().isEmpty();
        changes += changed ? 1 : 0;
        decision.reasons().forEach(reason -> rules.merge(reason.rule().code(), 1L, Long::sum));
        boolean repeats = repeats(spec, decision.plan());
        if (all || (changed && !repeats)) {
            var line = RunLine.of(question.now(), spec.id().name(), question.seen(), decision);
            view.show(question.now(), line);
        }
    }

    /// Whether a dry run wants the same steps as before.
    private boolean repeats(LoopSpec<?, ?, ?, ?> spec, Plan plan) {
        return spec.dryRun() && plan.equals(wanted.put(spec.id(), plan));
    }

    @Override
    public void failed(LoopId loop, Instant now, String cause) {
        journal.file()
                .ifPresentOrElse(
                        file -> file.failed(loop, now, cause),
                        () -> console.warn(loop + " could not decide: " + cause));
    }

    @Override
    public void acted(LoopId loop, List<Outcome> outcomes) {
        journal.file().ifPresent(file -> file.acted(loop, outcomes));
        for (var outcome : outcomes) {
            if (outcome instanceof Outcome.Failed(var step, var why)
                    && !why.equals(LoopSpec.DRY_RUN)) {
                failures++;
                console.warn(Sentences.of(step) + ": " + why);
            }
        }
    }

    long decisions() {
        return decisions;
    }

    long changes() {
        return changes;
    }

    long failures() {
        return failures;
    }

    /// How often each rule fired, by its code.
    Map<String, Long> rules() {
        return rules;
    }
}
