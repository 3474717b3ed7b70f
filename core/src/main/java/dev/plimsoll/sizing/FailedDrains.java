package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.sizing.Past.Moved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The pause after drains that failed: the scheduler put the moved pods elsewhere than simulated,
/// and one of them found no place. Each failure doubles the pause; a day with a drain that
/// succeeded halves it.
final class FailedDrains {

    private static final Duration FIRST = Duration.ofMinutes(20);
    private static final Duration LONGEST = Duration.ofDays(1);

    /// How long moved pods are watched: two boots.
    private static final Duration WATCHED = Duration.ofMinutes(10);

    private final SizingFacts facts;
    private final Draft draft;

    FailedDrains(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
    }

    /// Stops watching pods that were moved long enough ago: their drain succeeded.
    void expire() {
        var watched =
                draft.moved().stream().filter(one -> facts.now.isBefore(one.until())).toList();
        var drains = draft.timers().drains();
        boolean succeeded = watched.isEmpty() && !draft.moved().isEmpty();
        boolean isDayOld = !facts.now.isBefore(drains.since().plus(Duration.ofDays(1)));
        if (succeeded && !drains.isNone() && isDayOld) {
            draft.set(draft.timers().withDrains(drains.succeeded(facts.now)));
        }
        draft.set(watched);
    }

    /// Watches the pods that leave the node.
    void watch(Node node) {
        var moved = new ArrayList<>(draft.moved());
        for (Pods pods : SizingFacts.movers(node)) {
            var shape = pods.shape().id();
            moved.removeIf(one -> one.shape().equals(shape));
            moved.add(new Moved(shape, facts.now.plus(WATCHED)));
        }
        moved.sort(Comparator.comparing(Moved::shape));
        draft.set(moved);
    }

    /// Drains that began before the pause count once with the first of them.
    ///
    /// @param pods the facts about the pods that find no place
    void failed(List<Fact> pods) {
        if (draft.timers().drains().lasts(facts.now)) {
            return;
        }
        var pause = draft.timers().drains().failed(facts.now, FIRST, LONGEST);
        draft.set(draft.timers().withDrains(pause));
        var details = new ArrayList<>(pods);
        details.add(Fact.fact("seconds", Duration.between(facts.now, pause.until()).toSeconds()));
        draft.because(Rules.DRAIN_FAILED, facts.name(), details);
    }
}
