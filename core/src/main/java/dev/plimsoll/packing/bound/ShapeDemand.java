package dev.plimsoll.packing.bound;

/// Pods of one shape, as a line of a [MarketColumns].
final class ShapeDemand {

    /// By resource.
    final long[] asks;

    final long count;

    /// The number of the set of offers that can take them.
    final int choice;

    /// Its number in the market.
    final int given;

    ShapeDemand(long[] asks, long count, int choice, int given) {
        this.asks = asks;
        this.count = count;
        this.choice = choice;
        this.given = given;
    }
}
