package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import java.time.Instant;
import java.util.List;

/// What a new node of a group offers.
public record Template(Resources allocatable, Labels labels, List<Taint> taints) {

    public static final Template UNKNOWN = new Template(Resources.NONE, Labels.NONE, List.of());

    public Template {
        taints = List.copyOf(taints);
    }

    public boolean isKnown() {
        return !allocatable.isEmpty();
    }

    /// A node as it would come.
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
