package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.packing.TrialNodes;
import dev.plimsoll.packing.TrialNodes.Move;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Moves.KeptFor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The nodes that stay, on which the pods of nodes that go are tried. If removals have failed, pods
/// are also tried in the worst order of a scheduler that spreads, and must fit both ways.
final class Trials {

    private final List<TrialNodes> trials = new ArrayList<>();
    private final Map<String, Integer> indexes = new LinkedHashMap<>();
    private final List<String> names;
    private final Resources whole;
    private final List<KeptFor> kept;
    private final Set<String> gone = new LinkedHashSet<>();

    /// The number of pods of nodes that went.
    private int placed;

    /// Pods are tried on the nodes that are too full to go first, so that they keep no other node
    /// from going.
    Trials(Moves.Start start, Cluster cluster) {
        var ready = start.ready();
        names = ready.stream().map(Node::name).toList();
        names.forEach(name -> indexes.put(name, indexes.size()));
        kept = start.kept();
        trials.add(trial(start, cluster, false));
        if (start.alsoSpreads()) {
            trials.add(trial(start, cluster, true));
        }
        kept.forEach(one -> trials.forEach(trial -> kept(one).forEach(trial::close)));
        whole = ready.stream().map(Node::allocatable).reduce(Resources.NONE, Resources::plus);
    }

    /// The indexes of the nodes that take the pods of some nodes only and have not gone.
    private List<Integer> kept(KeptFor one) {
        return one.nodes().stream()
                .filter(name -> !gone.contains(name))
                .map(indexes::get)
                .filter(Objects::nonNull)
                .toList();
    }

    private boolean isKept(Node node) {
        return kept.stream().anyMatch(one -> one.nodes().contains(node.name()));
    }

    private static TrialNodes trial(Moves.Start start, Cluster cluster, boolean spreads) {
        var trial = new TrialNodes(start.staying(), cluster, spreads);
        trial.addTier(start.others());
        return trial;
    }

    /// Moves the pods of a node away, and lets it take no more pods. If they do not all fit,
    /// nothing changes. A node that went before has no pods left.
    Moves.Tried away(Node node) {
        if (gone.contains(node.name())) {
            return new Moves.Tried(node, Optional.empty(), List.of());
        }
        var done = new ArrayList<List<Move>>();
        for (var trial : trials) {
            var moves = new ArrayList<Move>();
            var homeless = tried(trial, node, moves);
            if (homeless.isPresent()) {
                for (int i = 0; i < done.size(); i++) {
                    undo(trials.get(i), node, done.get(i));
                }
                return new Moves.Tried(node, homeless, List.of());
            }
            done.add(moves);
        }
        var places =
                done.getFirst().stream()
                        .map(move -> new Placed(move.shape(), move.count(), names.get(move.node())))
                        .toList();
        placed += count(done.getFirst());
        gone.add(node.name());
        return new Moves.Tried(node, Optional.empty(), places);
    }

    /// Why the first pods of a node that find no place find none. Nothing changes.
    ///
    /// @return nothing if they all fit
    Optional<NoPlace> noPlace(Node node) {
        for (var trial : trials) {
            var moves = new ArrayList<Move>();
            var found =
                    moved(trial, node, moves)
                            .map(pods -> NoPlace.of(pods, trial, names, placed + count(moves)));
            undo(trial, node, moves);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<Pods> tried(TrialNodes trial, Node node, List<Move> moves) {
        var homeless = moved(trial, node, moves);
        if (homeless.isPresent()) {
            undo(trial, node, moves);
        }
        return homeless;
    }

    /// Moves the pods of a node away until some do not fit: these are returned.
    private Optional<Pods> moved(TrialNodes trial, Node node, List<Move> moves) {
        var own = kept.stream().filter(one -> one.of().contains(node.name())).toList();
        own.forEach(one -> kept(one).forEach(trial::open));
        var homeless = movedAnywhere(trial, node, moves);
        own.forEach(one -> kept(one).forEach(trial::close));
        return homeless;
    }

    private Optional<Pods> movedAnywhere(TrialNodes trial, Node node, List<Move> moves) {
        close(trial, node);
        for (var pods : trial.sorted(Moves.needy(node), whole)) {
            var own = trial.put(pods.shape(), pods.count());
            moves.addAll(own);
            if (count(own) < pods.count()) {
                return Optional.of(pods);
            }
        }
        return Optional.empty();
    }

    private static int count(List<Move> moves) {
        return moves.stream().mapToInt(Move::count).sum();
    }

    private void undo(TrialNodes trial, Node node, List<Move> moves) {
        trial.undo(moves.reversed());
        var index = indexes.get(node.name());
        if (index != null) {
            trial.redo(own(node, index));
            if (!isKept(node)) {
                trial.open(index);
            }
        }
    }

    private void close(TrialNodes trial, Node node) {
        var index = indexes.get(node.name());
        if (index != null) {
            if (!isKept(node)) {
                trial.close(index);
            }
            trial.undo(own(node, index));
        }
    }

    /// The pods of a node, as moves to itself.
    private static List<Move> own(Node node, int index) {
        return Moves.movers(node).stream()
                .map(pods -> new Move(pods.shape(), index, pods.count()))
                .toList();
    }
}
