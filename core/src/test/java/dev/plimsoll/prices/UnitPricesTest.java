package dev.plimsoll.prices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.math.BigDecimal;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitPricesTest {

    /// Each price is the source's formula with its base prices, worked out by hand.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    cpu m | memory MiB | gpus | dollars
                        0 |          0 |    0 | 0
                        1 |          0 |    0 | 0.000033174
                      100 |          0 |    0 | 0.0033174
                      500 |          0 |    0 | 0.016587
                      500 |        500 |    0 | 0.018757898
                     1500 |          0 |    0 | 0.049761
                        0 |       1024 |    0 | 0.004446
                     8000 |      30720 |    0 | 0.398772
                     2000 |       7680 |    1 | 0.799693
                        0 |          0 |    2 | 1.4
                    """)
    void pricesByWhatIsAskedFor(long cpu, long memory, long gpus, BigDecimal dollars) {
        var requests = amounts(cpu, memory).with("nvidia.com/gpu", gpus);

        assertThat(UnitPrices.BASE.pod(requests)).isEqualTo(Money.dollars(dollars));
        assertThat(UnitPrices.BASE.machine(requests)).isEqualTo(Money.dollars(dollars));
    }

    @Test
    void chargesPodsAndStorageWhereTheyHaveAPrice() {
        var cent = new Money(10_000_000);
        var prices = new UnitPrices(Money.NONE, Money.NONE, Money.NONE, cent, new Money(138_889));
        var asked = Resources.NONE.with(Resources.STORAGE, 100L << 30);

        assertThat(prices.machine(asked)).isEqualTo(new Money(13_888_900));
        assertThat(prices.pod(asked)).isEqualTo(new Money(23_888_900));
    }

    @Test
    void countsGpusOfEveryMaker() {
        var both = Resources.NONE.with("nvidia.com/gpu", 1).with("amd.com/gpu", 2);

        assertThat(UnitPrices.gpus(both)).isEqualTo(3);
        assertThat(UnitPrices.BASE.machine(both)).isEqualTo(new Money(2_100_000_000));
    }

    @Test
    void twiceTheResourcesCostTwiceAsMuch() {
        Seeds.forAll(random -> {
            var amounts = anyAmounts(random);

            long once = UnitPrices.BASE.pod(amounts).nanos();
            long twice = UnitPrices.BASE.pod(amounts.times(2)).nanos();

            assertThat(twice - 2 * once).isBetween(-1L, 1L);
        });
    }

    private static Resources anyAmounts(RandomGenerator random) {
        return amounts(random.nextLong(200_000), random.nextLong(2_000_000))
                .with("nvidia.com/gpu", random.nextLong(9));
    }

    private static Resources amounts(long cpuMillis, long mebibytes) {
        return Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(mebibytes));
    }
}
