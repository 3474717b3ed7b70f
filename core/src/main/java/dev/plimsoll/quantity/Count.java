package dev.plimsoll.quantity;

/// A number that may be unknown.
public sealed interface Count {

    static Count of(int number) {
        return new Known(number);
    }

    static Count unknown() {
        return new Unknown();
    }

    /// The number, or the other one if it is unknown.
    default int orElse(int other) {
        return switch (this) {
            case Known(int number) -> number;
            case Unknown _ -> other;
        };
    }

    /// A known number.
    record Known(int number) implements Count {

        public Known {
            if (number < 0) {
                throw new IllegalArgumentException("a count is zero or more, got " + number);
            }
        }
    }

    /// An unknown number.
    record Unknown() implements Count {}
}
