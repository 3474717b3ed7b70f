package dev.plimsoll.fit;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.storage.Surroundings;
import java.util.List;

/// The input of fit: one pod, and the cluster that it should run in.
///
/// @param pod namespace and name
/// @param shape the shape of the pod
/// @param boundTo its `spec.nodeName`; empty if it has none
/// @param nodes all nodes, with the pods that run on them
public record Seen(
        String pod, Shape shape, String boundTo, List<Node> nodes, Surroundings surroundings) {

    public Seen {
        nodes = List.copyOf(nodes);
    }
}
