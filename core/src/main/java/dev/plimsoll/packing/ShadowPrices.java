package dev.plimsoll.packing;

import dev.plimsoll.packing.Catalogue.Item;
import dev.plimsoll.packing.Sizes.Size;
import dev.plimsoll.packing.UnplacedPods.Party;
import dev.plimsoll.packing.bound.Bound;
import dev.plimsoll.packing.bound.Dual;
import dev.plimsoll.packing.bound.Market;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The value of a unit of each resource to the pending pods, from the duals of the bound: the fair
/// price of a pod on any node. A search that packs equal pods many times keeps one of these,
/// because the bound takes longer than to see that it is known.
final class ShadowPrices {

    /// The least share of a node that a pod is worth, even if it requests nothing.
    private static final double SLOT = 1e-6;

    private final Map<Market, Bound> bounds = new LinkedHashMap<>();

    /// By resource, in billionths of a dollar an hour.
    double[] of(List<String> resources, Sizes sizes, List<Item> items) {
        var shadowPrices = new double[resources.size()];
        var bound = bounds.computeIfAbsent(market(resources, sizes, items), Bound::of);
        if (bound instanceof Bound.Proven(_, var duals, _)) {
            for (int i = 0; i < shadowPrices.length; i++) {
                shadowPrices[i] = widest(duals, resources.get(i));
            }
        }
        return withSlots(
                isNothing(shadowPrices) ? byCheapest(shadowPrices.length, items) : shadowPrices,
                resources,
                items);
    }

    /// For one offer only the fact that it is above zero matters.
    static double[] of(List<String> resources, Item only) {
        var items = List.of(only);
        return withSlots(byCheapest(resources.size(), items), resources, items);
    }

    private static double[] withSlots(double[] found, List<String> resources, List<Item> items) {
        double least = items.stream().mapToDouble(item -> item.price).min().orElse(0);
        int slots = resources.indexOf(Resources.PODS);
        found[slots] = Math.max(found[slots], least * SLOT);
        return found;
    }

    private static boolean isNothing(double[] shadowPrices) {
        for (double each : shadowPrices) {
            if (each > 0) {
                return false;
            }
        }
        return true;
    }

    /// The price to which most offers contribute.
    private static double widest(List<Dual> duals, String resource) {
        int offers = 0;
        double price = 0;
        for (var dual : duals) {
            if (dual.measure().equals(resource) && dual.offers().size() > offers) {
                offers = dual.offers().size();
                price = dual.nanos().doubleValue();
            }
        }
        return price;
    }

    /// Each resource priced as if nodes were bought for it alone.
    private static double[] byCheapest(int resources, List<Item> items) {
        var shadowPrices = new double[resources];
        for (int i = 0; i < resources; i++) {
            double least = Double.POSITIVE_INFINITY;
            for (var item : items) {
                if (item.room[i] > 0 && item.room[i] != Resources.UNLIMITED) {
                    least = Math.min(least, item.price / item.room[i]);
                }
            }
            shadowPrices[i] = least == Double.POSITIVE_INFINITY ? 0 : least / resources;
        }
        return shadowPrices;
    }

    /// Offers that differ only in their kind are one here, and so are pods of one size.
    private static Market market(List<String> resources, Sizes sizes, List<Item> items) {
        var offers = new LinkedHashMap<Resources, Market.Offer>();
        for (var item : items) {
            var each = amounts(resources, item.room);
            var hour = new Money((long) item.price);
            var other = offers.get(each);
            if (other == null || hour.compareTo(other.hour()) < 0) {
                offers.put(each, new Market.Offer(item.offer.name(), hour, each, Market.UNLIMITED));
            }
        }
        var all = new BitSet();
        all.set(0, offers.size());
        var needs = new ArrayList<Market.Need>();
        for (Size size : sizes.list()) {
            long pods = size.parties().stream().mapToLong(Party::count).sum();
            if (pods > 0) {
                var each = size.parties().getFirst().shape().requests();
                needs.add(new Market.Need(each, pods, all));
            }
        }
        return new Market(List.copyOf(offers.values()), needs, List.of());
    }

    private static Resources amounts(List<String> resources, long[] room) {
        var amounts = new TreeMap<String, Long>();
        for (int i = 0; i < room.length; i++) {
            if (room[i] != Resources.UNLIMITED) {
                amounts.put(resources.get(i), room[i]);
            }
        }
        return Resources.of(amounts);
    }
}
