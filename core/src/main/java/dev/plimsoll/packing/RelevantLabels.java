package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.selection.Affinity;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The keys of node labels that some rule looks at.
public final class RelevantLabels {

    private final SortedSet<String> keys = new TreeSet<>();

    private RelevantLabels() {}

    /// @param there existing nodes; the rules of their pods count too
    /// @param offers all their labels count if some pod has volumes
    static SortedSet<String> by(List<Pods> pods, List<Node> there, List<Offer> offers) {
        var asked = new RelevantLabels();
        pods.forEach(some -> asked.add(some.shape()));
        there.stream()
                .filter(Node::keepsApart)
                .forEach(node -> node.pods().forEach(some -> asked.addApart(some.shape())));
        offers.forEach(offer -> offer.node().pods().forEach(some -> asked.addApart(some.shape())));
        if (pods.stream().anyMatch(some -> !some.shape().mounts().isEmpty())) {
            offers.forEach(offer -> asked.keys.addAll(offer.node().labels().toMap().keySet()));
        }
        return asked.keys;
    }

    /// The keys in node selectors and node affinity of the pods; rules about other pods are left
    /// out.
    public static SortedSet<String> byChoice(List<Pods> pods) {
        var asked = new RelevantLabels();
        pods.forEach(some -> asked.addChoice(some.shape()));
        return asked.keys;
    }

    private void addChoice(Shape shape) {
        keys.addAll(shape.nodeSelector().toMap().keySet());
        if (shape.affinity() instanceof Affinity.AnyOf(var terms)) {
            terms.forEach(term -> term.labels().forEach(label -> keys.add(label.key())));
        }
    }

    private void add(Shape shape) {
        addChoice(shape);
        shape.constraints().near().forEach(term -> keys.add(term.topologyKey()));
        shape.constraints().spread().forEach(spread -> keys.add(spread.topologyKey()));
        addApart(shape);
    }

    private void addApart(Shape shape) {
        shape.constraints().apart().forEach(term -> keys.add(term.topologyKey()));
    }
}
