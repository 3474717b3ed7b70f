package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.scaling.Past.Moved;
import dev.plimsoll.slack.Placeholders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Removals that failed: the scheduler placed moved pods otherwise than they were tried, so that
/// one of them or a placeholder found no place.
///
/// **Invariant:** a group has at most two failed removals in its first hour and seven in its first
/// day, then about one a day: `FailedRemovalsTest`.
final class FailedRemovals {

    /// How long moved pods are watched. How long a machine boots from its order is not known for a
    /// group, so this is two boots of five minutes.
    private static final Duration WATCHED = Duration.ofMinutes(10);

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(20);
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    private final ScalingFacts facts;
    private final RemovalDraft draft;
    private final List<Pods> needy;
    private final Demand demand;

    /// @param needy pending pods that fit on no node but on new or draining ones
    FailedRemovals(ScalingFacts facts, RemovalDraft draft, List<Pods> needy) {
        this.facts = facts;
        this.draft = draft;
        this.needy = needy.stream().filter(pods -> !Placeholders.areOf(pods.shape())).toList();
        this.demand = new Demand(facts);
    }

    /// Watches pods that are evicted from a node of a group.
    void watch(String group, List<Pods> movers) {
        var until = draft.now().plus(WATCHED);
        for (var pods : movers) {
            var moved = new Moved(pods.shape().id(), group, until, demand.requests());
            draft.moved().removeIf(one -> isOf(one, moved));
            draft.moved().add(moved);
        }
    }

    private static boolean isOf(Moved one, Moved other) {
        return one.shape().equals(other.shape()) && one.group().equals(other.group());
    }

    /// A removal has failed if a pod that it moved needs a new node or a draining one, or if
    /// placeholders lost their places, and new pods explain neither: the group pauses, twice as
    /// long after each failure. A removal whose pods were watched to the end has succeeded.
    void judge() {
        var failed = new LinkedHashSet<String>();
        needy.forEach(pods -> judge(pods, failed));
        judgeRoom(failed);
        var watched = groups();
        draft.moved().removeIf(one -> !draft.now().isBefore(one.until()));
        watched.removeAll(groups());
        watched.removeAll(failed);
        watched.forEach(this::succeed);
        draft.moved().forEach(one -> draft.wake(one.until()));
    }

    private void judge(Pods pods, Set<String> failed) {
        var why = List.of(fact("pods", pods.count()), fact("pod", pods.example()));
        for (var one : List.copyOf(draft.moved())) {
            if (one.shape().equals(pods.shape().id())
                    && draft.now().isBefore(one.until())
                    && !demand.hasGrownBy(Demand.sum(List.of(pods)), one.demand())) {
                draft.moved().remove(one);
                fail(one.group(), new Failure(RemovalRules.REMOVAL_FAILED, why), failed);
            }
        }
    }

    private void judgeRoom(Set<String> failed) {
        var lost = new LostPlaces(facts, demand, draft.lostPlaces(facts.room().placeholders()));
        if (lost.isEmpty()) {
            return;
        }
        for (var one : List.copyOf(draft.moved())) {
            int taken = draft.now().isBefore(one.until()) ? lost.takenBy(one) : 0;
            if (taken > 0) {
                draft.moved().remove(one);
                var why = List.of(fact("placeholders", taken));
                fail(one.group(), new Failure(RemovalRules.REMOVAL_FAILED_ROOM, why), failed);
            }
        }
    }

    private Set<String> groups() {
        var groups = new LinkedHashSet<String>();
        draft.moved().forEach(one -> groups.add(one.group()));
        return groups;
    }

    private record Failure(Rule rule, List<Fact> facts) {}

    private void fail(String group, Failure failure, Set<String> failed) {
        var timers = draft.timers(group);
        if (!failed.add(group) || timers.drains().lasts(draft.now())) {
            return;
        }
        var pause = timers.drains().failed(draft.now(), FIRST_PAUSE, LONGEST_PAUSE);
        draft.set(group, timers.withDrains(pause));
        var details = new ArrayList<>(failure.facts());
        details.add(fact("minutes", Duration.between(draft.now(), pause.until()).toMinutes()));
        draft.because(new Reason(failure.rule(), group, details));
    }

    private void succeed(String group) {
        var timers = draft.timers(group);
        boolean isDayOld = !draft.now().isBefore(timers.drains().since().plus(Duration.ofDays(1)));
        if (!timers.drains().isNone() && isDayOld) {
            draft.set(group, timers.withDrains(timers.drains().succeeded(draft.now())));
        }
    }
}
