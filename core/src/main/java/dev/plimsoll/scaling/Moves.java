package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.TrialNodes;
import dev.plimsoll.packing.TrialNodes.Move;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of nodes that go, tried on the nodes that stay. If removals have failed, pods are also
/// tried in the worst order of a scheduler that spreads, and must fit both ways.
final class Moves {

    private final List<TrialNodes> trials = new ArrayList<>();
    private final Map<String, Integer> indexes = new LinkedHashMap<>();
    private final List<String> names;

    /// The nodes with pending pods and placeholders, by name.
    private final Map<String, Node> filled = new LinkedHashMap<>();

    private final Set<String> taking = new LinkedHashSet<>();
    private final Resources whole;

    /// The number of nodes that are too full to go: pods are tried on them first, so that they keep
    /// no other node from going.
    private final int staying;

    /// @param ready the nodes that take pods now, those first that are too full to go
    /// @param staying how many of them are too full to go
    /// @param taking the names of nodes that are to take pending pods
    Moves(List<Node> ready, int staying, Set<String> taking, Cluster cluster, boolean alsoSpreads) {
        this.staying = staying;
        names = ready.stream().map(Node::name).toList();
        names.forEach(name -> indexes.put(name, indexes.size()));
        ready.forEach(node -> filled.put(node.name(), node));
        this.taking.addAll(taking);
        trials.add(new TrialNodes(ready, cluster, false));
        if (alsoSpreads) {
            trials.add(new TrialNodes(ready, cluster, true));
        }
        whole = ready.stream().map(Node::allocatable).reduce(Resources.NONE, Resources::plus);
    }

    /// The pods of a node that move if it goes.
    static List<Pods> movers(Node node) {
        return node.pods().stream()
                .filter(pods -> !pods.shape().owner().staysWithNode())
                .filter(pods -> pods.shape().stage() != Shape.Stage.TERMINATING)
                .toList();
    }

    /// Whether pods were placed on the node that are not on it yet.
    boolean takes(String node) {
        return taking.contains(node);
    }

    /// Moves the pods of a node away, and lets it take no more pods. If they do not all fit,
    /// nothing changes.
    ///
    /// @return pods that fit nowhere; nothing if all have a place
    Optional<Pods> away(Node seen) {
        var node = filled.getOrDefault(seen.name(), seen);
        var done = new ArrayList<List<Move>>();
        for (var trial : trials) {
            var moves = new ArrayList<Move>();
            var homeless = tried(trial, node, moves);
            if (homeless.isPresent()) {
                for (int i = 0; i < done.size(); i++) {
                    undo(trials.get(i), node, done.get(i));
                }
                return homeless;
            }
            done.add(moves);
        }
        done.getFirst().forEach(move -> taking.add(names.get(move.node())));
        return Optional.empty();
    }

    private Optional<Pods> tried(TrialNodes trial, Node node, List<Move> moves) {
        close(trial, node);
        for (var pods : trial.sorted(movers(node), whole)) {
            int left = pods.count() - put(trial, pods, pods.count(), 0, staying, moves);
            if (left > 0) {
                left -= put(trial, pods, left, staying, trial.size(), moves);
            }
            if (left > 0) {
                undo(trial, node, moves);
                return Optional.of(pods);
            }
        }
        return Optional.empty();
    }

    private static int put(
            TrialNodes trial, Pods pods, int count, int from, int to, List<Move> moves) {
        var own = trial.put(pods.shape(), count, from, to);
        moves.addAll(own);
        return own.stream().mapToInt(Move::count).sum();
    }

    private void undo(TrialNodes trial, Node node, List<Move> moves) {
        trial.undo(moves.reversed());
        var index = indexes.get(node.name());
        if (index != null) {
            trial.redo(own(node, index));
            trial.open(index);
        }
    }

    private void close(TrialNodes trial, Node node) {
        var index = indexes.get(node.name());
        if (index != null) {
            trial.close(index);
            trial.undo(own(node, index));
        }
    }

    /// The pods of a node, as moves to itself.
    private static List<Move> own(Node node, int index) {
        return movers(node).stream()
                .map(pods -> new Move(pods.shape(), index, pods.count()))
                .toList();
    }
}
