package dev.plimsoll.cluster;

import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import java.util.List;

/// A PodDisruptionBudget.
///
/// @param selector all conditions match its pods; none: every pod of the namespace
/// @param allowed how many disruptions it allows at the moment
/// @param ready how many of its pods are ready
/// @param required how many of its pods must be ready
/// @param unready whether pods that are not ready may be evicted beyond `allowed`
public record Budget(
        ObjectName name,
        List<Requirement> selector,
        int allowed,
        int ready,
        int required,
        Unready unready) {

    /// The `unhealthyPodEvictionPolicy`.
    public enum Unready {
        /// They may be evicted if enough other pods are ready.
        IF_HEALTHY_BUDGET,
        /// They may always be evicted.
        ALWAYS_ALLOW
    }

    public Budget {
        selector = List.copyOf(selector);
    }

    /// A budget of which only the number of allowed disruptions is known.
    public Budget(ObjectName name, List<Requirement> selector, int allowed) {
        this(name, selector, allowed, 0, 0, Unready.IF_HEALTHY_BUDGET);
    }

    public boolean covers(Shape shape) {
        return shape.namespace().equals(name.namespace())
                && selector.stream().allMatch(requirement -> requirement.matches(shape.labels()));
    }
}
