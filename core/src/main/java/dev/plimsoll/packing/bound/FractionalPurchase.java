package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Resources;
import java.util.BitSet;
import java.util.stream.IntStream;

/// A purchase with fractions of nodes: the amount of each offer, mostly of a few offers only.
final class FractionalPurchase {

    private final MarketColumns market;
    private final double[] amounts;
    private final int[] bought;

    /// @param amounts by offer
    FractionalPurchase(MarketColumns market, double[] amounts) {
        this.market = market;
        this.amounts = amounts;
        this.bought = IntStream.range(0, amounts.length).filter(o -> amounts[o] > 0).toArray();
    }

    /// The offers that hold too little of a measure for the pods that can use no others; empty if
    /// all hold enough.
    BitSet shortage(Measure measure) {
        var held = new double[market.pools.size()];
        for (int offer : bought) {
            int pool = market.pools.ofOffer[offer];
            long each = measure.holds[offer];
            if (pool != Pools.NONE && each > 0) {
                held[pool] +=
                        each == Resources.UNLIMITED
                                ? Double.POSITIVE_INFINITY
                                : each * amounts[offer];
            }
        }
        var offers = new BitSet(market.offers());
        for (int choice : Shortage.find(market.pools, measure.asked, held)) {
            offers.or(market.choices.get(choice));
        }
        return offers;
    }

    /// The share of a row's demand that the purchase does not hold.
    double lacking(Row row) {
        double held = 0;
        for (int offer : bought) {
            held += row.holds(offer) == 0 ? 0 : amounts[offer] * row.holds(offer);
        }
        return Math.max(0, 1 - held / row.demand());
    }

    /// The share of a shape's pods that do not fit even without other pods.
    double lacking(ShapeDemand line) {
        var choice = market.choices.get(line.choice);
        double placed = 0;
        for (int i = 0; i < bought.length && placed < line.count; i++) {
            if (choice.get(bought[i])) {
                placed += amounts[bought[i]] * Measure.fitting(market, line, bought[i]);
            }
        }
        return Math.max(0, 1 - placed / line.count);
    }
}
