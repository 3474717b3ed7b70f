package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A journal that outlives the process: it keeps every record in order.
///
/// @param <S> what its loops see
/// @param <P> their policy
/// @param <M> what they remember
final class MemoryJournal<S, P, M> implements Journal {

    /// A question with its answer.
    record Entry<S, P, M>(
            String loop, Cluster cluster, Question<S, P, M> question, Decision<M> decision) {}

    private final Fuse fuse;
    private final List<Entry<S, P, M>> entries = new ArrayList<>();
    private final Map<String, Restart<M>> restart = new LinkedHashMap<>();

    MemoryJournal(Fuse fuse) {
        this.fuse = fuse;
    }

    List<Entry<S, P, M>> entries() {
        return entries;
    }

    /// What a loop that starts again knows.
    Restart<M> recall(String loop, M nothing) {
        return restart.getOrDefault(loop, new Restart<>(nothing, List.of()));
    }

    boolean holds(Plan plan) {
        return entries.getLast().decision().plan().equals(plan);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T, Q, N> void decided(
            LoopSpec<T, Q, N> spec,
            Cluster cluster,
            Question<T, Q, N> question,
            Decision<N> decision) {
        fuse.point("before the decision is written");
        var entry = (Entry<S, P, M>) new Entry<>(spec.name(), cluster, question, decision);
        entries.add(entry);
        restart.put(
                spec.name(),
                Restart.interrupted(entry.decision().remember(), entry.decision().plan()));
        fuse.point("after the decision is written");
    }

    @Override
    public void acted(LoopSpec<?, ?, ?> spec, List<Outcome> outcomes) {
        fuse.point("before the outcomes are written");
        restart.computeIfPresent(spec.name(), (_, known) -> new Restart<>(known.past(), outcomes));
        fuse.point("after the outcomes are written");
    }
}
