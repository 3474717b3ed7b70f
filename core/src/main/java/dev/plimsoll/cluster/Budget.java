package dev.plimsoll.cluster;

import dev.plimsoll.selection.Requirement;
import java.util.List;

/// How many of some pods may be disrupted at once: a PodDisruptionBudget.
///
/// @param selector all of them hold for its pods; none: every pod of the namespace is its own
/// @param allowed how many disruptions it allows at this moment
public record Budget(String namespace, String name, List<Requirement> selector, int allowed) {

    public Budget {
        selector = List.copyOf(selector);
    }

    public boolean covers(Shape shape) {
        return shape.namespace().equals(namespace)
                && selector.stream().allMatch(requirement -> requirement.matches(shape.labels()));
    }
}
