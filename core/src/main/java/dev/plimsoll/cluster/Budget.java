package dev.plimsoll.cluster;

import dev.plimsoll.selection.Requirement;
import java.util.List;

/// A PodDisruptionBudget.
///
/// @param selector all conditions match its pods; none: every pod of the namespace
/// @param allowed how many disruptions it allows at the moment
public record Budget(String namespace, String name, List<Requirement> selector, int allowed) {

    public Budget {
        selector = List.copyOf(selector);
    }

    public boolean covers(Shape shape) {
        return shape.namespace().equals(namespace)
                && selector.stream().allMatch(requirement -> requirement.matches(shape.labels()));
    }
}
