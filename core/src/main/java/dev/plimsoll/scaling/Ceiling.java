package dev.plimsoll.scaling;

import java.util.List;

/// A limit that groups share.
public sealed interface Ceiling {

    /// So many nodes has the cluster at most.
    record Nodes(int most) implements Ceiling {}

    /// All nodes of the cluster offer at most so much of a resource together.
    record Amount(String resource, long most) implements Ceiling {}

    /// Nodes of some groups take their addresses from a subnet.
    ///
    /// @param capacity addresses of it
    record Subnet(String name, int capacity, List<String> groups) implements Ceiling {

        public Subnet {
            groups = List.copyOf(groups);
        }
    }
}
