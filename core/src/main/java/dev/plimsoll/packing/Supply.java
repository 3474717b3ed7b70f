package dev.plimsoll.packing;

import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;

/// The nodes that can be bought, and the limits that several offers share.
///
/// @param others offers that cannot be bought now but possibly later; they count as topology
///   domains
public record Supply(List<Offer> offers, List<SharedLimit> quotas, List<Offer> others) {

    private static final double WHOLE = 1e9;

    public Supply {
        offers = List.copyOf(offers);
        quotas = List.copyOf(quotas);
        others = List.copyOf(others);
    }

    public Supply(List<Offer> offers, List<SharedLimit> quotas) {
        this(offers, quotas, List.of());
    }

    /// Offers with limits of their own only.
    public static Supply of(List<Offer> offers) {
        return new Supply(offers, List.of());
    }

    /// Without any limits.
    Supply unlimited() {
        return new Supply(
                offers.stream().map(offer -> offer.atMost(Integer.MAX_VALUE)).toList(),
                List.of(),
                others);
    }

    /// Without offers whose limits do not allow a single node.
    Supply available() {
        return only(offers.stream().filter(offer -> alone(offer).most() > 0).toList());
    }

    /// The same offers, priced by the share of the shared limits that a node uses.
    Supply sparing() {
        return new Supply(
                available().offers().stream().map(offer -> offer.at(share(offer))).toList(),
                quotas,
                ever());
    }

    /// The sum of the shares of all limits that one node uses, in billionths.
    private Money share(Offer offer) {
        double share = 0;
        for (var quota : quotas) {
            share += (double) quota.takes(offer) / Math.max(1, quota.left());
        }
        return new Money((long) (WHOLE * share));
    }

    /// A packing of [#sparing] at the real prices.
    Packing priced(Packing sparing) {
        var byName = new TreeMap<String, Offer>();
        offers.forEach(offer -> byName.put(offer.name(), offer));
        return new Packing(
                sparing.opened().stream()
                        .map(node ->
                                new Packing.Opened(
                                        node.node(),
                                        byName.getOrDefault(node.offer().name(), node.offer())))
                        .toList(),
                sparing.placed(),
                sparing.left());
    }

    /// The rest of the supply after a packing.
    public Supply after(Packing packing) {
        var opened = packing.nodesByOffer();
        var less = new ArrayList<SharedLimit>();
        quotas.forEach(quota -> less.add(quota.after(packing)));
        for (var offer : offers) {
            int taken = opened.getOrDefault(offer.name(), 0);
            if (taken > 0) {
                var one = new TreeMap<String, Long>();
                one.put(offer.name(), 1L);
                less.add(new SharedLimit(one, (long) offer.most() - taken));
            }
        }
        return new Supply(offers, less, others);
    }

    /// Some of the offers. The others cannot be bought.
    public Supply only(List<Offer> some) {
        return new Supply(some, quotas, ever());
    }

    static List<Offer> byName(List<Offer> offers) {
        return offers.stream().sorted(Comparator.comparing(Offer::name)).toList();
    }

    /// All offers, including those for later.
    List<Offer> ever() {
        var ever = new LinkedHashSet<>(offers);
        ever.addAll(others);
        return List.copyOf(ever);
    }

    /// One of the offers, with its limits.
    public Offer alone(Offer offer) {
        long most = offer.most();
        for (var quota : quotas) {
            most = Math.min(most, quota.nodes(offer));
        }
        return offer.atMost((int) most);
    }
}
