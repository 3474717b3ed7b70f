package dev.plimsoll.scaling;

import java.util.List;

/// A limit that groups share.
public sealed interface Ceiling {

    /// The maximum number of nodes of the cluster.
    record Nodes(int most) implements Ceiling {}

    /// The maximum allocatable of a resource, summed over all nodes.
    record Amount(String resource, long most) implements Ceiling {}

    /// A subnet that gives the nodes of some groups their addresses.
    ///
    /// @param capacity the number of its addresses
    record Subnet(String name, int capacity, List<String> groups) implements Ceiling {

        public Subnet {
            groups = List.copyOf(groups);
        }
    }
}
