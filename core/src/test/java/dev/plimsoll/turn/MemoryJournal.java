package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A journal that outlives the process. It has every decision in order.
final class MemoryJournal implements Journal<Cluster> {

    /// A question with its answer.
    record Entry<S, P, M>(
            Decider<S, P, M> decider, Question<S, P, M> question, Decision<M> decision) {

        Decision<M> again() {
            return decider.decide(question);
        }
    }

    private final Fuse fuse;
    private final List<Entry<?, ?, ?>> entries = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    MemoryJournal(Fuse fuse) {
        this.fuse = fuse;
    }

    List<Entry<?, ?, ?>> entries() {
        return entries;
    }

    /// The causes of decisions that failed.
    List<String> failures() {
        return failures;
    }

    boolean holds(Plan plan) {
        return entries.getLast().decision().plan().equals(plan);
    }

    @Override
    public <S, P, M> void decided(
            LoopSpec<? extends Cluster, S, P, M> spec,
            Cluster observed,
            Question<S, P, M> question,
            Decision<M> decision) {
        fuse.point("before the decision of " + spec.id() + " is journaled");
        entries.add(new Entry<>(spec.decider(), question, decision));
        fuse.point("after the decision of " + spec.id() + " is journaled");
    }

    @Override
    public void acted(LoopId loop, List<Outcome> outcomes) {
        fuse.point("before the outcomes of " + loop + " are journaled");
        fuse.point("after the outcomes of " + loop + " are journaled");
    }

    @Override
    public void failed(LoopId loop, Instant now, String cause) {
        failures.add(loop + ": " + cause);
    }
}
