package dev.plimsoll.kube;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.kube.TurnReport.LoopTurn;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Collects the decisions of one turn, and passes everything on to the journal.
final class TurnLog implements Journal<Object> {

    private final Journal<Object> journal;
    private final List<LoopTurn> turns = new ArrayList<>();

    TurnLog(Journal<Object> journal) {
        this.journal = journal;
    }

    /// The decisions since the last call.
    List<LoopTurn> read() {
        var read = List.copyOf(turns);
        turns.clear();
        return read;
    }

    @Override
    public <S, P, M> void decided(
            LoopSpec<? extends Object, S, P, M> spec,
            Object observed,
            Question<S, P, M> question,
            Decision<M> decision) {
        journal.decided(spec, observed, question, decision);
        turns.add(
                new LoopTurn(
                        spec.id(),
                        question.seen(),
                        question.policy(),
                        decision,
                        spec.dryRun(),
                        List.of()));
    }

    @Override
    public void acted(LoopId loop, List<Outcome> outcomes) {
        journal.acted(loop, outcomes);
        turns.replaceAll(turn -> turn.loop().equals(loop) ? turn.with(outcomes) : turn);
    }

    @Override
    public void failed(LoopId loop, Instant now, String cause) {
        journal.failed(loop, now, cause);
    }
}
