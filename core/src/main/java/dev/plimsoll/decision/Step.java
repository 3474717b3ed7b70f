package dev.plimsoll.decision;

/// One change to the outside world. A step names the wanted state and the state it expects. A step
/// that is repeated, or decided on an old observation, is therefore stale and changes nothing.
public sealed interface Step {

    /// Sets the provider's target of the group to `nodes` machines.
    ///
    /// @param from the target before; the step is stale if the provider has another
    record ResizeGroup(String group, int from, int nodes) implements Step {}

    /// Taints the node so that it takes no more pods; the taint carries the time.
    record DrainNode(String node) implements Step {}

    /// Removes the taint of a draining node, so that it takes pods again.
    record UndrainNode(String node) implements Step {}

    /// Evicts every pod of a draining node that can move.
    record EvictPods(String node) implements Step {}

    /// Deletes the machine at the provider and lowers the target of the group by one.
    ///
    /// @param leaves the lowest target that is allowed afterwards; the step is stale below it
    record RemoveNode(String node, String group, int leaves) implements Step {}

    /// Sets the number of addresses that nodes take from the subnet at a time.
    ///
    /// @param from the number before; the step is stale if another is set
    /// @param minFreePercent the share of a batch that a node keeps free
    record UseBatch(String subnet, int from, int addresses, int minFreePercent) implements Step {}

    /// Sets the number of replicas of the workload in the cluster.
    record RunReplicas(String workload, String cluster, int replicas) implements Step {}
}
