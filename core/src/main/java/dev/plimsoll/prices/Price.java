package dev.plimsoll.prices;

import dev.plimsoll.quantity.Money;

/// An hourly price and its source, or the reason why it is unknown.
public sealed interface Price {

    /// @param hour dollars an hour
    /// @param from the source of the price, for example "list price of m5.xlarge in aws/us-east-1"
    record Known(Money hour, String from) implements Price {

        public Known {
            if (hour.compareTo(Money.NONE) < 0) {
                throw new IllegalArgumentException("a price is zero or more, got " + hour);
            }
        }
    }

    /// @param why a sentence that says what is missing and how to provide it
    record Unknown(String why) implements Price {}

    /// The price of this many.
    default Price times(long factor) {
        return switch (this) {
            case Unknown unknown -> unknown;
            case Known(var hour, var from) -> new Known(hour.times(factor), from);
        };
    }
}
