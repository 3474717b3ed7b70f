package dev.plimsoll.prices;

import dev.plimsoll.quantity.Money;

/// What something costs an hour and where that is known from, or why it is not known.
public sealed interface Price {

    /// @param hour dollars an hour
    /// @param from where the price comes from, such as "list price of m5.xlarge in aws/us-east-1"
    record Known(Money hour, String from) implements Price {

        public Known {
            if (hour.compareTo(Money.NONE) < 0) {
                throw new IllegalArgumentException("a price is zero or more, got " + hour);
            }
        }
    }

    /// @param why a sentence with what is missing and how to give it
    record Unknown(String why) implements Price {}

    /// What so many of them cost.
    default Price times(long factor) {
        return switch (this) {
            case Unknown unknown -> unknown;
            case Known(var hour, var from) -> new Known(hour.times(factor), from);
        };
    }
}
