package dev.plimsoll.cluster;

import dev.plimsoll.selection.Selector;

/// A topology spread constraint (DoNotSchedule).
///
/// @param maxSkew how many more pods a domain can have than the one with the fewest
/// @param topologyKey nodes with equal values of this label are one domain
/// @param selector the pods that count, in the namespace of the pod
/// @param minDomains with fewer domains, the minimum counts as zero
/// @param affinity whether nodes excluded by node selector and affinity count
/// @param taints whether nodes with taints that the pod does not tolerate count
public record Spread(
        int maxSkew,
        String topologyKey,
        Selector selector,
        int minDomains,
        Policy affinity,
        Policy taints) {

    /// Which nodes count.
    public enum Policy {
        /// Only nodes that the pod can use in this respect.
        HONOR,
        /// All nodes.
        IGNORE
    }
}
