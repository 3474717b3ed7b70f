package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.storage.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What packing starts from: the nodes that are there, and the rules of what stands around them.
public final class PackingStart {

    private final List<Node> nodes;

    /// Nodes whose names are taken, also those that do not count.
    private final List<Node> named;

    private final Function<List<Node>, NodeFit> nodeFit;

    private PackingStart(
            List<Node> nodes, List<Node> named, Function<List<Node>, NodeFit> nodeFit) {
        this.nodes = List.copyOf(nodes);
        this.named = named;
        this.nodeFit = nodeFit;
    }

    private PackingStart(List<Node> nodes, Function<List<Node>, NodeFit> nodeFit) {
        this(nodes, nodes, nodeFit);
    }

    /// Nodes alone. Nothing is known of volumes, so they keep no pod off.
    public static PackingStart of(List<Node> nodes) {
        return new PackingStart(nodes, NodeFit::of);
    }

    public static PackingStart of(List<Node> nodes, Surroundings surroundings) {
        return new PackingStart(nodes, all -> NodeFit.of(all, surroundings));
    }

    List<Node> nodes() {
        return nodes;
    }

    NodeFit nodeFit() {
        return nodeFit.apply(nodes);
    }

    /// Gives names that no node has.
    Naming naming() {
        return new Naming(named);
    }

    /// With these before the nodes that are there.
    PackingStart behind(List<Node> others) {
        var all = new ArrayList<>(others);
        all.addAll(nodes);
        return new PackingStart(all, nodeFit);
    }

    /// With what a packing adds.
    public PackingStart after(Packing packing) {
        return new PackingStart(packing.after(nodes), nodeFit);
    }

    /// A packing that was made in parts, where all its nodes stand from the beginning.
    public Packing settled(List<Pods> pods, Packing packing) {
        return PackingReplay.of(this, pods, packing);
    }

    /// The same places, node after node, if the pods may come in that order too.
    ///
    /// @param pods all that waited
    public Packing nodeAfterNode(List<Pods> pods, Packing packing) {
        return PackingReplay.nodeAfterNode(this, pods, packing);
    }

    /// As if no node were there.
    PackingStart bare() {
        return new PackingStart(List.of(), nodes, nodeFit);
    }

    /// Some rule for these pods looks at the pods of other nodes.
    boolean matters(List<Pods> pods) {
        return pods.stream().anyMatch(some -> looksAround(some.shape()))
                || nodes.stream().anyMatch(Node::keepsApart);
    }

    private static boolean looksAround(Shape shape) {
        return !shape.constraints().isAny() || !shape.mounts().isEmpty();
    }
}
