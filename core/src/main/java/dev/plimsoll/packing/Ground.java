package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.storage.Surroundings;
import java.util.List;
import java.util.function.Function;

/// What packing starts from: the nodes that are there, and the rules of what stands around them.
public final class Ground {

    private final List<Node> nodes;
    private final Function<List<Node>, Rooms> rooms;

    private Ground(List<Node> nodes, Function<List<Node>, Rooms> rooms) {
        this.nodes = List.copyOf(nodes);
        this.rooms = rooms;
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

    /// As if no node were there.
    Ground bare() {
        return new Ground(List.of(), rooms);
    }
}
