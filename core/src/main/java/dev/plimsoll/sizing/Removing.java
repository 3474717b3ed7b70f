package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step.EvictPods;
import dev.plimsoll.decision.Step.RemoveNode;
import dev.plimsoll.decision.Step.UndrainNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// The removal of draining nodes: an empty node is removed, a node that is not empty in time is
/// evicted, and a node that is not empty long after that is removed with its pods. A node that
/// cannot be removed does not block the others.
final class Removing {

    private final SizingFacts facts;
    private final Draft draft;
    private final List<String> draining = new ArrayList<>();
    private List<Node> undrained = List.of();
    private SortedSet<String> zones = Collections.emptySortedSet();
    private int removed;

    /// The number of machines and un-drained nodes that this turn adds, beside [#undrained].
    private int taken;

    private Optional<DrainTrial> trial = Optional.empty();

    Removing(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
    }

    /// @param others nodes that are un-drained in this turn
    /// @param ordered the number of machines that are ordered in this turn
    /// @param wanted the zones for which pods wait that the provider would not reach
    void remove(List<Node> others, int ordered, SortedSet<String> wanted) {
        undrained = others;
        zones = wanted;
        taken = ordered;
        var nodes =
                facts.byState.draining().stream()
                        .filter(node -> !undrained.contains(node) && !draft.drains(node))
                        .sorted(Comparator.comparing(facts::leavesSince).thenComparing(Node::name))
                        .toList();
        boolean isTried = nodes.stream().anyMatch(node -> !node.isEmpty() && isOverdue(node));
        if (isTried) {
            trial = Optional.of(new DrainTrial(facts, draft, undrained, false));
        }
        nodes.forEach(this::consider);
        facts.forced().forEach(this::go);
        if (!draining.isEmpty()) {
            draft.because(
                    Rules.STILL_DRAINING,
                    facts.name(),
                    fact("count", draining.size()),
                    fact("examples", Draft.examples(draining)));
        }
    }

    private void consider(Node node) {
        var graces = facts.policy.graces();
        var soft = facts.leavesSince(node).plus(graces.soft());
        var hard = facts.graceSince(node).plus(graces.hard());
        if (node.isEmpty() && hasCome(soft) && isKept(node)) {
            draining.add(node.name());
        } else if (node.isEmpty() && hasCome(soft)) {
            remove(node, Rules.REMOVE_EMPTY);
        } else if (hasCome(hard.plus(graces.kill())) && !isNeeded(node)) {
            remove(node, Rules.REMOVE_OVERDUE);
        } else if (isOverdue(node)) {
            leave(node);
        } else {
            draining.add(node.name());
            draft.wake(node.isEmpty() ? soft : hard);
        }
    }

    /// Whether pods wait for another zone, which the provider would reach later without the node.
    private boolean isKept(Node node) {
        return !zones.isEmpty() && mayUndrain(node) && !zones.contains(Variants.zone(node));
    }

    /// A node that someone else wants removed goes as soon as it is empty.
    private void go(Node node) {
        var graces = facts.policy.graces();
        var hard = facts.leavesSince(node).plus(graces.hard());
        if (node.isEmpty()) {
            remove(node, Rules.REMOVE_EMPTY);
        } else if (hasCome(hard.plus(graces.kill()))) {
            remove(node, Rules.REMOVE_OVERDUE);
        } else if (hasCome(hard)) {
            evict(node);
        } else {
            draft.wake(hard);
        }
    }

    private boolean isOverdue(Node node) {
        return hasCome(facts.graceSince(node).plus(facts.policy.graces().hard()));
    }

    /// How many pods of the node fit on no other node.
    private int homeless(Node node) {
        return trial.map(moves -> moves.homeless(node)).orElse(0);
    }

    /// Whether its pods have no other place and need not go without one.
    private boolean isNeeded(Node node) {
        return homeless(node) > 0 && (mayUndrain(node) || isReplaced(node));
    }

    private static boolean mayUndrain(Node node) {
        return node.state() instanceof NodeState.Draining(_, var why)
                && SizingFacts.mayUndrain(why);
    }

    /// Whether the pods of an old node wait for a new one. They do not if the provider or the
    /// cluster has no machine for them until the old one is gone.
    private boolean isReplaced(Node node) {
        return node.state() instanceof NodeState.Draining(_, var why)
                && why == DrainCause.TOO_OLD
                && (isFull() || facts.arrives() || facts.hasMachineLeft());
    }

    private boolean isFull() {
        return facts.nodes() + undrained.size() + taken >= facts.policy.limits().most();
    }

    /// Evicts the pods of the node; if they have no other place, it is un-drained, or they stay.
    private void leave(Node node) {
        if (!isNeeded(node)) {
            evict(node);
            return;
        }
        var about = List.of(fact("minutes", minutes(node)), fact("pods", homeless(node)));
        if (mayUndrain(node) && !isFull()) {
            taken++;
            draft.take(new UndrainNode(node.name()));
            draft.because(Rules.UNDRAIN_BLOCKED, node.name(), about);
            draft.set(draft.timers().grown(facts.now));
            new FailedDrains(facts, draft).failed(Draft.about(SizingFacts.movers(node)));
            return;
        }
        draft.waits(node);
        boolean isReplaced = !mayUndrain(node) && (draft.orders() || facts.arrives() || !isFull());
        draft.because(
                isReplaced ? Rules.REPLACEMENT_AWAITED : Rules.DRAIN_WAITS, node.name(), about);
    }

    /// Removes the node, unless it is protected or its provider needs it.
    void remove(Node node, Rule rule) {
        var group = facts.seen.group();
        int leaves = draft.fewest(group.target()) - removed - 1;
        if (node.noDelete()) {
            draft.because(Rules.NO_DELETE, node.name());
        } else if (leaves < group.provider().least()) {
            draft.because(
                    Rules.PROVIDER_MIN_NODES,
                    facts.name(),
                    fact("least", group.provider().least()));
        } else {
            draft.take(new RemoveNode(node.name(), group.name(), leaves));
            draft.because(
                    rule, node.name(), fact("minutes", minutes(node)), fact("pods", node.movers()));
            removed++;
        }
    }

    private void evict(Node node) {
        if (node.noDelete()) {
            draft.because(Rules.NO_DELETE, node.name());
            return;
        }
        if (mayUndrain(node)) {
            new FailedDrains(facts, draft).watch(node);
        }
        var graces = facts.policy.graces();
        draft.wake(facts.graceSince(node).plus(graces.hard()).plus(graces.kill()));
        draft.take(new EvictPods(node.name(), node.movers()));
        draft.because(
                Rules.EVICT_OVERDUE,
                node.name(),
                fact("minutes", minutes(node)),
                fact("pods", node.movers()));
    }

    private boolean hasCome(Instant moment) {
        return !facts.now.isBefore(moment);
    }

    private long minutes(Node node) {
        return Duration.between(facts.leavesSince(node), facts.now).toMinutes();
    }
}
