package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.EquivalentOffers;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Packs pending pods on existing nodes and on new nodes of some groups, within all limits.
///
/// Groups get their minimum first, whether or not pods are pending. Offers without a price come
/// last: they get the pods that no other offer can take. Offers without a price are compared by the
/// base price of their size. That price is never printed.
final class Buyer {

    /// Out of reach are nodes in a zone that the provider of a group would not reach with them.
    private static final int MOST_DROPS = 8;

    /// The groups that may grow.
    private final List<NodeGroup> groups;

    /// Their offers; [#supply] has them in the same order.
    private final List<NodeOffer> nodeOffers = new ArrayList<>();

    private final List<Pods> pods;
    private final List<Node> there;
    private final Packing minimum;

    /// The existing nodes and those of the minimum.
    private final PackingStart start;

    /// The existing nodes.
    private final PackingStart before;

    private final List<SharedLimit> quotas;
    private final Supply all;
    private final Supply supply;
    private final ZoneFreedom freedom;
    private final SortedMap<String, Integer> outOfReach = new TreeMap<>();

    /// @param reach the most nodes of offers in zones that the provider does not reach with more
    Buyer(ScalingFacts facts, Ceilings ceilings, List<Pods> pods, Map<String, Integer> reach) {
        this.groups = facts.growing();
        this.pods = pods;
        this.quotas = ceilings.quotas();
        var offers = new ArrayList<Offer>();
        var limits = new ArrayList<>(quotas);
        for (var group : groups) {
            for (var offer : group.offers()) {
                nodeOffers.add(offer);
                offers.add(atMost(offer(group, offer), reach));
            }
            limits.addAll(limit(group));
        }
        this.all = new Supply(offers, limits);
        this.there = facts.nodesForPending();
        this.minimum = minimum(all);
        this.supply = all.after(minimum);
        this.before = PackingStart.of(there, facts.cluster());
        this.start = before.after(minimum);
        this.freedom = new ZoneFreedom(facts.cluster(), there, pods);
    }

    private static Offer atMost(Offer offer, Map<String, Integer> reach) {
        return offer.atMost(Math.min(offer.most(), reach.getOrDefault(offer.name(), offer.most())));
    }

    /// The limit that the offers of a group share.
    static List<SharedLimit> limit(NodeGroup group) {
        if (group.offers().size() < 2 || group.isUnlimited()) {
            return List.of();
        }
        var takes = new TreeMap<String, Long>();
        group.offers().forEach(offer -> takes.put(offer.name(), 1L));
        return List.of(new SharedLimit(takes, group.room()));
    }

    private Packing minimum(Supply all) {
        var naming = new Naming(there);
        var minimum = Packing.NOTHING;
        for (var group : groups) {
            for (int node = 0; node < group.belowMinimum(); node++) {
                var rest = all.after(minimum);
                var cheapest =
                        rest.offers().stream()
                                .filter(offer -> offer.group().equals(group.name()))
                                .filter(offer -> rest.alone(offer).most() > 0)
                                .min(Comparator.comparing(Offer::priceHour));
                if (cheapest.isEmpty()) {
                    break;
                }
                var opened = new Opened(naming.next(cheapest.get()), cheapest.get());
                minimum = minimum.and(new Packing(List.of(opened), List.of(), List.of()));
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

    /// The packing, or a better one.
    Packing improved(Packing packing) {
        return CheapestPacking.exchanged(start, priced(), pods, packing);
    }

    /// The packing, or one with fewer and larger nodes that cost no more.
    Packing onLargerNodes(Packing packing) {
        return CheapestPacking.onLargerNodes(start, priced(), pods, packing);
    }

    /// The offers by family: groups that differ only in their zone are one family.
    List<List<Offer>> families() {
        return EquivalentOffers.families(supply, pods);
    }

    /// On nodes of one family. A packing that leaves more pods than the best one is not improved.
    Packing alone(List<Offer> family, Packing best) {
        var packing = first(family, start, supply, pods);
        return packing.leaves() > best.leaves()
                ? packing
                : CheapestPacking.repacked(start, supply.only(family), pods, packing);
    }

    /// Packs on existing nodes and on nodes of one family.
    static Packing of(List<Offer> family, PackingStart start, Supply supply, List<Pods> pods) {
        var packing = first(family, start, supply, pods);
        return CheapestPacking.repacked(start, supply.only(family), pods, packing);
    }

    private static Packing first(
            List<Offer> family, PackingStart start, Supply supply, List<Pods> pods) {
        boolean isOnly = supply.offers().size() == 1;
        return family.size() == 1 && (isOnly || !CheapestPacking.areSpread(pods))
                ? OneOfferPacking.besides(start, supply.alone(family.getFirst()), pods)
                : CheapestPacking.first(start, supply.only(family), pods);
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
        return only(NodeOffer::isPriced);
    }

    private Supply unpriced() {
        return only(offer -> !offer.isPriced());
    }

    private Supply only(Predicate<NodeOffer> which) {
        var some = new ArrayList<Offer>();
        for (int i = 0; i < nodeOffers.size(); i++) {
            if (which.test(nodeOffers.get(i))) {
                some.add(supply.offers().get(i));
            }
        }
        return supply.only(some);
    }

    /// Everything that is bought, with the nodes of the minimum, level over zones and similar
    /// groups. Pods in zones that a provider would not reach are left.
    Packing whole(Packing packing) {
        var whole = balanced(minimum.and(packing));
        for (int i = 0; i < MOST_DROPS && !whole.outOfReach().isEmpty(); i++) {
            whole.outOfReach().forEach((offer, most) -> outOfReach.merge(offer, most, Math::min));
            whole = balanced(without(whole.packing(), whole.outOfReach()));
        }
        return whole.packing();
    }

    /// The offers that turned out to be out of reach, with the most nodes of each.
    SortedMap<String, Integer> outOfReach() {
        return outOfReach;
    }

    private ZoneBalance.Result balanced(Packing packing) {
        var similar = new ArrayList<>(similar(priced()));
        similar.addAll(similar(unpriced()));
        var result = balance(packing, similar);
        if (!freedom.isLimited() || result.packing().equals(packing)) {
            return result;
        }
        var settled = before.settled(pods, result.packing());
        if (settled.leaves() <= packing.leaves()) {
            return new ZoneBalance.Result(settled, result.outOfReach());
        }
        var inOrder = balance(packing, List.of());
        return new ZoneBalance.Result(
                before.settled(pods, inOrder.packing()), inOrder.outOfReach());
    }

    private ZoneBalance.Result balance(Packing packing, List<List<Offer>> similar) {
        var naming = new Naming(there);
        packing.opened().forEach(node -> naming.taken(node.node()));
        return new ZoneBalance(groups, all.offers(), freedom, naming, this::isAllowed)
                .of(packing, similar);
    }

    private List<List<Offer>> similar(Supply some) {
        return EquivalentOffers.butForZones(start, new Supply(some.offers(), quotas), pods);
    }

    /// Whether the limits that groups share allow all new nodes.
    private boolean isAllowed(Packing packing) {
        return quotas.stream().allMatch(quota -> quota.after(packing).left() >= 0);
    }

    /// The packing without nodes beyond these numbers of nodes of some offers; pods on them are
    /// left.
    private Packing without(Packing packing, Map<String, Integer> most) {
        var kept = new ArrayList<Opened>();
        var names = new LinkedHashSet<String>();
        there.forEach(node -> names.add(node.name()));
        var counts = new LinkedHashMap<String, Integer>();
        for (var node : packing.opened()) {
            var offer = node.offer().name();
            int count = counts.merge(offer, 1, Integer::sum);
            if (count <= most.getOrDefault(offer, Integer.MAX_VALUE)) {
                kept.add(node);
                names.add(node.node());
            }
        }
        var placed = packing.placed().stream().filter(one -> names.contains(one.node())).toList();
        return before.settled(pods, new Packing(kept, placed, packing.left()).leaving(pods));
    }

    /// The packing in the order of its nodes, if the pods may be placed in that order.
    Packing nodeAfterNode(Packing whole) {
        return before.nodeAfterNode(pods, whole);
    }

    static Offer offer(NodeGroup group, NodeOffer offer) {
        var hour =
                switch (offer.price()) {
                    case Price.Known(var known, _) -> known;
                    case Price.Unknown _ -> UnitPrices.BASE.machine(offer.node().allocatable());
                };
        return new Offer(offer.name(), group.name(), offer.node(), hour, group.room());
    }
}
