package dev.plimsoll.ranking;

import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;

/// Pods with equal requests that fit on the nodes of an option.
///
/// @param requests of one pod
/// @param price of one pod on a machine that fits it exactly
public record Portion(Resources requests, int count, Price price) {

    public Portion {
        if (count < 1) {
            throw new IllegalArgumentException("a portion is one pod or more, got " + count);
        }
    }
}
