package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.packing.TrialNodes;
import dev.plimsoll.packing.TrialNodes.Move;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A simulation of draining nodes: the utilisation of the others stays at or below the threshold
/// for growth, and the pods that move fit on them.
///
/// Pods move in the order in which they will be evicted: pending pods first, then the pods of
/// draining nodes by the time of their drain, then those of the candidates. The pods of one turn
/// move together, the largest first. No further node is drained while a pod of a draining node fits
/// nowhere.
final class DrainTrial {

    private final SizingFacts facts;
    private final Draft draft;
    private final TrialNodes nodes;
    private final Map<String, Integer> indexes = new LinkedHashMap<>();

    /// The pods that move before those of candidates, by turn.
    private final List<List<Pods>> earlier = new ArrayList<>();

    /// The number of pending pods that fit nowhere.
    private final int unplaced;

    /// The number of pods without another place, by the draining node that they are on.
    private final Map<String, Integer> homeless = new LinkedHashMap<>();

    private final List<String> regrowing = new ArrayList<>();
    private final List<String> blocked = new ArrayList<>();
    private String blockedPod = "";
    private Utilisation remaining;

    /// @param undrained nodes that take pods again
    /// @param spreads assumes the worst of the scheduler: the smallest pods move first, each to the
    ///   node with the most room
    DrainTrial(SizingFacts facts, Draft draft, List<Node> undrained, boolean spreads) {
        this.facts = facts;
        this.draft = draft;
        this.nodes = new TrialNodes(facts.byState.ready(), spreads);
        this.remaining = facts.shrinking();
        facts.byState.ready().forEach(node -> indexes.put(node.name(), indexes.size()));
        undrained.forEach(node -> nodes.add(node.inService()));
        var pending = new Batch(facts.pending);
        this.unplaced = pending.left;
        var moves = new ArrayList<>(pending.moves);
        for (var batch : batches(undrained).values()) {
            moves.addAll(placed(batch));
        }
        nodes.undo(moves);
    }

    /// The draining nodes by the time since which they drain.
    private Map<Instant, List<Node>> batches(List<Node> undrained) {
        var batches = new TreeMap<Instant, List<Node>>();
        for (var node : facts.byState.draining()) {
            if (node.state() instanceof NodeState.Draining(var since, _)
                    && !undrained.contains(node)) {
                batches.computeIfAbsent(since, _ -> new ArrayList<>()).add(node);
            }
        }
        return batches;
    }

    /// Moves the pods of nodes that drain since one time; if they do not all fit, the pods of as
    /// many nodes as fit, in the order of their names.
    private List<Move> placed(List<Node> batch) {
        var movers = new ArrayList<Pods>();
        batch.forEach(node -> movers.addAll(SizingFacts.movers(node)));
        var all = new Batch(movers);
        if (all.left == 0) {
            earlier.add(movers);
            return all.moves;
        }
        nodes.undo(all.moves);
        var moves = new ArrayList<Move>();
        for (var node : batch) {
            var own = new Batch(SizingFacts.movers(node));
            if (own.left == 0) {
                moves.addAll(own.moves);
            } else {
                nodes.undo(own.moves);
                homeless.put(node.name(), own.left);
                blocked.add(node.name());
                blockedPod = own.example;
            }
        }
        return moves;
    }

    /// How many pods of the draining node have no other place.
    int homeless(Node draining) {
        return homeless.getOrDefault(draining.name(), 0);
    }

    /// Pods that move together.
    private final class Batch {
        private final List<Move> moves = new ArrayList<>();
        private int left;
        private String example = "";

        private Batch(List<Pods> movers) {
            for (var some : nodes.sorted(movers, facts.whole())) {
                var own = nodes.put(some.shape(), some.count());
                moves.addAll(own);
                int rest = some.count() - own.stream().mapToInt(Move::count).sum();
                left += rest;
                example = rest > 0 ? some.example() : example;
            }
        }
    }

    /// The first candidates that can be drained, at most `most`.
    List<Node> choose(List<Node> candidates, int most) {
        var chosen = new ArrayList<Node>();
        var movers = new ArrayList<Pods>();
        boolean placed = blocked.isEmpty();
        for (var node : candidates) {
            if (!placed || chosen.size() == most) {
                break;
            }
            if (regrows(node)) {
                regrowing.add(node.name());
                continue;
            }
            close(node);
            movers.addAll(SizingFacts.movers(node));
            if (fits(movers)) {
                chosen.add(node);
                remaining = remaining.less(facts.size(node));
            } else {
                blocked.add(node.name());
                SizingFacts.movers(node).forEach(_ -> movers.removeLast());
                open(node);
            }
        }
        if (chosen.size() < most) {
            explain();
        }
        return chosen;
    }

    /// Whether all pods that move fit on the open nodes, one turn after the other.
    private boolean fits(List<Pods> movers) {
        var moves = new ArrayList<Move>();
        var pending = new Batch(facts.pending);
        moves.addAll(pending.moves);
        var failed = pending.left > unplaced ? pending.example : "";
        for (int i = 0; i <= earlier.size() && failed.isEmpty(); i++) {
            var batch = new Batch(i < earlier.size() ? earlier.get(i) : movers);
            moves.addAll(batch.moves);
            failed = batch.example;
        }
        nodes.undo(moves);
        blockedPod = failed.isEmpty() ? blockedPod : failed;
        return failed.isEmpty();
    }

    private void explain() {
        if (!regrowing.isEmpty()) {
            var details = new ArrayList<>(facts.window());
            details.add(fact("nodes", regrowing.size()));
            details.add(fact("examples", Draft.examples(regrowing)));
            details.add(SizingFacts.threshold(facts.policy.growth().above()));
            draft.because(Rules.WOULD_GROW_AGAIN, facts.name(), details);
        }
        if (!blocked.isEmpty()) {
            draft.because(
                    Rules.DRAIN_BLOCKED,
                    facts.name(),
                    fact("nodes", blocked.size()),
                    fact("examples", Draft.examples(blocked)),
                    fact("pod", blockedPod));
        }
    }

    private boolean regrows(Node candidate) {
        return remaining.less(facts.size(candidate)).isAbove(facts.policy.growth().above());
    }

    private void close(Node node) {
        nodes.close(index(node));
        nodes.undo(own(node));
    }

    private void open(Node node) {
        nodes.redo(own(node));
        nodes.open(index(node));
    }

    /// The pods of a node that can move, as moves to itself.
    private List<Move> own(Node node) {
        return SizingFacts.movers(node).stream()
                .map(some -> new Move(some.shape(), index(node), some.count()))
                .toList();
    }

    private int index(Node node) {
        return indexes.getOrDefault(node.name(), NodeFit.NO_ROOM);
    }
}
