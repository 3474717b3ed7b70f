package dev.plimsoll.formats;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads single values. A malformed value is an `IllegalArgumentException` whose message is the
/// sentence for the person who wrote it.
final class Scalars {

    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,40}");
    private static final Pattern DECIMAL =
            Pattern.compile(
                    "[+-]?([0-9]{1,40}(\\.[0-9]{0,40})?|\\.[0-9]{1,40})([eE][+-]?[0-9]{1,2})?");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final BigDecimal MOST_PERCENT = BigDecimal.valueOf(100_000);
    private static final int MOST_YEARS = 1_000_000;
    private static final BigDecimal MOST_DOLLARS = BigDecimal.valueOf(1_000_000_000);

    private Scalars() {}

    static long whole(Value.Scalar scalar, long least, long most) {
        if (!WHOLE.matcher(scalar.text()).matches()) {
            throw wrong(scalar, " is not a whole number" + bounds(least, most));
        }
        refuseQuotes(scalar, "number");
        var number = new BigInteger(scalar.text());
        if (number.compareTo(BigInteger.valueOf(most)) > 0) {
            throw wrong(scalar, " is out of range" + range(least, most));
        }
        if (number.compareTo(BigInteger.valueOf(least)) < 0) {
            throw wrong(scalar, " is out of range" + bounds(least, most));
        }
        return number.longValueExact();
    }

    private static String bounds(long least, long most) {
        return most == Integer.MAX_VALUE || most == Long.MAX_VALUE
                ? "; write " + least + " or more"
                : range(least, most);
    }

    private static String range(long least, long most) {
        return "; write a number from " + least + " to " + most;
    }

    static BigDecimal decimal(Value.Scalar scalar, BigDecimal least, BigDecimal most) {
        var bounds = "from " + least.toPlainString() + " to " + most.toPlainString();
        var number = decimal(scalar, scalar.text(), "a number; write a number " + bounds);
        refuseQuotes(scalar, "number");
        if (number.compareTo(least) < 0 || number.compareTo(most) > 0) {
            throw wrong(scalar, " is out of range; write a number " + bounds);
        }
        return number;
    }

    static boolean flag(Value.Scalar scalar) {
        boolean known = scalar.text().equals("true") || scalar.text().equals("false");
        if (!known) {
            throw wrong(scalar, " is neither true nor false; write one of them");
        }
        refuseQuotes(scalar, "truth value");
        return scalar.text().equals("true");
    }

    static Percent percent(Value.Scalar scalar) {
        var text = scalar.text().strip();
        var number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
        return percent(scalar, decimal(scalar, number, "a percent; write one such as 70 or 62.5"));
    }

    static Percent share(Value.Scalar scalar) {
        var share = rate(scalar);
        if (share.compareTo(Percent.WHOLE) > 0) {
            throw wrong(scalar, " is more than 100%; write a share such as 10% or 0.1");
        }
        return share;
    }

    static Percent rate(Value.Scalar scalar) {
        var text = scalar.text().strip();
        var expected = "a share; write one such as 10% or 0.1";
        return percent(
                scalar,
                text.endsWith("%")
                        ? decimal(scalar, text.substring(0, text.length() - 1), expected)
                        : decimal(scalar, text, expected).multiply(HUNDRED));
    }

    private static Percent percent(Value.Scalar scalar, BigDecimal percent) {
        if (percent.signum() < 0) {
            throw wrong(scalar, " is negative; write zero or more");
        }
        if (percent.compareTo(MOST_PERCENT) > 0) {
            throw wrong(scalar, " is more than 100000%; write less");
        }
        var hundredths = percent.movePointRight(2).stripTrailingZeros();
        if (hundredths.scale() > 0) {
            throw wrong(scalar, " is finer than a hundredth of a percent; round it");
        }
        return new Percent(hundredths.intValueExact());
    }

    static Money money(Value.Scalar scalar) {
        var expected = "an amount of dollars; write a number such as 0.192";
        var dollars = decimal(scalar, scalar.text(), expected);
        if (dollars.signum() < 0) {
            throw wrong(scalar, " is negative; write zero or more dollars");
        }
        if (dollars.compareTo(MOST_DOLLARS) > 0) {
            throw wrong(scalar, " is more than a billion dollars; write less");
        }
        if (dollars.stripTrailingZeros().scale() > 9) {
            throw wrong(
                    scalar,
                    " is finer than a billionth of a dollar; round it to "
                            + dollars.setScale(9, RoundingMode.HALF_UP).toPlainString());
        }
        return Money.dollars(dollars);
    }

    static Instant time(Value.Scalar scalar) {
        try {
            var time = OffsetDateTime.parse(scalar.text());
            if (Math.abs(time.getYear()) > MOST_YEARS) {
                throw wrong(scalar, " is out of range; write a time such as 2026-01-31T08:00:00Z");
            }
            return time.toInstant();
        } catch (DateTimeException malformed) {
            throw new IllegalArgumentException(
                    scalar.described() + " is not a time; write one such as 2026-01-31T08:00:00Z",
                    malformed);
        }
    }

    static <T> T choice(Value.Scalar scalar, Map<String, T> choices) {
        var chosen = choices.get(scalar.text());
        if (chosen != null) {
            return chosen;
        }
        var names = choices.keySet().stream().sorted().toList();
        var close = Suggestion.closest(scalar.text(), names);
        throw wrong(
                scalar,
                " is not one of "
                        + String.join(", ", names)
                        + close.map(name -> "; did you mean '" + name + "'?").orElse(""));
    }

    private static BigDecimal decimal(Value.Scalar scalar, String number, String expected) {
        if (!DECIMAL.matcher(number).matches()) {
            throw wrong(scalar, " is not " + expected);
        }
        return new BigDecimal(number);
    }

    private static void refuseQuotes(Value.Scalar scalar, String what) {
        if (scalar.quoted()) {
            throw wrong(scalar, " is in quotes; write the " + what + " without them");
        }
    }

    private static IllegalArgumentException wrong(Value.Scalar scalar, String rest) {
        return new IllegalArgumentException(scalar.described() + rest);
    }
}
