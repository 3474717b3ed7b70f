package dev.plimsoll.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// The text form of an amount, as Kubernetes writes it: `500m`, `1.5`, `4000Mi`, `1e3`.
///
/// An amount is a whole number in the unit of its resource: thousandths for `cpu`, ones for all
/// others; smaller fractions are rounded up, as Kubernetes does.
public final class Quantity {

    /// The largest amount that is accepted: eight pebibytes, or nine trillion cores. Sums of a
    /// thousand of them still fit in a `long`.
    public static final long MOST = (1L << 53) - 1;

    private record Suffix(String text, BigDecimal factor) {}

    private static final List<Suffix> SUFFIXES =
            List.of(
                    binary("Ki", 10),
                    binary("Mi", 20),
                    binary("Gi", 30),
                    binary("Ti", 40),
                    binary("Pi", 50),
                    binary("Ei", 60),
                    decimal("n", -9),
                    decimal("u", -6),
                    decimal("m", -3),
                    decimal("k", 3),
                    decimal("M", 6),
                    decimal("G", 9),
                    decimal("T", 12),
                    decimal("P", 15),
                    decimal("E", 18));

    private Quantity() {}

    /// The amount of `resource` in `text`.
    ///
    /// @throws IllegalArgumentException if it is not an amount, with a sentence that says why
    public static long amount(String resource, String text) {
        return amount(resource, text, MOST);
    }

    /// The same for a sum of many amounts, which can be as large as a `long`.
    public static long total(String resource, String text) {
        return amount(resource, text, Long.MAX_VALUE);
    }

    private static long amount(String resource, String text, long most) {
        var value = parse(text);
        if (value.signum() < 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is negative; an amount is zero or more");
        }
        var units = resource.equals(Resources.CPU) ? value.movePointRight(3) : value;
        if (units.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw new IllegalArgumentException(
                    "'"
                            + text
                            + "' is more than any machine has;"
                            + " the largest accepted amount is "
                            + text(resource, most));
        }
        return units.setScale(0, RoundingMode.UP).longValueExact();
    }

    /// The shortest exact text for an amount.
    public static String text(String resource, long amount) {
        if (resource.equals(Resources.CPU)) {
            return amount % 1_000 == 0 ? Long.toString(amount / 1_000) : amount + "m";
        }
        for (int power = 6; power >= 1 && amount != 0; power--) {
            long unit = 1L << (10 * power);
            if (amount % unit == 0) {
                return amount / unit + SUFFIXES.get(power - 1).text();
            }
        }
        return Long.toString(amount);
    }

    /// A short text for people: at most one decimal, rounded down.
    public static String brief(String resource, long amount) {
        if (resource.equals(Resources.CPU)) {
            return text(resource, amount);
        }
        for (int power = 6; power >= 1; power--) {
            long unit = 1L << (10 * power);
            if (amount >= unit) {
                var value =
                        BigDecimal.valueOf(amount)
                                .divide(BigDecimal.valueOf(unit), 1, RoundingMode.DOWN);
                return value.stripTrailingZeros().toPlainString() + SUFFIXES.get(power - 1).text();
            }
        }
        return Long.toString(amount);
    }

    private static BigDecimal parse(String text) {
        int end = numberEnd(text);
        var number = text.substring(0, end);
        var rest = text.substring(end);
        if (number.chars().noneMatch(c -> c >= '0' && c <= '9')) {
            throw notAQuantity(text);
        }
        try {
            return new BigDecimal(number).multiply(factor(text, rest));
        } catch (NumberFormatException malformed) {
            throw notAQuantity(text, malformed);
        }
    }

    private static int numberEnd(String text) {
        int at = 0;
        while (at < text.length() && at < 64 && "+-.0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static BigDecimal factor(String text, String rest) {
        if (rest.isEmpty()) {
            return BigDecimal.ONE;
        }
        for (var suffix : SUFFIXES) {
            if (suffix.text().equals(rest)) {
                return suffix.factor();
            }
        }
        if (rest.matches("[eE][+-]?[0-9]{1,2}")) {
            return BigDecimal.ONE.scaleByPowerOfTen(Integer.parseInt(rest.substring(1)));
        }
        throw notAQuantity(text);
    }

    private static IllegalArgumentException notAQuantity(String text) {
        return new IllegalArgumentException(complaint(text));
    }

    private static IllegalArgumentException notAQuantity(String text, Exception cause) {
        return new IllegalArgumentException(complaint(text), cause);
    }

    private static String complaint(String text) {
        var shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
        return "'"
                + shown
                + "' is not a quantity; write a number with a Kubernetes suffix, such as"
                + " 500m, 2 or 4Gi";
    }

    private static Suffix binary(String text, int bits) {
        return new Suffix(text, BigDecimal.valueOf(1L << bits));
    }

    private static Suffix decimal(String text, int power) {
        return new Suffix(text, BigDecimal.ONE.scaleByPowerOfTen(power));
    }
}
