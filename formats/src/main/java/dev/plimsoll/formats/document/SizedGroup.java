package dev.plimsoll.formats.document;

import dev.plimsoll.sizing.Policy;

/// A group that is sized by its utilisation, and how.
public record SizedGroup(String name, Policy policy) {

    /// This group in a cluster with a maximum number of nodes.
    SizedGroup within(int most) {
        return new SizedGroup(
                name, policy.withMostInCluster(Math.min(most, policy.mostInCluster())));
    }
}
