package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Resources;
import java.util.BitSet;

/// What every placement keeps: Σ holds·x over some offers ≥ demand, where demand is the weight of
/// the pods that can go nowhere else.
record Row(Measure measure, BitSet offers, long demand) {

    /// An offer of which one may have as much as one likes for nothing, or that holds without
    /// limit, satisfies it alone.
    boolean isVacuous(MarketColumns market) {
        return demand == 0
                || offers.stream()
                        .anyMatch(offer ->
                                measure.holds[offer] == Resources.UNLIMITED
                                        || market.isBoundless(offer));
    }

    long holds(int offer) {
        return offers.get(offer) ? measure.holds[offer] : 0;
    }

    boolean saysTheSameAs(Row other) {
        return measure == other.measure && offers.equals(other.offers);
    }
}
