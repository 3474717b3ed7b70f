package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.Proposal.Alternative;
import dev.plimsoll.scaling.Proposal.Cost;
import dev.plimsoll.scaling.Proposal.Grown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/// Nodes of some groups to buy together, the pods that they take, and what all groups cost then.
///
/// @param groups all groups, by name
record Purchase(Packing packing, List<Grown> groups, Cost cost) {

    /// The fewest unschedulable pods first, then the lowest cost, then the fewest nodes.
    static final Comparator<Purchase> CHEAPEST =
            Comparator.comparing(Purchase::packing, Packing.BY_LEFT)
                    .thenComparingInt(purchase -> purchase.cost.unpricedAfter())
                    .thenComparing(purchase -> purchase.cost.after())
                    .thenComparingInt(purchase -> purchase.packing.opened().size());

    static Purchase of(List<NodeGroup> groups, Packing packing) {
        var opened = new LinkedHashMap<String, List<Packing.Opened>>();
        for (var node : packing.opened()) {
            opened.computeIfAbsent(node.offer().group(), _ -> new ArrayList<>()).add(node);
        }
        var grown = new ArrayList<Grown>();
        for (var group : groups) {
            var nodes = new ArrayList<>(group.members());
            for (var node : opened.getOrDefault(group.name(), List.of())) {
                nodes.add(member(group, node));
            }
            grown.add(new Grown(group, nodes));
        }
        return new Purchase(packing, grown, cost(grown));
    }

    private static Member member(NodeGroup group, Packing.Opened node) {
        var offer = group.offer(node.offer().name());
        return new Member(node.node(), offer.key(), offer.price());
    }

    /// The groups that grow.
    List<Grown> growing() {
        return groups.stream().filter(grown -> grown.more() > 0).toList();
    }

    Alternative because(Reason why) {
        return new Alternative(growing(), packing.leaves(), cost, why);
    }

    /// The reason against it, compared with the best.
    Reason against(Purchase best) {
        int more = packing.leaves() - best.packing.leaves();
        if (more > 0) {
            return Reason.because(Rules.LEAVES_MORE, "it", fact("pods", more));
        }
        if (Packing.BY_LEFT.compare(packing, best.packing) > 0) {
            return Reason.because(Rules.LEAVES_HIGHER_PRIORITY, "it");
        }
        if (!cost.isWhole() || !best.cost.isWhole()) {
            return Reason.because(Rules.PRICES_UNKNOWN, "it");
        }
        var dearer = new Money(cost.after().nanos() - best.cost.after().nanos());
        return dearer.equals(Money.NONE)
                ? Reason.because(Rules.COSTS_THE_SAME, "it")
                : Reason.because(Rules.COSTS_MORE, "it", fact("more", dearer.exactly()));
    }

    private static Cost cost(List<Grown> groups) {
        var cost = Cost.NONE;
        for (var grown : groups) {
            int now = grown.group().size();
            for (int i = 0; i < grown.members().size(); i++) {
                var price = grown.members().get(i).price();
                cost = i < now ? cost.withExisting(price) : cost.withNew(price);
            }
        }
        return cost;
    }
}
