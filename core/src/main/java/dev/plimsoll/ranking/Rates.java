package dev.plimsoll.ranking;

import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;

/// Unit prices for pods: the hourly price of a pod on a machine that fits its requests exactly.
public sealed interface Rates {

    /// No unit prices: only pods with a price of their own have one.
    record Unknown() implements Rates {}

    record Of(UnitPrices units) implements Rates {}

    default Price price(Resources requests) {
        return switch (this) {
            case Unknown _ ->
                    new Price.Unknown("there are no unit prices, and the pod has no price");
            case Of(var units) -> new Price.Known(units.pod(requests), "the rates");
        };
    }
}
