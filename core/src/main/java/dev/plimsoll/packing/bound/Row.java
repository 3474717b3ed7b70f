package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Resources;
import java.util.BitSet;

/// A condition that every placement meets: Σ holds·x over some offers ≥ demand, where demand is the
/// weight of the pods that can use only these offers.
record Row(Measure measure, BitSet offers, long demand) {

    /// An offer that is free and unlimited, or that holds an unlimited amount, satisfies it alone.
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
