package dev.plimsoll.cluster;

/// The kind of thing that made a pod, and would make it again.
public enum Owner {
    /// Nothing would make it again.
    NOBODY,
    /// A ReplicaSet or ReplicationController, and what stands behind it.
    REPLICA_SET,
    STATEFUL_SET,
    JOB,
    /// One pod a node; it comes with the node and goes with it.
    DAEMON_SET,
    /// The node's own agent: a static pod, of which the API server has only a mirror.
    NODE,
    OTHER;

    /// Its pods belong to the node they are on: they never move, and do not keep it from being
    /// empty.
    public boolean staysWithNode() {
        return this == DAEMON_SET || this == NODE;
    }
}
