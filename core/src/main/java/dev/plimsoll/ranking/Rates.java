package dev.plimsoll.ranking;

import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;

/// What a pod costs an hour on a machine that fits it exactly, by what it asks for.
public sealed interface Rates {

    /// Without them only pods that bring their own price have one.
    record Unknown() implements Rates {}

    record Of(UnitPrices units) implements Rates {}

    default Price price(Resources requests) {
        return switch (this) {
            case Unknown _ ->
                    new Price.Unknown("no rates are given; say prices, or the pod's priceHour");
            case Of(var units) -> new Price.Known(units.pod(requests), "the rates");
        };
    }
}
