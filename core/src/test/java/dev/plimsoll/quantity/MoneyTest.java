package dev.plimsoll.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoneyTest {

    private static final long HOUR = 3_600_000;

    @Test
    void keepsNineDigitsAndRefusesATenth() {
        assertThat(dollars("0.096")).isEqualTo(new Money(96_000_000));
        assertThat(dollars("0.000000001")).isEqualTo(new Money(1));
        assertThat(dollars("0.0960000000")).isEqualTo(new Money(96_000_000));
        assertThatThrownBy(() -> dollars("0.0000000001")).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> dollars("10000000000")).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    price an hour | milliseconds | nano-dollars
                             0.1  |      3600000 |  100000000
                             0.1  |        36000 |    1000000
                             0.1  |            0 |          0
                     0.000000001  |      1799999 |          0
                     0.000000001  |      1800000 |          1
                     0.000000001  |      5399999 |          1
                     0.000000001  |      5400000 |          2
                             100  | 315360000000 | 8760000000000000
                    """)
    void chargesForTheTimeItWasUsed(String price, long milliseconds, long nanos) {
        assertThat(dollars(price).over(milliseconds)).isEqualTo(new Money(nanos));
    }

    @Test
    void costsTheSameInPartsAsInOneButForHalfABillionthAPart() {
        Seeds.forAll(random -> {
            var price = new Money(random.nextLong(0, 100_000_000_000L));
            long hours = random.nextLong(0, 100);
            long rest = random.nextLong(0, HOUR);

            var whole = price.over(hours * HOUR + rest);
            var parts = price.times(hours).plus(price.over(rest));

            assertThat(whole).isEqualTo(parts);
            assertThat(whole.dollars().movePointRight(9)).isEqualTo(new BigDecimal(whole.nanos()));
        });
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    dollars           | shown
                    0                 | $0.00
                    0.000000001       | <$0.0001
                    0.000049999       | <$0.0001
                    0.00005           | $0.0001
                    0.016587          | $0.0166
                    0.095             | $0.095
                    0.1               | $0.10
                    0.99994           | $0.9999
                    0.99995           | $1.00
                    1                 | $1.00
                    1.0004            | $1.00
                    1.0005            | $1.001
                    1.392             | $1.392
                    93.93             | $93.93
                    999.9995          | $1,000.00
                    2212.995752375    | $2,212.996
                    1234567.8         | $1,234,567.80
                    123456            | $123,456.00
                    -0.00001          | >-$0.0001
                    -0.5              | -$0.50
                    -1234.5678        | -$1,234.568
                    """)
    void isShownWithFewDigits(String dollars, String shown) {
        assertThat(dollars(dollars).rounded()).isEqualTo(shown);
    }

    @Test
    void isWrittenToTheCentAndOrderedByAmount() {
        assertThat(dollars("1234.565")).hasToString("$1234.57");
        assertThat(dollars("0.004")).hasToString("$0.00");
        assertThat(dollars("0.005")).hasToString("$0.01");
        assertThat(Money.NONE).hasToString("$0.00").isLessThan(new Money(1));
    }

    @Test
    void throwsInsteadOfWrappingAround() {
        var large = new Money(Long.MAX_VALUE);

        assertThatThrownBy(() -> large.plus(new Money(1))).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> large.times(2)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> large.over(2 * HOUR)).isInstanceOf(ArithmeticException.class);
    }

    private static Money dollars(String text) {
        return Money.dollars(new BigDecimal(text));
    }
}
