package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Share;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;

/// What would be bought for pods that wait, why, and what it costs.
///
/// @param warnings what an operator should know beside
/// @param packing which pod goes where
/// @param groups all of them, by name
/// @param bound how little new nodes for the same pods could cost
/// @param pending the pods that waited, by shape
/// @param alternatives what else was looked at, the best first
/// @param nodes as they would be afterwards, new ones last
public record Proposal(
        Plan plan,
        List<Reason> reasons,
        List<Reason> warnings,
        Packing packing,
        List<Grown> groups,
        Cost cost,
        CostBound bound,
        List<Waiting> pending,
        List<Alternative> alternatives,
        List<Node> nodes) {

    /// A group, and how many nodes it would have.
    ///
    /// @param nodes the names of those that it would have
    public record Grown(NodeGroup group, List<String> nodes) {

        public int wanted() {
            return nodes.size();
        }

        /// How many nodes more than now.
        public int more() {
            return nodes.size() - group.nodes().size();
        }
    }

    /// Dollars an hour, of all nodes whose price is known.
    ///
    /// @param unpricedNow nodes that are there and whose price is not known
    /// @param unpricedAfter the same, afterwards
    public record Cost(Money now, Money after, int unpricedNow, int unpricedAfter) {

        public boolean isWhole() {
            return unpricedNow == 0 && unpricedAfter == 0;
        }
    }

    /// Pods of one shape that waited.
    ///
    /// @param left how many of them find no place
    public record Waiting(Pods pods, int left) {}

    /// Something else to buy for the same pods.
    ///
    /// @param groups those that would grow, by name
    /// @param left pods that find no place then
    /// @param cost of all nodes an hour afterwards
    /// @param why what speaks against it
    public record Alternative(List<Grown> groups, int left, Cost cost, Reason why) {}

    public Proposal {
        reasons = List.copyOf(reasons);
        warnings = List.copyOf(warnings);
        groups = List.copyOf(groups);
        pending = List.copyOf(pending);
        alternatives = List.copyOf(alternatives);
        nodes = List.copyOf(nodes);
    }

    /// What of a node's price is for room that nobody asked for.
    public record Waste(String node, String group, Money hour) {}

    /// The price of each node, less the largest share of any resource that its pods ask for; by
    /// group, then by node. Nodes without a known price are left out.
    public List<Waste> waste() {
        var byName = new LinkedHashMap<String, Node>();
        nodes.forEach(node -> byName.put(node.name(), node));
        var waste = new ArrayList<Waste>();
        for (var grown : groups) {
            if (grown.group().price() instanceof Price.Known(var hour, _)) {
                for (var name : grown.nodes()) {
                    var node = Objects.requireNonNull(byName.get(name));
                    waste.add(new Waste(name, grown.group().name(), idle(node, hour)));
                }
            }
        }
        return waste;
    }

    private static Money idle(Node node, Money hour) {
        long whole = Share.WHOLE;
        long used = Math.min(whole, Share.dominant(node.asked(), node.allocatable()));
        var idle = BigInteger.valueOf(hour.nanos()).multiply(BigInteger.valueOf(whole - used));
        return new Money(idle.divide(BigInteger.valueOf(whole)).longValueExact());
    }

    /// How many pods find no place.
    public int left() {
        return packing.leaves();
    }
}
