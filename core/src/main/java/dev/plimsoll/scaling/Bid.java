package dev.plimsoll.scaling;

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
import dev.plimsoll.scaling.Candidate.Growth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// What a group would take in a round.
///
/// @param offer nodes of the group
/// @param packing the nodes that it would get then, and the pods that they take
record Bid(Candidate group, Offer offer, Packing packing) {

    static final Rates RATES = new Rates.Of(UnitPrices.BASE);

    private static final long CORE = 1_000;

    /// The bid as ranking sees it.
    ///
    /// @param soFar what the rounds before bought
    Option option(Packing soFar) {
        int bought = soFar.nodesByOffer().getOrDefault(offer.name(), 0);
        return new Option(
                group.name(),
                new Size.Of(group.nodes().size() + bought),
                new Machine(machine(), group.price()),
                packing.opened().size(),
                standing(),
                portions());
    }

    /// What kubelet keeps for itself is less than a core, so whole cores are what the machine has.
    private Resources machine() {
        var allocatable = group.template().allocatable();
        long cores = Math.ceilDiv(allocatable.asked(Resources.CPU), CORE);
        return allocatable.with(Resources.CPU, cores * CORE);
    }

    private Standing standing() {
        return group.growth() instanceof Growth.Within(_, var standing)
                ? standing
                : Standing.EXISTS;
    }

    private List<Portion> portions() {
        var counts = new TreeMap<Resources, Integer>(Comparator.comparing(Resources::toString));
        packing.placed()
                .forEach(one -> counts.merge(one.shape().requests(), one.count(), Integer::sum));
        var portions = new ArrayList<Portion>();
        counts.forEach((requests, count) ->
                portions.add(new Portion(requests, count, RATES.price(requests))));
        return portions;
    }
}
