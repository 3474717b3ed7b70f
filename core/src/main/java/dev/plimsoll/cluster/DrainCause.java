package dev.plimsoll.cluster;

/// Why we drain a node.
public enum DrainCause {
    /// The cause was not recorded.
    UNKNOWN,
    /// Its group needs fewer nodes.
    LOW_UTILISATION,
    /// Its group has more nodes than its maximum.
    ABOVE_MAX,
    /// It has not been Ready for long.
    UNHEALTHY,
    /// It is older than its group allows.
    TOO_OLD,
    /// Other nodes take its pods at a lower cost.
    REPLACED
}
