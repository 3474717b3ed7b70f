package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.groups.ZoneOrder;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.slack.Placeholder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
    /// @param existing of existing nodes
    /// @param bought of new nodes
    /// @param gone of existing nodes that are removed
    public record Cost(Sum existing, Sum bought, Sum gone) {

        static final Cost NONE = new Cost(Sum.NONE, Sum.NONE, Sum.NONE);

        Cost withExisting(Price price) {
            return new Cost(existing.and(price), bought, gone);
        }

        Cost withNew(Price price) {
            return new Cost(existing, bought.and(price), gone);
        }

        Cost withRemoved(Price price) {
            return new Cost(existing, bought, gone.and(price));
        }

        public Money now() {
            return existing.hour();
        }

        public Money added() {
            return bought.hour();
        }

        public Money removed() {
            return gone.hour();
        }

        /// Of all nodes afterwards.
        public Money after() {
            return now().plus(added()).less(removed());
        }

        public int unpricedNow() {
            return existing.unpriced();
        }

        public int unpricedAdded() {
            return bought.unpriced();
        }

        public int unpricedAfter() {
            return unpricedNow() + unpricedAdded() - gone.unpriced();
        }

        public boolean isWhole() {
            return unpricedAfter() == 0;
        }
    }

    /// Dollars an hour of some nodes.
    ///
    /// @param unpriced the number of nodes without a price
    public record Sum(Money hour, int unpriced) {

        static final Sum NONE = new Sum(Money.NONE, 0);

        Sum and(Price price) {
            return switch (price) {
                case Price.Known(var other, _) -> new Sum(hour.plus(other), unpriced);
                case Price.Unknown _ -> new Sum(hour, unpriced + 1);
            };
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

    /// Nodes that stay for one reason.
    ///
    /// @param examples the names of some of them
    public record Staying(Reason why, int nodes, List<String> examples) {}

    /// The part of a decision about nodes that go.
    ///
    /// @param stays one entry a reason
    /// @param verdicts why each node stays
    /// @param places where the pods of nodes fit that may go, by the name of the node
    record Removing(List<Staying> stays, NodeVerdicts verdicts, Map<String, List<Placed>> places) {

        static final Removing NOTHING =
                new Removing(List.of(), NodeVerdicts.NONE, new LinkedHashMap<>());
    }

    private final ScalingFacts facts;
    private final Chosen chosen;
    private final Packing minimum;
    private final Packing packing;
    private final List<Reason> reasons;
    private final Removing removing;
    private final List<Reason> beside;
    private @Nullable EndState end;

    Proposal(ScalingFacts facts, Bought bought) {
        this(
                facts,
                bought.chosen(),
                bought.minimum(),
                bought.packing(),
                new ProposalReasons(facts)
                        .reasons(
                                bought.chosen().best().groups(),
                                bought.packing(),
                                bought.chosen().why()),
                Removing.NOTHING,
                List.of());
    }

    private Proposal(
            ScalingFacts facts,
            Chosen chosen,
            Packing minimum,
            Packing packing,
            List<Reason> reasons,
            Removing removing,
            List<Reason> beside) {
        this.facts = facts;
        this.chosen = chosen;
        this.minimum = minimum;
        this.packing = packing;
        this.reasons = reasons;
        this.removing = removing;
        this.beside = List.copyOf(beside);
    }

    /// This proposal, with what else was decided.
    ///
    /// @param others about room that is kept free and nodes that go
    Proposal with(Removing removals, List<Reason> others) {
        return new Proposal(facts, chosen, minimum, packing, reasons, removals, others);
    }

    /// This proposal, with the cluster to which it leads in the end.
    Proposal leadingTo(EndState state) {
        var other = new Proposal(facts, chosen, minimum, packing, reasons, removing, beside);
        other.end = state;
        return other;
    }

    /// The cluster to which it leads: at the end of the horizon of the policy; after the purchase
    /// if the policy has none.
    public EndState end() {
        if (end == null) {
            end = EndState.afterPurchase(this);
        }
        return end;
    }

    /// The reasons about room that is kept free and nodes that go.
    List<Reason> beside() {
        return beside;
    }

    /// Where the pods of nodes fit that may go, by the name of the node.
    Map<String, List<Placed>> places() {
        return removing.places();
    }

    /// The reasons of the whole decision: for new nodes, room that is kept free, and nodes that go.
    public List<Reason> allReasons() {
        var all = new ArrayList<>(reasons);
        all.addAll(beside);
        return all;
    }

    /// Nodes that stay although their pods might fit elsewhere, one entry a reason.
    public List<Staying> stays() {
        return removing.stays();
    }

    /// Why each node stays, by name: the first rule that keeps it. Nodes that drain, and those that
    /// this decision drains, have none.
    public SortedMap<String, Reason> whyStay() {
        return removing.verdicts().whole();
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

    /// The node of every pod that fits: pending pods, pods of nodes that leave by themselves, and
    /// placeholders.
    public Packing packing() {
        return packing;
    }

    /// The same without pods of nodes that leave.
    public Packing packingOfPending() {
        return LeavingPods.split(packing, facts.pending().leaving()).pending();
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
        packingOfPending()
                .left()
                .forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
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
    public List<Node> nodesWithRoom() {
        return packing.after(facts.nodesWithRoom());
    }

    /// The placeholders of the room that is kept free.
    public List<Placeholder> placeholders() {
        return facts.room().placeholders();
    }

    /// The number of pods that stay unschedulable.
    public int left() {
        return packingOfPending().leaves();
    }
}
