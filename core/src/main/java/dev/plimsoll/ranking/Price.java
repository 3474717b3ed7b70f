package dev.plimsoll.ranking;

import dev.plimsoll.quantity.Money;

/// What something costs an hour, if anybody knows.
public sealed interface Price {

    record Unknown() implements Price {}

    record Of(Money hour) implements Price {

        public Of {
            if (hour.compareTo(Money.NONE) < 0) {
                throw new IllegalArgumentException("a price is zero or more, got " + hour);
            }
        }
    }

    static Price unknown() {
        return new Unknown();
    }

    static Price of(Money hour) {
        return new Of(hour);
    }

    default Price times(long factor) {
        return switch (this) {
            case Unknown unknown -> unknown;
            case Of(var hour) -> new Of(hour.times(factor));
        };
    }
}
