package dev.plimsoll.scaling;

/// A limit that all groups share. Subnets limit some groups; they are part of a cluster.
public sealed interface Ceiling {

    /// The maximum number of nodes of the cluster.
    record Nodes(int most) implements Ceiling {}

    /// The maximum allocatable of a resource, summed over all nodes.
    record Amount(String resource, long most) implements Ceiling {}
}
