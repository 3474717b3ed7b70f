package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step.EvictPods;
import dev.plimsoll.decision.Step.RemoveNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The removal of draining nodes: an empty node is removed, a node that is not empty in time is
/// evicted, and a node that is not empty long after that is removed with its pods. A node that
/// cannot be removed does not block the others.
final class Removing {

    private final SizingFacts facts;
    private final Draft draft;
    private final List<String> draining = new ArrayList<>();
    private int removed;

    Removing(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
    }

    /// @param undrained nodes that are un-drained in this turn
    void remove(List<Node> undrained) {
        facts.byState.draining().stream()
                .filter(node -> !undrained.contains(node))
                .sorted(Comparator.comparing(Removing::since).thenComparing(Node::name))
                .forEach(this::consider);
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
        var soft = since(node).plus(graces.soft());
        var hard = since(node).plus(graces.hard());
        if (node.isEmpty() && hasCome(soft)) {
            remove(node, Rules.REMOVE_EMPTY);
        } else if (hasCome(hard.plus(graces.kill()))) {
            remove(node, Rules.REMOVE_OVERDUE);
        } else if (hasCome(hard)) {
            evict(node);
            draft.wake(hard.plus(graces.kill()));
        } else {
            draining.add(node.name());
            draft.wake(node.isEmpty() ? soft : hard);
        }
    }

    private void remove(Node node, Rule rule) {
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
        return Duration.between(since(node), facts.now).toMinutes();
    }

    private static Instant since(Node node) {
        return switch (node.state()) {
            case NodeState.Draining(var since, _) -> since;
            case NodeState.Active _,
                    NodeState.Paused _,
                    NodeState.Cordoned _,
                    NodeState.Forced _,
                    NodeState.Leaving _,
                    NodeState.Closed _ ->
                    throw new IllegalArgumentException(node.name() + " is not draining");
        };
    }
}
