package dev.plimsoll.kube;

/// Why no turn was taken.
public enum Skipped {
    /// Another replica holds the lease, or none does.
    NOT_LEADER,
    /// The picture of the cluster may be old.
    STALE,
    /// The memory of the loops could not be read.
    MEMORY
}
