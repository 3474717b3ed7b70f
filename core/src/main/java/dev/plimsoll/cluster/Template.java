package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import java.time.Instant;
import java.util.List;

/// The template of a group's new nodes.
public record Template(Resources allocatable, Labels labels, List<Taint> taints) {

    public static final Template UNKNOWN = new Template(Resources.NONE, Labels.NONE, List.of());

    public Template {
        taints = List.copyOf(taints);
    }

    public boolean isKnown() {
        return !allocatable.isEmpty();
    }

    /// A new node.
    public Node node(String name) {
        return new Node(
                name,
                Instant.EPOCH,
                labels,
                taints,
                allocatable,
                new NodeState.Active(),
                true,
                false,
                List.of());
    }
}
