package dev.plimsoll.formats.prices;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionsTest {

    private static final PriceList LIST = PriceList.builtIn();
    private static final Regions REGIONS = Regions.builtIn();

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    region               | nearest with prices
                    aws/eu-west-3        | aws/eu-west-3
                    aws/ap-southeast-5   | aws/ap-southeast-1
                    aws/ap-southeast-4   | aws/ap-southeast-2
                    aws/eu-central-2     | aws/eu-south-1
                    aws/me-south-1       | aws/me-central-1
                    aws/us-gov-east-1    | aws/us-east-2
                    aws/mars-north-1     | aws/us-east-1
                    azure/northeurope    | azure/westeurope
                    azure/malaysiawest   | azure/southeastasia
                    azure/brazilsouth    | azure/eastus2
                    azure/mars           | azure/eastus
                    gce/europe-west3     | gce/europe-west1
                    gce/us-west2         | gce/us-west1
                    gce/asia-northeast3  | gce/asia-northeast1
                    gce/mars1            | gce/us-central1
                    """)
    void takesTheNearestRegionOfTheSameCloud(String region, String nearest) {
        assertThat(LIST.nearest(Region.of(region))).contains(Region.of(nearest));
    }

    @Test
    void knowsNoRegionNearOneOfAnotherCloud() {
        assertThat(LIST.nearest(Region.of("openstack/us-east-1"))).isEmpty();
        assertThat(LIST.nearest(Region.of("home"))).isEmpty();
    }

    @Test
    void knowsThePlaceOfEveryRegionWithPrices() {
        for (var region : LIST.regions()) {
            assertThat(REGIONS.find(region.toString())).contains(region);
            assertThat(REGIONS.find(region.name())).contains(region);
        }
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    text           | advice
                    aws/us-east-11 | did you mean aws/us-east-1, aws/us-east-2, aws/us-west-1?
                    us-esat-1      | did you mean us-east-1, us-east-2, us-west-1?
                    westeurop      | did you mean westeurope?
                    on-the-moon    | write one such as aws/us-east-1.
                    """)
    void namesRegionsThatAreWrittenLikeAnUnknownOne(String text, String advice) {
        assertThat(REGIONS.find(text)).isEmpty();
        assertThat(REGIONS.mistake(text))
                .isEqualTo(
                        "'"
                                + text
                                + "' is not a region of AWS, Azure or GCE; "
                                + advice
                                + " Name a region of your own together with a price file");
    }
}
