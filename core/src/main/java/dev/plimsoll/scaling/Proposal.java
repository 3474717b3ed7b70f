package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.groups.ZoneOrder;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.slack.Placeholder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/// The nodes to buy for pending pods, with the reasons, the cost and the alternatives.
///
/// The bound, the warnings and the nodes afterwards are computed when they are asked for: a loop
/// does not need them.
public final class Proposal {

    /// A group after the purchase.
    ///
    /// @param members its nodes, new ones last
    public record Grown(NodeGroup group, List<Member> members) {

        public Grown {
            members = List.copyOf(members);
        }

        public List<String> nodes() {
            return members.stream().map(Member::node).toList();
        }

        public int wanted() {
            return members.size();
        }

        /// The number of new nodes.
        public int more() {
            return members.size() - group.size();
        }

        /// The new nodes.
        public List<Member> bought() {
            return members.subList(group.size(), members.size());
        }

        /// The zones of the new nodes, as far as they are certain.
        public ZoneOrder zones() {
            if (group.isBalanced()) {
                return ZoneOrder.of(group.nodesByZone(), more());
            }
            var settled = new TreeMap<String, Integer>();
            bought().forEach(member -> settled.merge(member.key().zone(), 1, Integer::sum));
            return new ZoneOrder(settled, 0, List.of());
        }
    }

    /// Dollars an hour, of all nodes whose price is known.
    ///
    /// @param now of existing nodes
    /// @param added of new nodes
    /// @param unpricedNow the number of existing nodes without a price
    /// @param unpricedAdded the number of new nodes without a price
    public record Cost(Money now, Money added, int unpricedNow, int unpricedAdded) {

        static final Cost NONE = new Cost(Money.NONE, Money.NONE, 0, 0);

        Cost withExisting(Price price) {
            return switch (price) {
                case Price.Known(var hour, _) ->
                        new Cost(now.plus(hour), added, unpricedNow, unpricedAdded);
                case Price.Unknown _ -> new Cost(now, added, unpricedNow + 1, unpricedAdded);
            };
        }

        Cost withNew(Price price) {
            return switch (price) {
                case Price.Known(var hour, _) ->
                        new Cost(now, added.plus(hour), unpricedNow, unpricedAdded);
                case Price.Unknown _ -> new Cost(now, added, unpricedNow, unpricedAdded + 1);
            };
        }

        /// Of all nodes after the purchase.
        public Money after() {
            return now.plus(added);
        }

        public int unpricedAfter() {
            return unpricedNow + unpricedAdded;
        }

        public boolean isWhole() {
            return unpricedAfter() == 0;
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

    /// Nodes that stay for one reason.
    ///
    /// @param examples the names of some of them
    public record Staying(Reason why, int nodes, List<String> examples) {}

    private final ScalingFacts facts;
    private final Chosen chosen;
    private final Packing minimum;
    private final Packing packing;
    private final List<Reason> reasons;
    private final List<Staying> stays;
    private final List<Reason> beside;

    /// @param minimum the nodes that groups get to reach their minimum
    /// @param packing the node of every pod that fits, in an order in which pods may be placed
    Proposal(ScalingFacts facts, Chosen chosen, Packing minimum, Packing packing) {
        this(
                facts,
                chosen,
                minimum,
                packing,
                new ProposalReasons(facts).reasons(chosen.best().groups(), packing, chosen.why()),
                List.of(),
                List.of());
    }

    private Proposal(
            ScalingFacts facts,
            Chosen chosen,
            Packing minimum,
            Packing packing,
            List<Reason> reasons,
            List<Staying> stays,
            List<Reason> beside) {
        this.facts = facts;
        this.chosen = chosen;
        this.minimum = minimum;
        this.packing = packing;
        this.reasons = reasons;
        this.stays = List.copyOf(stays);
        this.beside = List.copyOf(beside);
    }

    /// This proposal, with what else was decided.
    ///
    /// @param others about room that is kept free and nodes that go
    Proposal with(List<Staying> staying, List<Reason> others) {
        return new Proposal(facts, chosen, minimum, packing, reasons, staying, others);
    }

    /// The reasons of the whole decision: for new nodes, room that is kept free, and nodes that go.
    public List<Reason> allReasons() {
        var all = new ArrayList<>(reasons);
        all.addAll(beside);
        return all;
    }

    /// Nodes that stay although their pods might fit elsewhere, one entry a reason.
    public List<Staying> stays() {
        return stays;
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
        return nodesWithRoom().stream().map(Room::withoutSeats).toList();
    }

    /// The same nodes, with placeholders.
    List<Node> nodesWithRoom() {
        return packing.after(facts.nodesWithRoom());
    }

    /// The placeholders of the room that is kept free.
    public List<Placeholder> placeholders() {
        return facts.room().placeholders();
    }

    /// The price of each node, less the largest share of any resource that its pods request; by
    /// group, then by node. Nodes without a price are left out.
    public List<Waste> waste() {
        var byName = new LinkedHashMap<String, Node>();
        nodes().forEach(node -> byName.put(node.name(), node));
        var waste = new ArrayList<Waste>();
        for (var grown : groups()) {
            for (var member : grown.members()) {
                if (member.price() instanceof Price.Known(var hour, _)) {
                    var node = Objects.requireNonNull(byName.get(member.node()));
                    waste.add(new Waste(node.name(), grown.group().name(), idle(node, hour)));
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
