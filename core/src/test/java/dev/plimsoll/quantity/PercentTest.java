package dev.plimsoll.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentTest {

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    hundredths | part                | whole               | stands
                          7000 |                6999 |               10000 | -1
                          7000 |                7000 |               10000 |  0
                          7000 |                7001 |               10000 |  1
                          5500 |                  54 |                 100 | -1
                          5500 |                  55 |                 100 |  0
                          5500 |                  56 |                 100 |  1
                          3333 |                   1 |                   3 |  1
                          3334 |                   1 |                   3 | -1
                         25000 |                  25 |                  10 |  0
                         25000 |                  26 |                  10 |  1
                             0 |                   0 |                  10 |  0
                             0 |                   1 |                  10 |  1
                          7000 |                   0 |                   0 |  0
                          7000 |                   1 |                   0 |  1
                         10000 | 9223372036854775806 | 9223372036854775807 | -1
                         10000 | 9223372036854775807 | 9223372036854775807 |  0
                         10000 | 9223372036854775807 | 9223372036854775806 |  1
                    """)
    void tellsHowAPartStandsToItsShareOfAWhole(
            int hundredths, BigInteger part, BigInteger whole, int stands) {
        assertThat(new Percent(hundredths).compare(part, whole)).isEqualTo(stands);
    }

    /// The source's worked examples: two nodes at 250% of which 70% are wanted, and 1800m from
    /// zero; then cases where a `double` says 4 for 2100m.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    percent | part | whole | each | missing
                         70 | 5000 |  2000 | 1000 |  6
                         70 | 1800 |     0 | 1000 |  3
                         70 | 2100 |     0 | 1000 |  3
                         70 | 2101 |     0 | 1000 |  4
                         70 |  700 |  1000 | 1000 |  0
                         70 |  701 |  1000 | 1000 |  1
                         70 |    0 |  1000 | 1000 | -1
                         70 |    0 |  1999 | 1000 | -1
                         70 |    0 |  2000 | 1000 | -2
                        200 | 5000 |  2000 | 1000 |  1
                    """)
    void countsHowManyMustJoin(int percent, long part, long whole, long each, long missing) {
        assertThat(Percent.of(percent).missing(big(part), big(whole), big(each)))
                .isEqualTo(big(missing));
    }

    @Test
    void agreesWithTryingOneAfterTheOther() {
        Seeds.forAll(random -> {
            var line = new Percent(random.nextInt(1, 30_000));
            var part = big(random.nextLong(0, 5_000));
            var whole = big(random.nextLong(0, 5_000));
            var each = big(random.nextLong(1, 500));

            long tried = 0;
            while (line.compare(part, whole.add(each.multiply(big(tried)))) > 0) {
                tried++;
            }
            var missing = line.missing(part, whole, each);

            assertThat(missing.max(BigInteger.ZERO)).isEqualTo(big(tried));
        });
    }

    @Test
    void isWrittenWithTheDigitsItHas() {
        assertThat(Percent.of(70)).hasToString("70%");
        assertThat(new Percent(1_250)).hasToString("12.5%");
        assertThat(new Percent(1)).hasToString("0.01%");
        assertThat(new Percent(0)).hasToString("0%");
        assertThat(Percent.of(250)).hasToString("250%").isGreaterThan(Percent.WHOLE);
    }

    @Test
    void isNeverNegative() {
        assertThatThrownBy(() -> new Percent(-1)).hasMessage("a percent is zero or more, got -1");
        assertThatThrownBy(() -> Percent.of(Integer.MAX_VALUE))
                .isInstanceOf(ArithmeticException.class);
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }
}
