package dev.plimsoll.ranking;

import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;

/// Equal pods that an option takes: a shape and how many of it.
///
/// @param requests of one of them
/// @param price of one of them on a machine that fits it exactly
public record Portion(Resources requests, int count, Price price) {

    public Portion {
        if (count < 1) {
            throw new IllegalArgumentException("a portion is one pod or more, got " + count);
        }
    }
}
