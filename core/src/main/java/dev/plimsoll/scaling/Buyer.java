package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.EquivalentOffers;
import dev.plimsoll.packing.EvenSplit.Part;
import dev.plimsoll.packing.Naming;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.OneOfferPacking;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Packing.Opened;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.packing.SharedLimit;
import dev.plimsoll.packing.Supply;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Packs pending pods on existing nodes and on new nodes of some groups, within all limits.
///
/// Groups get their minimum first, whether or not pods are pending. Groups without a price come
/// last: they get the pods that no other group can take. Groups without a price are compared by the
/// base price of their size. That price is never printed.
final class Buyer {

    /// The groups that may grow; [#supply] has their offers in the same order.
    private final List<NodeGroup> groups;

    private final List<Pods> pods;
    private final List<Node> there;
    private final Packing minimum;

    /// The existing nodes and those of the minimum.
    private final PackingStart start;

    /// The existing nodes.
    private final PackingStart before;

    private final List<SharedLimit> quotas;
    private final Supply supply;

    Buyer(ScalingFacts facts, Ceilings ceilings, List<Pods> pods) {
        this.groups = facts.growing();
        this.pods = pods;
        var offers = groups.stream().map(Buyer::offer).toList();
        this.quotas = ceilings.quotas();
        var all = new Supply(offers, quotas);
        this.there = facts.nodes();
        this.minimum = minimum(all);
        this.supply = all.after(minimum);
        this.before = PackingStart.of(there, facts.cluster());
        this.start = before.after(minimum);
    }

    private Packing minimum(Supply all) {
        var naming = new Naming(there);
        var minimum = Packing.NOTHING;
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).belowMinimum() > 0) {
                var offer = all.offers().get(i);
                int most = all.after(minimum).alone(offer).most();
                var opened = new ArrayList<Opened>();
                for (int node = 0; node < Math.min(groups.get(i).belowMinimum(), most); node++) {
                    opened.add(new Opened(naming.next(offer), offer));
                }
                minimum = minimum.and(new Packing(opened, List.of(), List.of()));
            }
        }
        return minimum;
    }

    /// The nodes that groups get to reach their minimum.
    Packing minimum() {
        return minimum;
    }

    /// The existing nodes and those of the minimum.
    PackingStart start() {
        return start;
    }

    /// The offers and limits beside them.
    Supply supply() {
        return supply;
    }

    /// On existing nodes only.
    Packing onRoom() {
        return CheapestPacking.cheapest(start, List.of(), pods);
    }

    /// On groups with a price first, then on the others.
    Packing mix() {
        return thenUnpriced(CheapestPacking.cheapest(start, priced(), pods));
    }

    /// The offers by family: groups that differ only in their zone are one family.
    List<List<Offer>> families() {
        return EquivalentOffers.families(supply, pods);
    }

    /// On nodes of one family.
    Packing alone(List<Offer> family) {
        return of(family, start, supply, pods);
    }

    /// Packs on existing nodes and on nodes of one family.
    static Packing of(List<Offer> family, PackingStart start, Supply supply, List<Pods> pods) {
        boolean isOnly = supply.offers().size() == 1;
        return family.size() == 1 && (isOnly || !CheapestPacking.areSpread(pods))
                ? OneOfferPacking.besides(start, supply.alone(family.getFirst()), pods)
                : CheapestPacking.cheapest(start, supply.only(family), pods);
    }

    /// The pods that a packing leaves, on nodes of any groups.
    Packing filledUp(Packing packing) {
        return thenUnpriced(settled(packing.and(mixAfter(packing))));
    }

    /// A packing that was made in parts, checked again with all its nodes.
    Packing settled(Packing packing) {
        return start.settled(pods, packing);
    }

    /// The pods that a packing leaves, on nodes of groups with a price.
    Packing mixAfter(Packing packing) {
        return CheapestPacking.cheapest(
                start.after(packing), priced().after(packing), packing.left());
    }

    /// The pods that a packing leaves, on nodes of groups without a price.
    Packing thenUnpriced(Packing packing) {
        var others = unpriced();
        if (packing.left().isEmpty() || others.offers().isEmpty()) {
            return packing;
        }
        var more =
                CheapestPacking.cheapest(
                        start.after(packing), others.after(packing), packing.left());
        return settled(packing.and(more));
    }

    private Supply priced() {
        return only(NodeGroup::isPriced);
    }

    private Supply unpriced() {
        return only(group -> !group.isPriced());
    }

    private Supply only(Predicate<NodeGroup> which) {
        var some = new ArrayList<Offer>();
        for (int i = 0; i < groups.size(); i++) {
            if (which.test(groups.get(i))) {
                some.add(supply.offers().get(i));
            }
        }
        return supply.only(some);
    }

    /// Everything that is bought, with the nodes of the minimum, balanced over similar groups.
    Packing whole(Packing packing) {
        var naming = new Naming(there);
        var all = minimum.and(packing);
        all.opened().forEach(node -> naming.taken(node.node()));
        var equivalents = new ArrayList<>(EquivalentOffers.of(start, limited(priced()), pods));
        equivalents.addAll(EquivalentOffers.of(start, limited(unpriced()), pods));
        return minimum.and(new BalanceSimilarGroups(parts(), naming).of(packing, equivalents));
    }

    /// The limits that groups share, before anything is bought. Other limits do not distinguish
    /// groups.
    private Supply limited(Supply some) {
        return new Supply(some.offers(), quotas);
    }

    /// The packing in the order of its nodes, if the pods may be placed in that order.
    Packing nodeAfterNode(Packing whole) {
        return before.nodeAfterNode(pods, whole);
    }

    /// The size of each group with its minimum, and its maximum.
    private Map<String, Part> parts() {
        var coming = minimum.nodesByOffer();
        var parts = new LinkedHashMap<String, Part>();
        for (var group : groups) {
            int there = group.nodes().size();
            int size = there + coming.getOrDefault(group.name(), 0);
            parts.put(group.name(), new Part(size, there + group.room()));
        }
        return parts;
    }

    static Offer offer(NodeGroup group) {
        var hour =
                switch (group.price()) {
                    case Price.Known(var known, _) -> known;
                    case Price.Unknown _ -> size(group);
                };
        return new Offer(group.name(), group.template(), hour, group.room());
    }

    private static Money size(NodeGroup group) {
        return UnitPrices.BASE.machine(group.template().allocatable());
    }
}
