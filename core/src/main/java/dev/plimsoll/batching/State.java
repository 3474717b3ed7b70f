package dev.plimsoll.batching;

/// How much room a subnet has left.
public enum State {
    /// Every node has its free addresses, and so would those that may join.
    OK,
    /// Even single addresses leave no headroom, or no room for those that may join.
    TIGHT,
    /// Even with single addresses, not every node can keep one free.
    EXHAUSTED,
    /// Nobody knows how many addresses there are.
    UNKNOWN
}
