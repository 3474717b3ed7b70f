package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.scaling.Past.Moved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Draining nodes: their pods are evicted, then they are removed. A node takes pods again if its
/// pods lose their places elsewhere, or cannot be evicted in time.
final class Emptying {

    /// How long the eviction of the pods of a node is tried.
    private static final Duration EVICT_FOR = Duration.ofMinutes(15);

    /// How often the eviction is tried.
    private static final Duration AGAIN = Duration.ofSeconds(10);

    /// How long moved pods are watched: two boots.
    private static final Duration WATCHED = Duration.ofMinutes(10);

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(20);
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    private final ScalingFacts facts;
    private final RemovalDraft draft;
    private final Moves moves;
    private final Map<String, NodeGroup> groupOf = new LinkedHashMap<>();
    private final Map<String, Integer> removed = new LinkedHashMap<>();

    Emptying(ScalingFacts facts, RemovalDraft draft, Moves moves) {
        this.facts = facts;
        this.draft = draft;
        this.moves = moves;
        for (var group : facts.groups()) {
            group.nodes().forEach(node -> groupOf.put(node, group));
        }
    }

    /// @param needy pending pods that fit on no node but on new or draining ones
    void empty(List<Pods> needy) {
        watch(needy);
        draft.draining().forEach(this::empty);
    }

    private void empty(Node node) {
        var since = RemovalDraft.since(node);
        var movers = Moves.movers(node);
        var homeless = moves.away(node);
        if (node.isEmpty()) {
            remove(node);
        } else if (homeless.isPresent() && mayTakeBack(node)) {
            takeBack(node, homeless.get());
        } else if (movers.isEmpty()) {
            draft.wake(draft.now().plus(AGAIN));
        } else if (!draft.now().isBefore(since.plus(EVICT_FOR)) && mayTakeBack(node)) {
            takeBackLate(node, movers);
        } else {
            evict(node, movers);
        }
    }

    /// Nodes that go for another cause go in any case.
    private static boolean mayTakeBack(Node node) {
        return node.state() instanceof NodeState.Draining(_, var why) && isForLessCost(why);
    }

    /// Whether a node drains only because that saves money.
    static boolean isForLessCost(DrainCause why) {
        return why == DrainCause.LOW_UTILISATION
                || why == DrainCause.REPLACED
                || why == DrainCause.UNKNOWN;
    }

    private NodeGroup group(Node node) {
        return Objects.requireNonNull(groupOf.get(node.name()));
    }

    private void remove(Node node) {
        var group = group(node);
        int before = removed.merge(group.name(), 1, Integer::sum) - 1;
        int leaves = group.target() - before - 1;
        if (leaves < facts.leastOfProvider(group)) {
            return;
        }
        draft.take(new Step.RemoveNode(node.name(), group.name(), leaves));
        draft.because(because(RemovalRules.REMOVE_DRAINED, node.name()));
    }

    private void evict(Node node, List<Pods> movers) {
        draft.take(new Step.EvictPods(node.name(), count(movers)));
        draft.because(because(RemovalRules.EVICT_PODS, node.name(), fact("pods", count(movers))));
        draft.wake(draft.now().plus(AGAIN));
        var group = group(node).name();
        var until = draft.now().plus(WATCHED);
        var demand = LostPlaces.demand(facts);
        for (var pods : movers) {
            var moved = new Moved(pods.shape().id(), group, until, demand);
            draft.moved().removeIf(one -> isOf(one, moved));
            draft.moved().add(moved);
        }
    }

    private static boolean isOf(Moved one, Moved other) {
        return one.shape().equals(other.shape()) && one.group().equals(other.group());
    }

    private void takeBack(Node node, Pods homeless) {
        draft.takeBack(node.name());
        draft.because(
                because(
                        RemovalRules.TAKE_BACK,
                        node.name(),
                        fact("pods", homeless.count()),
                        fact("pod", homeless.example())));
    }

    private void takeBackLate(Node node, List<Pods> movers) {
        draft.takeBack(node.name());
        draft.because(
                because(
                        RemovalRules.TAKE_BACK_LATE,
                        node.name(),
                        fact("pods", count(movers)),
                        fact("minutes", EVICT_FOR.toMinutes()),
                        fact("pod", movers.getFirst().example())));
    }

    private static int count(List<Pods> pods) {
        return pods.stream().mapToInt(Pods::count).sum();
    }

    /// A removal has failed if a pod that it moved needs a new node or a draining one, or if
    /// placeholders lost their places and new pods do not explain it: the group pauses, twice as
    /// long after each failure. A removal whose pods were watched to the end has succeeded.
    private void watch(List<Pods> needy) {
        var failed = new LinkedHashSet<String>();
        for (var pods : needy) {
            for (var one : List.copyOf(draft.moved())) {
                if (one.shape().equals(pods.shape().id()) && draft.now().isBefore(one.until())) {
                    draft.moved().remove(one);
                    fail(
                            one.group(),
                            new Failure(
                                    RemovalRules.REMOVAL_FAILED,
                                    List.of(
                                            fact("pods", pods.count()),
                                            fact("pod", pods.example()))),
                            failed);
                }
            }
        }
        watchRoom(failed);
        var watched = groups();
        draft.moved().removeIf(one -> !draft.now().isBefore(one.until()));
        watched.removeAll(groups());
        watched.removeAll(failed);
        watched.forEach(this::succeed);
        draft.moved().forEach(one -> draft.wake(one.until()));
    }

    private void watchRoom(Set<String> failed) {
        var lost = new LostPlaces(facts, draft.lostPlaces(facts.room().placeholders()));
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
