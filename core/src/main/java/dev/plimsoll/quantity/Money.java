package dev.plimsoll.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Dollars, exact to a billionth: prices an hour have six and more digits, and sums of them stay
/// whole numbers.
public record Money(long nanos) implements Comparable<Money> {

    public static final Money NONE = new Money(0);

    private static final int DIGITS = 9;

    /// @throws ArithmeticException for more than nine digits after the point, or too many before it
    public static Money dollars(BigDecimal dollars) {
        return new Money(dollars.movePointRight(DIGITS).longValueExact());
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(nanos, other.nanos));
    }

    public Money times(long factor) {
        return new Money(Math.multiplyExact(nanos, factor));
    }

    /// This price an hour, over so many milliseconds; rounded half up to a billionth.
    public Money over(long milliseconds) {
        var exact = BigInteger.valueOf(nanos).multiply(BigInteger.valueOf(milliseconds));
        var hours =
                new BigDecimal(exact).divide(BigDecimal.valueOf(3_600_000), RoundingMode.HALF_UP);
        return new Money(hours.longValueExact());
    }

    public BigDecimal dollars() {
        return BigDecimal.valueOf(nanos, DIGITS);
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(nanos, other.nanos);
    }

    /// To its last digit, and at least to the cent: `$0.192`.
    public String exactly() {
        var digits = dollars().stripTrailingZeros();
        return "$" + (digits.scale() < 2 ? digits.setScale(2) : digits).toPlainString();
    }

    /// As people read it: at most three decimals from a dollar up and four below, at least two, and
    /// thousands apart: `$2,212.996`, `$0.0495`, `$1.20`.
    public String rounded() {
        int places = dollars().abs().compareTo(BigDecimal.ONE) < 0 ? 4 : 3;
        var digits = dollars().setScale(places, RoundingMode.HALF_UP).stripTrailingZeros();
        var text = (digits.scale() < 2 ? digits.setScale(2) : digits).toPlainString();
        var grouped = new StringBuilder(text);
        for (int at = text.indexOf('.') - 3; at > (text.startsWith("-") ? 1 : 0); at -= 3) {
            grouped.insert(at, ',');
        }
        return "$" + grouped;
    }

    /// To the cent.
    @Override
    public String toString() {
        return "$" + dollars().setScale(2, RoundingMode.HALF_UP).toPlainString();
    }
}
