package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.groups.NodeGroup;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Draining nodes: their pods are evicted, then they are removed. A node takes pods again if its
/// pods lose their places elsewhere, or cannot be evicted in time.
final class Emptying {

    /// How long the eviction of the pods of a node is tried.
    private static final Duration EVICT_FOR = Duration.ofMinutes(15);

    /// How often the eviction is tried.
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private final ScalingFacts facts;
    private final RemovalDraft draft;
    private final Moves moves;
    private final FailedRemovals failures;
    private final OverduePods overdue;
    private final Map<String, NodeGroup> groupOf = new LinkedHashMap<>();
    private final Map<String, Integer> removed = new LinkedHashMap<>();

    Emptying(ScalingFacts facts, RemovalDraft draft, Moves moves, FailedRemovals failures) {
        this.facts = facts;
        this.draft = draft;
        this.moves = moves;
        this.failures = failures;
        this.overdue = new OverduePods(facts);
        for (var group : facts.groups()) {
            group.nodes().forEach(node -> groupOf.put(node, group));
        }
    }

    void empty() {
        draft.draining().forEach(this::empty);
    }

    private void empty(Node node) {
        var movers = Moves.movers(node);
        var homeless = moves.away(node);
        if (overdue.without(node).isEmpty()) {
            remove(node, whyRemoved(node));
        } else if (isDead(node)) {
            remove(node, whyUnready(node, movers));
        } else if (homeless.isPresent() && mayTakeBack(node)) {
            takeBack(node, homeless.get());
        } else if (movers.isEmpty()) {
            draft.wake(draft.now().plus(AGAIN));
        } else if (facts.isOver(RemovalDraft.since(node), EVICT_FOR) && mayTakeBack(node)) {
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

    /// Its pods do not run, and nothing confirms their eviction.
    private boolean isDead(Node node) {
        return node.state() instanceof NodeState.Draining(var since, var why)
                && why == DrainCause.UNHEALTHY
                && !node.ready()
                && facts.isOver(since, EVICT_FOR);
    }

    private void remove(Node node, Reason why) {
        var group = group(node);
        int before = removed.merge(group.name(), 1, Integer::sum) - 1;
        int leaves = group.target() - before - 1;
        if (leaves < facts.leastOfProvider(group)) {
            return;
        }
        draft.take(new Step.RemoveNode(node.name(), group.name(), leaves));
        draft.because(why);
    }

    private Reason whyRemoved(Node node) {
        var late = overdue.of(node);
        return late.isEmpty()
                ? because(RemovalRules.REMOVE_DRAINED, node.name())
                : because(
                        RemovalRules.REMOVE_TERMINATING,
                        node.name(),
                        fact("pods", count(late)),
                        fact("pod", late.getFirst().example()));
    }

    private static Reason whyUnready(Node node, List<Pods> movers) {
        var pods = movers.isEmpty() ? node.pods() : movers;
        return because(
                RemovalRules.REMOVE_UNREADY,
                node.name(),
                fact("pods", count(pods)),
                fact("minutes", EVICT_FOR.toMinutes()),
                fact("pod", pods.getFirst().example()));
    }

    private void evict(Node node, List<Pods> movers) {
        draft.take(new Step.EvictPods(node.name(), count(movers)));
        draft.because(because(RemovalRules.EVICT_PODS, node.name(), fact("pods", count(movers))));
        draft.wake(draft.now().plus(AGAIN));
        if (mayTakeBack(node)) {
            failures.watch(group(node).name(), movers);
        }
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
}
