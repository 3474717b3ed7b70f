package dev.plimsoll.packing.bound;

/// The demand for pods of one shape, as a line of a [MarketColumns].
final class ShapeDemand {

    /// By resource.
    final long[] asks;

    final long count;

    /// The index of the set of offers that can hold them.
    final int choice;

    /// Its index in the market.
    final int given;

    ShapeDemand(long[] asks, long count, int choice, int given) {
        this.asks = asks;
        this.count = count;
        this.choice = choice;
        this.given = given;
    }
}
