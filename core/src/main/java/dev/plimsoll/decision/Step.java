package dev.plimsoll.decision;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.VariantKey;
import java.util.List;

/// One change to the outside world. A step names the wanted state and the state it expects. A step
/// that is repeated, or decided on an old observation, is therefore stale and changes nothing.
public sealed interface Step {

    /// Sets the provider's target of the group to `nodes` machines.
    ///
    /// @param from the target before; the step is stale if the provider has another
    /// @param in the new machines of each variant; empty if the provider chooses
    record ResizeGroup(String group, int from, int nodes, List<InVariant> in) implements Step {

        public ResizeGroup {
            in = List.copyOf(in);
        }

        /// The provider chooses the variants.
        public ResizeGroup(String group, int from, int nodes) {
            this(group, from, nodes, List.of());
        }
    }

    /// A number of machines of one variant.
    record InVariant(VariantKey variant, int nodes) {}

    /// Lowers the provider's target of the group to `nodes` machines, by machines that do not exist
    /// yet. No machine that exists is removed.
    ///
    /// @param from the target before; the step is stale if the provider has another
    record GiveUp(String group, int from, int nodes) implements Step {}

    /// Taints the node so that it takes no more pods; the taint carries the time and the cause.
    record DrainNode(String node, DrainCause why) implements Step {

        public DrainNode(String node) {
            this(node, DrainCause.UNKNOWN);
        }
    }

    /// Removes the taint of a draining node, so that it takes pods again.
    record UndrainNode(String node) implements Step {}

    /// Evicts every pod of a draining node that can move.
    ///
    /// @param pods how many they are; the step is stale if the node has more
    record EvictPods(String node, int pods) implements Step {}

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
