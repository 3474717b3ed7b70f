package dev.plimsoll.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// An amount of dollars, exact to a billionth: hourly prices have six and more decimals, and their
/// sums stay whole numbers.
public record Money(long nanos) implements Comparable<Money> {

    public static final Money NONE = new Money(0);

    private static final int DIGITS = 9;
    private static final BigDecimal SMALLEST_SHOWN = new BigDecimal("0.00005");

    /// @throws ArithmeticException for more than nine digits after the point, or too many before it
    public static Money dollars(BigDecimal dollars) {
        return new Money(dollars.movePointRight(DIGITS).longValueExact());
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(nanos, other.nanos));
    }

    public Money less(Money other) {
        return new Money(Math.subtractExact(nanos, other.nanos));
    }

    public Money times(long factor) {
        return new Money(Math.multiplyExact(nanos, factor));
    }

    /// The cost of this hourly price over a time; rounded half up to a billionth.
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

    /// As sentences and tables show it: half up to three decimals from a dollar up and to four
    /// below, without zeros beyond the cents, with commas between thousands: `$2,212.996`,
    /// `$0.095`, `$4.00`. An amount too small for four decimals is shown as `<$0.0001`.
    public String rounded() {
        var amount = dollars().abs();
        if (amount.signum() > 0 && amount.compareTo(SMALLEST_SHOWN) < 0) {
            return nanos < 0 ? ">-$0.0001" : "<$0.0001";
        }
        var shown =
                amount.setScale(amount.compareTo(BigDecimal.ONE) < 0 ? 4 : 3, RoundingMode.HALF_UP);
        return (nanos < 0 ? "-$" : "$") + withCommas(toTheCent(shown));
    }

    private static String withCommas(String number) {
        var text = new StringBuilder(number);
        for (int at = number.indexOf('.') - 3; at > 0; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    /// To its last digit, and at least to the cent: `$0.192`.
    public String exactly() {
        return "$" + toTheCent(dollars());
    }

    private static String toTheCent(BigDecimal amount) {
        var digits = amount.stripTrailingZeros();
        return (digits.scale() < 2 ? digits.setScale(2) : digits).toPlainString();
    }

    /// To the cent.
    @Override
    public String toString() {
        return "$" + dollars().setScale(2, RoundingMode.HALF_UP).toPlainString();
    }
}
