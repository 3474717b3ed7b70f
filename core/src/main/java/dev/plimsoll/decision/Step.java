package dev.plimsoll.decision;

/// One change to the outside world. A step names the wanted end state and the state it expects, so
/// taking it twice, or on an old picture, is refused as stale instead of changing more.
public sealed interface Step {

    /// The provider keeps `nodes` machines in the group.
    ///
    /// @param from how many it was asked to keep; another number there makes the step stale
    record ResizeGroup(String group, int from, int nodes) implements Step {}

    /// The node takes no more pods; the moment is written on it.
    record DrainNode(String node) implements Step {}

    /// A draining node takes pods again.
    record UndrainNode(String node) implements Step {}

    /// Every pod of a draining node that can move is asked to leave.
    record EvictPods(String node) implements Step {}

    /// The machine is given back to the provider, who is asked to keep one less.
    ///
    /// @param leaves the fewest that the provider may be asked to keep afterwards; fewer makes the
    ///   step stale
    record RemoveNode(String node, String group, int leaves) implements Step {}

    /// Nodes take so many addresses of the subnet at a time.
    ///
    /// @param from how many they took; another number there makes the step stale
    /// @param minFreePercent how much of a batch a node keeps free
    record UseBatch(String subnet, int from, int addresses, int minFreePercent) implements Step {}

    /// The cluster runs so many replicas of the workload.
    record RunReplicas(String workload, String cluster, int replicas) implements Step {}
}
