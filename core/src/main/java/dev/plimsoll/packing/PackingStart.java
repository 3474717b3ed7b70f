package dev.plimsoll.packing;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The start of a packing: existing nodes, and the cluster state that rules look at.
public final class PackingStart {

    private final List<Node> nodes;

    /// Nodes whose names are in use, including nodes that are left out.
    private final List<Node> named;

    /// For any nodes.
    private final Function<List<Node>, NodeFit> anew;

    /// For nodes of which most are those of the start before this one.
    private final Function<List<Node>, NodeFit> nodeFit;

    /// Of these nodes, without any change; it is copied.
    private @Nullable NodeFit unchanged;

    private PackingStart(
            List<Node> nodes,
            List<Node> named,
            Function<List<Node>, NodeFit> anew,
            Function<List<Node>, NodeFit> nodeFit) {
        this.nodes = List.copyOf(nodes);
        this.named = named;
        this.anew = anew;
        this.nodeFit = nodeFit;
    }

    private PackingStart(List<Node> nodes, Function<List<Node>, NodeFit> anew) {
        this(nodes, nodes, anew, anew);
    }

    /// Nodes alone. Volumes are unknown and refuse no pod.
    public static PackingStart of(List<Node> nodes) {
        return new PackingStart(nodes, NodeFit::of);
    }

    public static PackingStart of(List<Node> nodes, Cluster cluster) {
        return new PackingStart(nodes, all -> NodeFit.of(all, cluster));
    }

    List<Node> nodes() {
        return nodes;
    }

    NodeFit nodeFit() {
        return nodeFit(nodes);
    }

    /// @param others the nodes, of which some may have more pods, and further ones
    private NodeFit nodeFit(List<Node> others) {
        if (unchanged == null) {
            unchanged = nodeFit.apply(nodes);
        }
        return unchanged.withNodes(others);
    }

    /// A source of names that no node has.
    Naming naming() {
        return new Naming(named);
    }

    /// With these nodes before the existing ones.
    PackingStart behind(List<Node> others) {
        if (others.isEmpty()) {
            return this;
        }
        var all = new ArrayList<>(others);
        all.addAll(nodes);
        return new PackingStart(all, anew);
    }

    /// With the nodes and pods of a packing.
    public PackingStart after(Packing packing) {
        var after = packing.after(nodes);
        return new PackingStart(after, after, anew, this::nodeFit);
    }

    /// A packing that was made in parts, placed again on nodes that all exist from the beginning.
    public Packing settled(List<Pods> pods, Packing packing) {
        return PackingReplay.of(this, pods, packing);
    }

    /// The same placements, node by node, if the rules allow that order too.
    ///
    /// @param pods all pending pods
    public Packing nodeAfterNode(List<Pods> pods, Packing packing) {
        return PackingReplay.nodeAfterNode(this, pods, packing);
    }

    /// Without any existing node.
    PackingStart bare() {
        return new PackingStart(List.of(), nodes, anew, anew);
    }

    /// Some rule for these pods looks at pods on other nodes.
    boolean matters(List<Pods> pods) {
        return pods.stream().anyMatch(some -> looksAround(some.shape()))
                || nodes.stream().anyMatch(Node::keepsApart);
    }

    private static boolean looksAround(Shape shape) {
        return !shape.constraints().isAny() || !shape.mounts().isEmpty();
    }
}
