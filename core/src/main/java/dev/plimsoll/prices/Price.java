package dev.plimsoll.prices;

import dev.plimsoll.quantity.Money;

/// An hourly price and its source, or the reason why it is unknown.
public sealed interface Price {

    /// How well a price is known.
    enum Basis {
        /// The price that is billed, before discounts that nobody mentioned.
        STATED,
        /// A price of another time or place, or a share of another price.
        ESTIMATE
    }

    /// The source of a price.
    ///
    /// @param name for example "list price of m5.xlarge in aws/us-east-1"
    record Source(String name, Basis basis) {

        public static Source stated(String name) {
            return new Source(name, Basis.STATED);
        }

        public static Source estimate(String name) {
            return new Source(name, Basis.ESTIMATE);
        }

        /// This source with a longer name.
        public Source and(String more) {
            return new Source(name + more, basis);
        }

        @Override
        public String toString() {
            return basis == Basis.ESTIMATE ? name + ", an estimate" : name;
        }
    }

    /// @param hour dollars an hour
    record Known(Money hour, Source source) implements Price {

        public Known {
            if (hour.compareTo(Money.NONE) < 0) {
                throw new IllegalArgumentException("a price is zero or more, got " + hour);
            }
        }

        /// A price that is not an estimate.
        public Known(Money hour, String source) {
            this(hour, Source.stated(source));
        }
    }

    /// @param why a sentence that says what is missing and how to provide it
    record Unknown(String why) implements Price {}

    /// Whether it is known, but only as an estimate.
    default boolean isEstimate() {
        return this instanceof Known(_, var source) && source.basis() == Basis.ESTIMATE;
    }

    /// The price of this many.
    default Price times(long factor) {
        return switch (this) {
            case Unknown unknown -> unknown;
            case Known(var hour, var source) -> new Known(hour.times(factor), source);
        };
    }
}
