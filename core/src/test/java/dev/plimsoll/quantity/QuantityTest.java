package dev.plimsoll.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import java.math.BigDecimal;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {

    private static final String GPU = "nvidia.com/gpu";

    /// Kubernetes' documentation of quantities, "resource units", and what its parser takes
    /// besides.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    text                 | cpu millis        | bytes
                    0                    |                 0 |                0
                    0.5                  |               500 |                1
                    .5                   |               500 |                1
                    5.                   |              5000 |                5
                    +2                   |              2000 |                2
                    -0                   |                 0 |                0
                    500m                 |               500 |                1
                    1500m                |              1500 |                2
                    100u                 |                 1 |                1
                    1001u                |                 2 |                1
                    1n                   |                 1 |                1
                    1e3                  |           1000000 |             1000
                    1E3                  |           1000000 |             1000
                    1e+3                 |           1000000 |             1000
                    15e-1                |              1500 |                2
                    1e-99                |                 1 |                1
                    1k                   |           1000000 |             1000
                    1Ki                  |           1024000 |             1024
                    128974848            |      128974848000 |        128974848
                    129e6                |      129000000000 |        129000000
                    129M                 |      129000000000 |        129000000
                    123Mi                |      128974848000 |        128974848
                    1.5Gi                |     1610612736000 |       1610612736
                    9007199254740.991    |  9007199254740991 |    9007199254741
                    """)
    void readsWhatKubernetesWrites(String text, long cpuMillis, long bytes) {
        assertThat(Quantity.amount(Resources.CPU, text)).isEqualTo(cpuMillis);
        assertThat(Quantity.amount(Resources.MEMORY, text)).isEqualTo(bytes);
        assertThat(Quantity.amount(GPU, text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    text  | bytes
                    1Ti   |    1099511627776
                    1T    |    1000000000000
                    1Pi   | 1125899906842624
                    1P    | 1000000000000000
                    0.001E | 1000000000000000
                    0.001Ei | 1152921504606847
                    9007199254740991 | 9007199254740991
                    """)
    void readsLargeAmounts(String text, long bytes) {
        assertThat(Quantity.amount(Resources.MEMORY, text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            textBlock =
                    """
                    text
                    ''
                    ' '
                    NaN
                    Infinity
                    -
                    .
                    m
                    Gi
                    1.2.3
                    +-1
                    1 Gi
                    ' 1'
                    '1 '
                    1K
                    1ki
                    1GiB
                    1mm
                    1e
                    1e3Ki
                    1e1000000000
                    0x10
                    1,5
                    1_000
                    ١
                    one
                    """)
    void saysHowToWriteWhatIsNoQuantity(String text) {
        assertThatThrownBy(() -> Quantity.amount(Resources.CPU, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "'"
                                + text
                                + "' is not a quantity; write a number with a Kubernetes suffix,"
                                + " such as 500m, 2 or 4Gi");
    }

    @Test
    void showsOnlyTheBeginningOfALongText() {
        var long64 = "1".repeat(64);

        assertThatThrownBy(() -> Quantity.amount(Resources.CPU, long64 + "1".repeat(1_000_000)))
                .hasMessageStartingWith("'" + "1".repeat(40) + "…' is not a quantity");
        assertThatThrownBy(() -> Quantity.amount(Resources.CPU, long64))
                .hasMessageStartingWith("'" + long64 + "' is more than any machine has");
    }

    @ParameterizedTest
    @CsvSource({"-1", "-1m", "-0.5Gi", "-1e-99", "-12E"})
    void refusesWhatIsNegative(String text) {
        assertThatThrownBy(() -> Quantity.amount(Resources.MEMORY, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is negative; an amount is zero or more");
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    resource | text              | the most
                    memory   | 12E               | 9007199254740991
                    memory   | 8Ei               | 9007199254740991
                    memory   | 1e99              | 9007199254740991
                    memory   | 9007199254740992  | 9007199254740991
                    memory   | 8Pi               | 9007199254740991
                    cpu      | 9007199254740.992 | 9007199254740991m
                    cpu      | 1Pi               | 9007199254740991m
                    """)
    void refusesWhatIsAbsurd(String resource, String text, String most) {
        assertThatThrownBy(() -> Quantity.amount(resource, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "'"
                                + text
                                + "' is more than any machine has; the largest accepted amount is "
                                + most);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    resource | amount      | exact     | brief
                    cpu      |           0 | 0         | 0
                    cpu      |         999 | 999m      | 999m
                    cpu      |        1000 | 1         | 1
                    cpu      |        1001 | 1001m     | 1001m
                    memory   |           0 | 0         | 0
                    memory   |        1023 | 1023      | 1023
                    memory   |        1024 | 1Ki       | 1Ki
                    memory   |        1025 | 1025      | 1Ki
                    memory   |     1048575 | 1048575   | 1023.9Ki
                    memory   |  2097152000 | 2000Mi    | 1.9Gi
                    memory   |  1610612736 | 1536Mi    | 1.5Gi
                    memory   | 11811160064 | 11Gi      | 11Gi
                    """)
    void writesAnAmountExactlyAndForPeople(
            String resource, long amount, String exact, String brief) {
        assertThat(Quantity.text(resource, amount)).isEqualTo(exact);
        assertThat(Quantity.brief(resource, amount)).isEqualTo(brief);
    }

    @Test
    void readsBackWhatItWrites() {
        Seeds.forAll(random -> {
            long amount = anyAmount(random);

            for (var resource : new String[] {Resources.CPU, Resources.MEMORY, GPU}) {
                var text = Quantity.text(resource, amount);
                assertThat(Quantity.amount(resource, text)).isEqualTo(amount);
            }
        });
    }

    @Test
    void neverTellsPeopleMoreThanThereIsNorATenthLess() {
        Seeds.forAll(random -> {
            long amount = anyAmount(random);

            var brief = Quantity.brief(Resources.MEMORY, amount);
            var told = new BigDecimal(Quantity.amount(Resources.MEMORY, brief));
            assertThat(told)
                    .isBetween(
                            new BigDecimal(amount).multiply(new BigDecimal("0.9")),
                            new BigDecimal(amount).add(BigDecimal.ONE));
        });
    }

    /// Amounts of every size, many of them round.
    private static long anyAmount(RandomGenerator random) {
        long any = random.nextLong(0, Quantity.MOST) >>> random.nextInt(53);
        return switch (random.nextInt(3)) {
            case 0 -> any;
            case 1 -> any >>> 30 << random.nextInt(31);
            default -> any / 1_000 * 1_000;
        };
    }
}
