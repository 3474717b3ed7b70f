package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A simulation of draining nodes: the utilisation of the others stays at or below the threshold
/// for growth, and the pods that move fit on them.
///
/// Pods with the largest share of the template move first, each to the remaining node with the
/// least room that can hold it. Pending pods and pods of draining nodes are placed before. No
/// further node is drained while a pod of a draining node fits nowhere.
final class DrainTrial {

    private record Move(Shape shape, int to) {}

    private final SizingFacts facts;
    private final Draft draft;
    private final List<Node> candidates;
    private final List<Node> nodes;
    private final Map<String, Integer> indexes = new LinkedHashMap<>();
    private final NodeFit nodeFit;
    private final boolean[] drained;

    /// The pods placed on each node, beside those that run there.
    private final List<List<Shape>> joined = new ArrayList<>();

    private final List<String> regrowing = new ArrayList<>();
    private final List<String> blocked = new ArrayList<>();
    private String blockedPod = "";
    private Utilisation remaining;
    private int[] order;

    DrainTrial(SizingFacts facts, List<Node> candidates, Draft draft) {
        this.facts = facts;
        this.draft = draft;
        this.candidates = candidates;
        this.nodes = facts.byState.ready();
        this.nodeFit = NodeFit.of(nodes);
        this.remaining = facts.shrinking();
        this.drained = new boolean[nodes.size()];
        for (var node : nodes) {
            indexes.put(node.name(), indexes.size());
            joined.add(new ArrayList<>());
        }
        this.order = order();
        placePending();
        facts.byState.draining().forEach(this::placeDraining);
    }

    /// The first candidates that can be drained, at most `most`.
    List<Node> choose(int most) {
        var chosen = new ArrayList<Node>();
        boolean placed = blocked.isEmpty();
        for (var node : candidates) {
            if (!placed || chosen.size() == most) {
                break;
            }
            if (regrows(node)) {
                regrowing.add(node.name());
            } else if (moves(node)) {
                chosen.add(node);
            } else {
                blocked.add(node.name());
            }
        }
        if (chosen.size() < most) {
            explain();
        }
        return chosen;
    }

    private void explain() {
        if (!regrowing.isEmpty()) {
            draft.because(
                    Rules.WOULD_GROW_AGAIN,
                    facts.name(),
                    fact("nodes", regrowing.size()),
                    fact("examples", Draft.examples(regrowing)),
                    SizingFacts.threshold(facts.policy.growth().above()));
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

    private boolean moves(Node candidate) {
        int from = index(candidate);
        drained[from] = true;
        var movers = movers(candidate);
        movers.forEach(shape -> nodeFit.take(shape, from));
        var moves = new ArrayList<Move>();
        for (var shape : movers) {
            int to = place(shape);
            if (to == NodeFit.NO_ROOM) {
                blockedPod = example(candidate, shape);
                moves.forEach(move -> nodeFit.take(move.shape(), move.to()));
                movers.forEach(mover -> nodeFit.put(mover, from));
                drained[from] = false;
                return false;
            }
            nodeFit.put(shape, to);
            moves.add(new Move(shape, to));
        }
        moves.forEach(move -> joined.get(move.to()).add(move.shape()));
        remaining = remaining.less(facts.size(candidate));
        order = order();
        return true;
    }

    private int place(Shape shape) {
        for (int node : order) {
            if (!drained[node] && nodeFit.fits(shape, node)) {
                return node;
            }
        }
        return NodeFit.NO_ROOM;
    }

    private void placePending() {
        for (var shape : sorted(shapes(facts.pending))) {
            int to = place(shape);
            if (to != NodeFit.NO_ROOM) {
                nodeFit.put(shape, to);
                joined.get(to).add(shape);
            }
        }
        order = order();
    }

    private void placeDraining(Node node) {
        for (var shape : sorted(running(node))) {
            int to = place(shape);
            if (to == NodeFit.NO_ROOM) {
                blockedPod = example(node, shape);
                blocked.add(node.name());
                return;
            }
            nodeFit.put(shape, to);
            joined.get(to).add(shape);
        }
        order = order();
    }

    private List<Shape> movers(Node node) {
        var movers = running(node);
        movers.addAll(joined.get(index(node)));
        return sorted(movers);
    }

    /// The pods of the node that can move.
    private static List<Shape> running(Node node) {
        return shapes(
                node.pods().stream()
                        .filter(pods -> !pods.shape().owner().staysWithNode())
                        .toList());
    }

    private List<Shape> sorted(List<Shape> shapes) {
        var whole =
                facts.template.isKnown()
                        ? facts.template.allocatable()
                        : nodes.getFirst().allocatable();
        var largestFirst =
                Comparator.comparingLong((Shape shape) -> Share.dominant(shape.requests(), whole))
                        .reversed();
        return shapes.stream().sorted(largestFirst.thenComparing(shape -> shape)).toList();
    }

    private static List<Shape> shapes(List<Pods> pods) {
        var shapes = new ArrayList<Shape>();
        for (var some : pods) {
            for (int i = 0; i < some.count(); i++) {
                shapes.add(some.shape());
            }
        }
        return shapes;
    }

    /// Nodes by least room, then by name.
    private int[] order() {
        var free = new long[nodes.size()];
        for (int node = 0; node < free.length; node++) {
            free[node] = Share.dominant(nodeFit.free(node), nodes.get(node).allocatable());
        }
        return indexes.values().stream()
                .sorted(Comparator.comparingLong(node -> free[node]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int index(Node node) {
        return indexes.getOrDefault(node.name(), NodeFit.NO_ROOM);
    }

    private static String example(Node node, Shape shape) {
        return node.pods().stream()
                .filter(pods -> pods.shape().equals(shape))
                .map(Pods::example)
                .findFirst()
                .orElse("a pending pod");
    }
}
