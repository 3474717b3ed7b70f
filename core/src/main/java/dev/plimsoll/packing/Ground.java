package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.Rooms;
import dev.plimsoll.storage.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What packing starts from: the nodes that are there, and the rules of what stands around them.
public final class Ground {

    private final List<Node> nodes;

    /// Nodes whose names are taken, also those that do not count.
    private final List<Node> named;

    private final Function<List<Node>, Rooms> rooms;

    private Ground(List<Node> nodes, List<Node> named, Function<List<Node>, Rooms> rooms) {
        this.nodes = List.copyOf(nodes);
        this.named = named;
        this.rooms = rooms;
    }

    private Ground(List<Node> nodes, Function<List<Node>, Rooms> rooms) {
        this(nodes, nodes, rooms);
    }

    /// Nodes alone. Nothing is known of volumes, so they keep no pod off.
    public static Ground of(List<Node> nodes) {
        return new Ground(nodes, Rooms::of);
    }

    public static Ground of(List<Node> nodes, Surroundings surroundings) {
        return new Ground(nodes, all -> Rooms.of(all, surroundings));
    }

    List<Node> nodes() {
        return nodes;
    }

    Rooms rooms() {
        return rooms.apply(nodes);
    }

    /// Gives names that no node has.
    Naming naming() {
        return new Naming(named);
    }

    /// With these before the nodes that are there.
    Ground behind(List<Node> others) {
        var all = new ArrayList<>(others);
        all.addAll(nodes);
        return new Ground(all, rooms);
    }

    /// With what a packing adds.
    public Ground after(Packing packing) {
        return new Ground(packing.after(nodes), rooms);
    }

    /// A packing that was made in parts, where all its nodes stand from the beginning.
    public Packing settled(List<Pods> pods, Packing packing) {
        return Replay.of(this, pods, packing);
    }

    /// The same places, node after node, if the pods may come in that order too.
    ///
    /// @param pods all that waited
    public Packing nodeAfterNode(List<Pods> pods, Packing packing) {
        return Replay.nodeAfterNode(this, pods, packing);
    }

    /// As if no node were there.
    Ground bare() {
        return new Ground(List.of(), nodes, rooms);
    }

    /// Some rule for these pods looks at the pods of other nodes.
    boolean matters(List<Pods> pods) {
        return pods.stream().anyMatch(some -> looksAround(some.shape()))
                || nodes.stream().anyMatch(Node::keepsApart);
    }

    private static boolean looksAround(Shape shape) {
        return !shape.company().isAny() || !shape.mounts().isEmpty();
    }
}
