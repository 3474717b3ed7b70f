package dev.plimsoll.prices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.prices.Price.Source;
import dev.plimsoll.quantity.Money;
import org.junit.jupiter.api.Test;

class PriceTest {

    private static final Price STATED = new Price.Known(new Money(3), "a list");
    private static final Price ESTIMATE = new Price.Known(new Money(3), Source.estimate("a list"));

    @Test
    void saysInItsSourceThatItIsAnEstimate() {
        assertThat(Source.stated("a list")).hasToString("a list");
        assertThat(Source.estimate("a list")).hasToString("a list, an estimate");
        assertThat(Source.estimate("a list").and(", 5% off"))
                .hasToString("a list, 5% off, an estimate");
    }

    @Test
    void isAnEstimateOnlyIfItIsKnown() {
        assertThat(STATED.isEstimate()).isFalse();
        assertThat(ESTIMATE.isEstimate()).isTrue();
        assertThat(ESTIMATE.times(2))
                .isEqualTo(new Price.Known(new Money(6), Source.estimate("a list")));
        assertThat(new Price.Unknown("nobody knows").isEstimate()).isFalse();
    }
}
