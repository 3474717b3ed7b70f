package dev.plimsoll.scaling;

import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option;
import dev.plimsoll.ranking.Option.Machine;
import dev.plimsoll.ranking.Option.Size;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.Portion;
import dev.plimsoll.ranking.Rates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;

/// The bid of a group, or of groups that differ only in their zone, in one round of ranking.
///
/// @param group the first of them
/// @param offer its offer
/// @param family the offers of all of them
/// @param packing the nodes that they would get, and the pods on these
record Bid(NodeGroup group, NodeOffer offer, List<Offer> family, Packing packing) {

    static final Rates RATES = new Rates.Of(UnitPrices.BASE);

    /// The bid as ranking sees it.
    ///
    /// @param soFar the result of the rounds before
    Option option(Packing soFar) {
        int bought = soFar.nodesByGroup().getOrDefault(group.name(), 0);
        return new Option(
                group.name(),
                new Size.Of(group.size() + bought),
                new Machine(offer.node().allocatable(), offer.price()),
                packing.opened().size(),
                standing(),
                portions());
    }

    private Standing standing() {
        return group.growth() instanceof Growth.Within(_, var standing)
                ? standing
                : Standing.EXISTS;
    }

    /// The pods on new nodes.
    private List<Portion> portions() {
        var counts = new TreeMap<Resources, Integer>(Comparator.comparing(Resources::toString));
        var opened = new LinkedHashSet<String>();
        packing.opened().forEach(node -> opened.add(node.node()));
        for (var one : packing.placed()) {
            if (opened.contains(one.node())) {
                counts.merge(one.shape().requests(), one.count(), Integer::sum);
            }
        }
        var portions = new ArrayList<Portion>();
        counts.forEach((requests, count) ->
                portions.add(new Portion(requests, count, RATES.price(requests))));
        return portions;
    }
}
