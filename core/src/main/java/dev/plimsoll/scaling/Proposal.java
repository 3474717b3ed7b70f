package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
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

/// The nodes to buy for pending pods, with the reasons, the cost and the alternatives.
///
/// The bound, the warnings and the nodes afterwards are computed when they are asked for: a loop
/// does not need them.
public final class Proposal {

    /// A group after the purchase.
    ///
    /// @param nodes the names of its nodes
    public record Grown(NodeGroup group, List<String> nodes) {

        public int wanted() {
            return nodes.size();
        }

        /// The number of new nodes.
        public int more() {
            return nodes.size() - group.nodes().size();
        }
    }

    /// Dollars an hour, of all nodes whose price is known.
    ///
    /// @param unpricedNow the number of existing nodes without a price
    /// @param unpricedAfter the same after the purchase
    public record Cost(Money now, Money after, int unpricedNow, int unpricedAfter) {

        public boolean isWhole() {
            return unpricedNow == 0 && unpricedAfter == 0;
        }
    }

    /// Pending pods of one shape.
    ///
    /// @param left how many of them stay unschedulable
    public record PendingShape(Pods pods, int left) {}

    /// Another purchase for the same pods.
    ///
    /// @param groups the groups that would grow, by name
    /// @param left the number of pods that would stay unschedulable
    /// @param cost of all nodes an hour after the purchase
    /// @param why the reason against it
    public record Alternative(List<Grown> groups, int left, Cost cost, Reason why) {}

    /// The part of a node's price that pays for resources no pod requests.
    public record Waste(String node, String group, Money hour) {}

    private final ScalingFacts facts;
    private final Chosen chosen;
    private final Packing minimum;
    private final Packing packing;
    private final List<Reason> reasons;

    /// @param minimum the nodes that groups get to reach their minimum
    /// @param packing the node of every pod that fits, in an order in which pods may be placed
    Proposal(ScalingFacts facts, Chosen chosen, Packing minimum, Packing packing) {
        this.facts = facts;
        this.chosen = chosen;
        this.minimum = minimum;
        this.packing = packing;
        this.reasons = new ProposalReasons(facts).reasons(groups(), packing, chosen.why());
    }

    public ScalingFacts facts() {
        return facts;
    }

    public List<Reason> reasons() {
        return reasons;
    }

    /// Reasons that change nothing but that an operator should know.
    public List<Reason> warnings() {
        return new ProposalReasons(facts).warnings(groups(), new Ceilings(facts), packing);
    }

    /// The node of every pod that fits.
    public Packing packing() {
        return packing;
    }

    /// All groups, by name.
    public List<Grown> groups() {
        return chosen.best().groups();
    }

    public Cost cost() {
        return chosen.best().cost();
    }

    /// The least that new nodes for the same pods can cost.
    public CostBound bound() {
        return CostBound.of(facts, minimum, packing);
    }

    /// The pending pods, by shape.
    public List<PendingShape> pending() {
        var counts = new LinkedHashMap<Shape, Integer>();
        packing.left().forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
        return facts.pending().pods().stream()
                .map(some -> new PendingShape(some, counts.getOrDefault(some.shape(), 0)))
                .toList();
    }

    /// Other purchases, the best first.
    public List<Alternative> alternatives() {
        return chosen.others();
    }

    /// The nodes of the cluster after the purchase, new ones last.
    public List<Node> nodes() {
        return packing.after(facts.nodes());
    }

    /// The price of each node, less the largest share of any resource that its pods request; by
    /// group, then by node. Nodes without a price are left out.
    public List<Waste> waste() {
        var byName = new LinkedHashMap<String, Node>();
        nodes().forEach(node -> byName.put(node.name(), node));
        var waste = new ArrayList<Waste>();
        for (var grown : groups()) {
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

    /// The number of pods that stay unschedulable.
    public int left() {
        return packing.leaves();
    }
}
