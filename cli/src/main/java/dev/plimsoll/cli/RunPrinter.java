package dev.plimsoll.cli;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.simulator.ClusterEvent;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Prints decisions and the events of the cluster as they come, one a line under their day, counts
/// decisions, and passes them on to the journal.
final class RunPrinter implements Journal<Object> {

    private final Run.Closing journal;
    private final Console console;
    private final boolean all;
    private final boolean quiet;
    private final Map<String, Long> rules = new TreeMap<>();
    private long decisions;
    private long changes;
    private long failures;
    private LocalDate day = LocalDate.MIN;

    RunPrinter(Run.Closing journal, Console console, boolean all, boolean quiet) {
        this.journal = journal;
        this.console = console;
        this.all = all;
        this.quiet = quiet;
    }

    @Override
    public <S, P, M> void decided(
            LoopSpec<? extends Object, S, P, M> spec,
            Object observed,
            Question<S, P, M> question,
            Decision<M> decision) {
        journal.file().ifPresent(file -> file.decided(spec, observed, question, decision));
        decisions++;
        boolean changed = !decision.plan().steps().isEmpty();
        changes += changed ? 1 : 0;
        decision.reasons().forEach(reason -> rules.merge(reason.rule().code(), 1L, Long::sum));
        if (!quiet && (changed || all)) {
            line(
                    question.now(),
                    RunLine.of(question.now(), spec.id().name(), question.seen(), decision));
        }
    }

    /// Prints the events of the cluster among the decisions.
    void happened(List<ClusterEvent> events) {
        if (!quiet) {
            events.forEach(event -> line(event.at(), RunLine.of(event)));
        }
    }

    private void line(Instant at, String text) {
        var today = LocalDate.ofInstant(at, ZoneOffset.UTC);
        if (!today.equals(day)) {
            day = today;
            console.line(day.toString());
        }
        console.line(text);
        console.out().flush();
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
            if (outcome instanceof Outcome.Failed(var step, var why)) {
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
