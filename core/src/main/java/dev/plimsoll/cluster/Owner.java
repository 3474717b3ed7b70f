package dev.plimsoll.cluster;

/// The kind of object that owns a pod and would replace it.
public enum Owner {
    /// Nothing would replace it.
    NOBODY,
    /// A ReplicaSet or ReplicationController, or an object that owns one.
    REPLICA_SET,
    STATEFUL_SET,
    JOB,
    /// One pod per node, created and removed with the node.
    DAEMON_SET,
    /// The kubelet: a static pod, of which the API server has only a mirror.
    NODE,
    OTHER;

    /// Its pods belong to their node: they never move, and a node that runs no others is empty.
    public boolean staysWithNode() {
        return this == DAEMON_SET || this == NODE;
    }
}
