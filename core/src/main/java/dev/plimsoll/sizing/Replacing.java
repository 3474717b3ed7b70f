package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Step.DrainNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Drains nodes that are unhealthy or too old, whatever the utilisation. They are never un-drained;
/// the group grows for their pods and for its minimum as for any other.
final class Replacing {

    /// At most every tenth node of the group is drained for its health in a turn.
    private static final int SHARE = 10;

    /// A group with more NotReady nodes than this, and more than [#OUTAGE_PERCENT] of them, is not
    /// drained: the nodes share a cause that new nodes would share too.
    private static final int OUTAGE = 3;

    private static final int OUTAGE_PERCENT = 45;

    private final SizingFacts facts;
    private final Draft draft;

    Replacing(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
    }

    /// Drains nodes that have not been Ready for the grace period of the policy.
    ///
    /// @return their names
    List<String> drainUnhealthy() {
        var grace = facts.policy.rotation().unhealthyAfter();
        if (grace.isZero()) {
            return List.of();
        }
        var notReady =
                facts.seen.nodes().stream()
                        .filter(node -> node.isActive() && !node.ready())
                        .filter(node -> !facts.byState.starting().contains(node))
                        .toList();
        int nodes = facts.seen.nodes().size();
        boolean isOutage =
                notReady.size() > OUTAGE && notReady.size() * 100L > (long) nodes * OUTAGE_PERCENT;
        if (isOutage) {
            draft.because(
                    Rules.OUTAGE,
                    facts.name(),
                    fact("unready", notReady.size()),
                    fact("nodes", nodes));
            return List.of();
        }
        var drained =
                notReady.stream()
                        .filter(Node::mayGo)
                        .filter(node -> !facts.now.isBefore(facts.readySince(node).plus(grace)))
                        .sorted(Comparator.comparing(Node::readySince).thenComparing(Node::name))
                        .limit(Math.ceilDiv(nodes, SHARE))
                        .toList();
        for (var node : drained) {
            draft.take(new DrainNode(node.name(), DrainCause.UNHEALTHY));
            draft.because(Rules.UNHEALTHY, node.name(), unready(node, facts.now));
        }
        notReady.forEach(node -> {
            var due = facts.readySince(node).plus(grace);
            if (facts.now.isBefore(due)) {
                draft.wake(due);
            }
        });
        return drained.stream().map(Node::name).toList();
    }

    /// For how long the node has not been Ready, if that is known.
    static List<Fact> unready(Node node, Instant now) {
        return node.readySince().equals(Instant.EPOCH)
                ? List.of()
                : List.of(fact("minutes", Duration.between(node.readySince(), now).toMinutes()));
    }

    /// Replaces the oldest node that is older than the maximum age, one node at a time: it is
    /// drained when its pods fit on the others, and a machine is ordered for them before. A group
    /// at its maximum drains the old node first.
    void rotate(Growing growing) {
        var most = facts.policy.rotation().maxAge();
        if (most.isZero() || isReplacing() || growing.isCoolingDown()) {
            return;
        }
        var oldest =
                facts.byState.ready().stream()
                        .filter(Node::mayGo)
                        .filter(node -> !node.created().equals(Instant.EPOCH))
                        .min(Comparator.comparing(Node::created).thenComparing(Node::name));
        if (oldest.isEmpty()) {
            return;
        }
        var node = oldest.get();
        var due = node.created().plus(most);
        if (facts.now.isBefore(due)) {
            draft.wake(due);
        } else {
            replace(node, growing);
        }
    }

    /// A replacement is on its way, or an old node drains.
    private boolean isReplacing() {
        return facts.arrives()
                || facts.byState.draining().stream()
                        .anyMatch(node ->
                                node.state() instanceof NodeState.Draining(_, var why)
                                        && why == DrainCause.TOO_OLD);
    }

    private void replace(Node node, Growing growing) {
        var age = fact("hours", Duration.between(node.created(), facts.now).toHours());
        boolean isFull = facts.nodes() >= facts.policy.limits().most();
        boolean isSpare = facts.byState.active() > facts.policy.limits().least();
        if (isFull ? moves(node, replacement()) : isSpare && fits(node, List.of())) {
            draft.take(new DrainNode(node.name(), DrainCause.TOO_OLD));
            draft.because(Rules.TOO_OLD, node.name(), age);
        } else if (!isFull && facts.template.isKnown() && fits(node, replacement())) {
            draft.because(Rules.REPLACE_OLD, facts.name(), fact("node", node.name()), age);
            growing.order(1);
        } else {
            draft.because(Rules.CANNOT_REPLACE, node.name(), age);
        }
    }

    private List<Node> replacement() {
        return facts.template.isKnown() ? List.of(facts.newNode("replacement")) : List.of();
    }

    /// Whether the pods of the node fit on the other Ready nodes and on new ones, and the
    /// utilisation stays at or below the threshold for growth.
    private boolean fits(Node node, List<Node> more) {
        var without = facts.shrinking().less(List.of(node), facts).plus(facts.each, more.size());
        return moves(node, more) && !without.isAbove(facts.policy.growth().above());
    }

    /// Whether the pods of the node fit on the other Ready nodes and on new ones.
    private boolean moves(Node node, List<Node> more) {
        var others = new ArrayList<>(facts.byState.ready());
        others.remove(node);
        others.addAll(more);
        var places = new PodPlaces(others, List.of());
        places.place(facts.pending, facts.whole());
        return places.place(SizingFacts.movers(node), facts.whole()).isEmpty();
    }
}
