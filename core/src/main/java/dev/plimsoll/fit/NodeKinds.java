package dev.plimsoll.fit;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Kinds of nodes: nodes of one kind have equal labels (the hostname left out) and taints, and are
/// equally cordoned or closed, so the rules that look at one node alone give the same answer for
/// all of them.
final class NodeKinds {

    private record Kind(Labels labels, List<Taint> taints, boolean isCordoned, boolean isClosed) {}

    private final Map<Kind, Integer> kinds = new LinkedHashMap<>();
    private int[] kindOf = new int[16];

    NodeKinds copy() {
        var copy = new NodeKinds();
        copy.kinds.putAll(kinds);
        copy.kindOf = kindOf.clone();
        return copy;
    }

    /// Reads a node that was added, or is another one than before.
    void read(Node node, int index) {
        if (index >= kindOf.length) {
            kindOf = Arrays.copyOf(kindOf, 2 * index);
        }
        var kind =
                new Kind(
                        node.sharedLabels(),
                        node.taints(),
                        node.state() instanceof NodeState.Cordoned,
                        node.state() instanceof NodeState.Closed);
        kindOf[index] = kinds.computeIfAbsent(kind, _ -> kinds.size());
    }

    int kind(int node) {
        return kindOf[node];
    }
}
