package dev.plimsoll.formats.prices;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

    /// Rows of the source.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    region             | type            | dollars  | spot     | date       | spot date
                    aws/us-east-1      | m5.xlarge       | 0.192    | 0.0671   | 2026-08-22 | 2026-08-22
                    aws/af-south-1     | m5.xlarge       | 0.254    | 0.0661   | 2026-08-22 | 2026-08-22
                    aws/ap-southeast-3 | m5.large        | 0.12     | 0.0254   | 2026-08-22 | 2026-08-22
                    azure/eastus       | Standard_D4s_v5 | 0.192    | 0.02112  | 2026-06-18 | 2025-09-11
                    azure/centralus    | Standard_D4s_v5 | 0.217    | 0.02387  | 2026-08-22 | 2026-08-22
                    azure/westeurope   | Standard_D4s_v5 | 0.23     |          | 2026-06-18 |
                    gce/us-central1    | a2-highgpu-1g   | 3.673385 | 1.92802  | 2026-07-30 | 2026-07-30
                    gce/africa-south1  | e2-standard-4   | 0.147431 | 0.045728 | 2026-07-30 | 2026-07-30
                    """)
    void knowsPricesOnDemandAndSpotWithTheirDays(
            String region,
            String type,
            BigDecimal dollars,
            @Nullable BigDecimal spot,
            String date,
            @Nullable String spotDate) {
        var onDemand = LIST.find(Region.of(region), type).orElseThrow();
        var found = LIST.findSpot(Region.of(region), type);

        assertThat(onDemand.hour()).isEqualTo(Money.dollars(dollars));
        assertThat(onDemand.date()).isEqualTo(date);
        assertThat(found.map(PriceList.Listed::date)).isEqualTo(Optional.ofNullable(spotDate));
        assertThat(found.map(PriceList.Listed::hour))
                .isEqualTo(Optional.ofNullable(spot).map(Money::dollars));
    }

    @Test
    void findsEveryTypeFromTheFirstToTheLast() {
        var region = Region.of("gce/us-central1");

        for (var listed : LIST.types(region)) {
            assertThat(LIST.find(region, listed.type())).contains(listed);
        }
        for (var unknown : List.of("", "a", "e2-standard-5", "zzz", "types")) {
            assertThat(LIST.find(region, unknown)).isEmpty();
        }
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
                    .hasSizeGreaterThan(280)
                    .allSatisfy(type -> assertThat(type.hour().nanos()).isPositive());
        }
    }

    @Test
    void hasTheRegionsOfThreeClouds() {
        assertThat(LIST.regions()).hasSize(44);
        assertThat(LIST.regions().stream().collect(groupingBy(Region::cloud, counting())))
                .isEqualTo(Map.of("aws", 22L, "azure", 11L, "gce", 11L));
        assertThat(LIST.find(Region.of("aws/us-east-1"), "m5.tiny")).isEmpty();
        assertThat(LIST.find(Region.of("aws/mars"), "m5.xlarge")).isEmpty();
        assertThat(LIST.types(Region.of("mars/aws"))).isEmpty();
    }
}
