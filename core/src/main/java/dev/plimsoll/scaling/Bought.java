package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.packing.Packing;
import java.util.List;
import java.util.Map;

/// The purchase for pending pods and placeholders.
///
/// @param minimum the nodes that groups get to reach their minimum
/// @param packing the node of every pod that fits, in an order in which pods may be placed
record Bought(Chosen chosen, Packing minimum, Packing packing) {

    /// The facts of a cluster that a purchase follows from.
    ///
    /// @param nodes with placeholders
    /// @param pending as they ask for nodes
    /// @param growing the groups that may have more nodes
    /// @param late machines that did not join in time, by group
    record Key(
            List<Node> nodes,
            List<Pods> pending,
            List<NodeGroup> groups,
            List<NodeGroup> growing,
            Map<String, Integer> late,
            ScaleUpStrategy strategy,
            List<Ceiling> ceilings) {

        static Key of(ScalingFacts facts) {
            return new Key(
                    facts.nodesForPending(),
                    facts.asking().pods(),
                    facts.groups(),
                    facts.growing(),
                    facts.late(),
                    facts.policy().strategy(),
                    facts.policy().ceilings());
        }
    }
}
