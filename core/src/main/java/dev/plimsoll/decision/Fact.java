package dev.plimsoll.decision;

import dev.plimsoll.quantity.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// A value that a reason is based on: a whole number, an exact decimal or a text, never a `double`.
public sealed interface Fact {

    String name();

    /// The value as a sentence shows it.
    String text();

    record Whole(String name, long value) implements Fact {

        @Override
        public String text() {
            return Long.toString(value);
        }
    }

    /// @param value without trailing zeros
    record Decimal(String name, BigDecimal value) implements Fact {

        public Decimal {
            value = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        }

        /// Rounded half up to one decimal place.
        @Override
        public String text() {
            return new Decimal(name, value.setScale(1, RoundingMode.HALF_UP)).value.toPlainString();
        }
    }

    /// A decimal that a sentence shows with all its digits, for example a score.
    ///
    /// @param value without trailing zeros
    record Figure(String name, BigDecimal value) implements Fact {

        public Figure {
            value = new Decimal(name, value).value();
        }

        @Override
        public String text() {
            return value.toPlainString();
        }
    }

    /// An amount of money: documents have it exactly, sentences show it as `text`.
    record Dollars(String name, Money value, String text) implements Fact {

        /// The dollars without trailing zeros.
        public BigDecimal exact() {
            return new Decimal(name, value.dollars()).value();
        }
    }

    record Text(String name, String text) implements Fact {}

    static Fact fact(String name, long value) {
        return new Whole(name, value);
    }

    static Fact fact(String name, String text) {
        return new Text(name, text);
    }

    /// An amount that a sentence shows as [Money#rounded()].
    static Fact fact(String name, Money value) {
        return new Dollars(name, value, value.rounded());
    }

    /// An amount that a sentence shows to its last digit, because it stands beside one that rounds
    /// to the same.
    static Fact exactly(String name, Money value) {
        return new Dollars(name, value, value.exactly());
    }

    static Fact figure(String name, BigDecimal value) {
        return new Figure(name, value);
    }

    /// `part` in percent of `whole`, rounded half up to four decimal places; `whole` is not zero.
    static Fact percent(String name, BigInteger part, BigInteger whole) {
        var hundredfold = new BigDecimal(part.multiply(BigInteger.valueOf(100)));
        return new Decimal(
                name, hundredfold.divide(new BigDecimal(whole), 4, RoundingMode.HALF_UP));
    }
}
