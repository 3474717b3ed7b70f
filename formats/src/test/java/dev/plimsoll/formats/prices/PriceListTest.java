package dev.plimsoll.formats.prices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceListTest {

    private static final PriceList LIST = PriceList.builtIn();

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    region             | type                  | capacity                             | dollars
                    aws/us-east-1      | m5.xlarge             | cpu=4 memory=16Gi                    | 0.192
                    aws/eu-central-1   | m5.xlarge             | cpu=4 memory=16Gi                    | 0.23
                    gce/us-central1    | n1-standard-2         | cpu=2 memory=7680Mi                  | 0.095
                    gce/us-central1    | n1-standard-8         | cpu=8 memory=30Gi                    | 0.379998
                    gce/us-central1    | e2-micro              | cpu=2 memory=1Gi                     | 0.008376
                    gce/us-central1    | a2-highgpu-2g         | cpu=24 memory=170Gi nvidia.com/gpu=2 | 7.34677
                    gce/us-west1       | g2-standard-32        | cpu=32 memory=128Gi nvidia.com/gpu=1 | 1.734376
                    azure/westeurope   | Standard_D4s_v5       | cpu=4 memory=16Gi                    | 0.23
                    azure/eastus       | Standard_NC64as_T4_v3 | cpu=64 memory=440Gi nvidia.com/gpu=4 | 4.352
                    """)
    void knowsTypesWithTheirCapacity(
            String region, String type, String capacity, BigDecimal dollars) {
        var listed = LIST.find(Region.of(region), type).orElseThrow();

        assertThat(listed.capacity()).hasToString(capacity);
        assertThat(listed.hour()).isEqualTo(Money.dollars(dollars));
    }

    /// Its GPUs are not such as pods ask for by that name.
    @Test
    void pricesTypesWhoseCapacityIsNotKnownAndOffersThemToNobody() {
        var region = Region.of("aws/us-east-1");

        assertThat(LIST.find(region, "g4ad.xlarge").orElseThrow().capacity())
                .isEqualTo(Resources.NONE);
        assertThat(LIST.types(region))
                .extracting(PriceList.Listed::type)
                .contains("m5.xlarge")
                .doesNotContain("g4ad.xlarge")
                .isSorted();
    }

    @Test
    void nothingIsForNothing() {
        for (var region : LIST.regions()) {
            assertThat(LIST.types(region))
                    .hasSizeGreaterThan(300)
                    .allSatisfy(type -> assertThat(type.hour().nanos()).isPositive());
        }
    }

    @Test
    void tellsTheDayOfItsPrices() {
        assertThat(LIST.date("aws")).isEqualTo("2026-08-22");
        assertThat(LIST.regions()).hasSize(14);
        assertThat(LIST.find(Region.of("aws/us-east-1"), "m5.tiny")).isEmpty();
        assertThat(LIST.find(Region.of("aws/mars"), "m5.xlarge")).isEmpty();
        assertThat(LIST.types(Region.of("mars/aws"))).isEmpty();
    }
}
