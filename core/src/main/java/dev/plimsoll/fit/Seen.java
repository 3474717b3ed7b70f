package dev.plimsoll.fit;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.storage.Surroundings;
import java.util.List;

/// What a pod that asks for a place sees.
///
/// @param pod its namespace and name
/// @param shape its shape
/// @param boundTo the one node that it names itself; empty if it names none
/// @param nodes all of them, with what runs on them
public record Seen(
        String pod, Shape shape, String boundTo, List<Node> nodes, Surroundings surroundings) {

    public Seen {
        nodes = List.copyOf(nodes);
    }
}
