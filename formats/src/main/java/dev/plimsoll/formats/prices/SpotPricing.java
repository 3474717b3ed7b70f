package dev.plimsoll.formats.prices;

import dev.plimsoll.quantity.Percent;

/// How spot machines are priced that no price file speaks of.
public sealed interface SpotPricing {

    /// By the spot prices of the list.
    record Listed() implements SpotPricing {}

    /// By a discount on the price on demand.
    record Discount(Percent off) implements SpotPricing {}
}
