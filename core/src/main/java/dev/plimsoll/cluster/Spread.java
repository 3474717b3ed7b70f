package dev.plimsoll.cluster;

import dev.plimsoll.selection.Selector;

/// How evenly pods lie on the domains of a topology key, as one pod requires it.
///
/// @param maxSkew how many more of them its domain may have than the one with the fewest
/// @param topologyKey nodes with equal values of this label are one domain
/// @param selector the pods that count, of its own namespace
/// @param minDomains with fewer domains, the fewest counts as none
/// @param affinity whether nodes that its selector and affinity exclude count
/// @param taints whether nodes whose taints it does not tolerate count
public record Spread(
        int maxSkew,
        String topologyKey,
        Selector selector,
        int minDomains,
        Policy affinity,
        Policy taints) {

    /// Which nodes count.
    public enum Policy {
        /// Only those that the pod may use in this respect.
        HONOR,
        /// All.
        IGNORE
    }
}
