package dev.plimsoll.batching;

/// The state of a subnet by the room it has left.
public enum State {
    /// There is room for the free addresses of every node and for nodes that may join.
    OK,
    /// Even batches of 1 leave no headroom, or no room for nodes that may join.
    TIGHT,
    /// Even with batches of 1, not every node can keep an address free.
    EXHAUSTED,
    /// The capacity of the subnet is unknown.
    UNKNOWN
}
