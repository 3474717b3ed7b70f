package dev.plimsoll.formats.prices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.Shares;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.prices.Prices.Terms;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricesTest {

    private static final PriceList LIST = PriceList.builtIn();
    private static final Region NOWHERE = Region.of("");
    private static final SpotPricing LISTED = new SpotPricing.Listed();
    private static final String SPOT = " karpenter.sh/capacity-type=spot";
    private static final Resources UNKNOWN = Resources.NONE;
    private static final String TYPE = "node.kubernetes.io/instance-type=";
    private static final String REGION = "topology.kubernetes.io/region=";
    private static final String XLARGE = TYPE + "m5.xlarge " + REGION + "us-east-1";
    private static final String N1 = TYPE + "n1-standard-8 " + REGION + "us-central1";

    @Test
    void readsTypeAndRegionFromLabelsOldAndNew() {
        var old =
                "beta.kubernetes.io/instance-type=m5.xlarge"
                        + " failure-domain.beta.kubernetes.io/region=us-east-1";
        var known =
                new Price.Known(
                        dollars("0.192"), "list price of m5.xlarge in aws/us-east-1 of 2026-08-22");

        assertThat(price(XLARGE)).isEqualTo(known);
        assertThat(price(old)).isEqualTo(known);
        assertThat(price(old, "aws:///us-east-1a/i-0123", UNKNOWN)).isEqualTo(known);
        assertThat(price(old, "my-own-id", UNKNOWN)).isEqualTo(known);
        assertThat(
                        new Prices(LIST, in("aws/us-east-1"))
                                .of(machine(TYPE + "m5.xlarge", "", UNKNOWN))
                                .price())
                .isEqualTo(known);
        assertThat(
                        new Prices(LIST, Terms.NONE)
                                .of(Machine.of("m5.xlarge", Region.of("aws/us-east-1")))
                                .price())
                .isEqualTo(known);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    type      | region    | provider     | why
                              |           |              | no label has the instance type
                    p5.48xlarge | eu-west-3 |            | the list has no price for p5.48xlarge in aws/eu-west-3
                    p5.48xlarge | me-south-1 |           | the list has no price for p5.48xlarge in aws/me-central-1 for aws/me-south-1
                    m5.xlarge | us-east-1 | openstack:// | the list has no price for m5.xlarge in openstack/us-east-1
                    m5.tiny   | us-east-1 | aws://       | the list has no price for m5.tiny in aws/us-east-1
                    k3s       | home      |              | the list has no price for k3s in home
                    """)
    void saysWhyItKnowsNoPrice(String type, String region, String provider, String why) {
        var labels =
                (type == null ? "" : TYPE + type) + (region == null ? "" : " " + REGION + region);

        assertThat(price(labels, provider == null ? "" : provider, UNKNOWN))
                .isEqualTo(
                        new Price.Unknown(
                                why
                                        + "; set priceHour in the policy, or add a line to a price"
                                        + " file"));
    }

    @ParameterizedTest
    @CsvSource({
        "karpenter.sh/capacity-type=spot, spot",
        "karpenter.sh/capacity-type=on-demand, on demand",
        "eks.amazonaws.com/capacityType=SPOT, spot",
        "eks.amazonaws.com/capacityType=ON_DEMAND, on demand",
        "cloud.google.com/gke-spot=true, spot",
        "cloud.google.com/gke-preemptible=true, spot",
        "cloud.google.com/gke-preemptible=false, on demand",
        "kubernetes.azure.com/scalesetpriority=spot, spot",
        "kubernetes.azure.com/scalesetpriority=regular, on demand",
    })
    void takesTheSpotPriceOfTheListForASpotMachine(String label, String how) {
        var price = price(XLARGE + " " + label);

        assertThat(price)
                .isEqualTo(
                        how.equals("spot")
                                ? estimate(
                                        "0.0671",
                                        "spot price of m5.xlarge in aws/us-east-1 of 2026-08-22")
                                : price(XLARGE));
    }

    @Test
    void marksSpotPricesAsEstimates() {
        assertThat(price(XLARGE).isEstimate()).isFalse();
        assertThat(price(XLARGE + SPOT).isEstimate()).isTrue();
        assertThat(((Price.Known) price(XLARGE + SPOT)).source())
                .hasToString("spot price of m5.xlarge in aws/us-east-1 of 2026-08-22, an estimate");
    }

    @Test
    void saysThatTheListHasNoSpotPrice() {
        assertThat(price(TYPE + "Standard_D4s_v5 " + REGION + "westeurope" + SPOT))
                .isEqualTo(
                        new Price.Unknown(
                                "the list has no spot price for Standard_D4s_v5 in"
                                        + " azure/westeurope; set prices.spotDiscount in the"
                                        + " policy, or add a line with capacity spot to a price"
                                        + " file"));
    }

    /// The price file, then the discount, then the spot price of the list.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    type            | region     | discount | line of the file | dollars | basis
                    m5.xlarge       | us-east-1  |          |                  | 0.0671  | ESTIMATE
                    m5.xlarge       | us-east-1  | 60%      |                  | 0.0768  | ESTIMATE
                    m5.xlarge       | us-east-1  | 60%      | ,,,spot,,75%     | 0.048   | STATED
                    m5.xlarge       | us-east-1  |          | ,,,spot,,75%     | 0.048   | STATED
                    m5.xlarge       | us-east-1  | 60%      | ,,,spot,0.05,    | 0.05    | STATED
                    m5.xlarge       | us-east-1  |          | ,,,,,10%         | 0.0671  | ESTIMATE
                    Standard_D4s_v5 | westeurope | 60%      |                  | 0.092   | ESTIMATE
                    Standard_D4s_v5 | westeurope |          | ,,,spot,,50%     | 0.115   | STATED
                    n1-standard-8   | us-central1 |         |                  | 0.13402 | ESTIMATE
                    n1-standard-8   | us-central1 |         | ,,,spot,,75%     | 0.0949995 | STATED
                    """)
    void pricesASpotMachineByTheMostSpecificSource(
            String type,
            String region,
            @Nullable String discount,
            @Nullable String line,
            String dollars,
            Price.Basis basis) {
        var spot =
                discount == null
                        ? new SpotPricing.Listed()
                        : new SpotPricing.Discount(Shares.parse(discount));
        var terms = new Terms(line == null ? PriceFile.NONE : lines(line), NOWHERE, spot);
        var labels = TYPE + type + " " + REGION + region;

        var price = new Prices(LIST, terms).of(machine(labels + SPOT, "", UNKNOWN)).price();
        var onDemand = new Prices(LIST, terms).of(machine(labels, "", UNKNOWN)).price();

        assertThat(((Price.Known) price).hour()).isEqualTo(dollars(dollars));
        assertThat(((Price.Known) price).source().basis()).isEqualTo(basis);
        assertThat(onDemand.isEstimate()).isFalse();
    }

    @Test
    void saysThatADiscountMadeASpotPrice() {
        var spot = new SpotPricing.Discount(Percent.of(60));
        var terms = new Terms(PriceFile.NONE, NOWHERE, spot);

        assertThat(new Prices(LIST, terms).of(machine(XLARGE + SPOT, "", UNKNOWN)).price())
                .isEqualTo(
                        estimate(
                                "0.0768",
                                "list price of m5.xlarge in aws/us-east-1 of 2026-08-22,"
                                        + " 60% off for spot"));
    }

    @Test
    void takesThePricesOfTheNearestRegionAndWarns() {
        var there = TYPE + "m5.xlarge " + REGION + "ap-southeast-5";
        var warning =
                "no list prices for aws/ap-southeast-5; prices of aws/ap-southeast-1 are used";

        assertThat(quote(there))
                .isEqualTo(
                        new Quote(
                                estimate(
                                        "0.24",
                                        "list price of m5.xlarge in aws/ap-southeast-1 of"
                                                + " 2026-08-22 for aws/ap-southeast-5"),
                                List.of(warning)));
        assertThat(quote(there + SPOT))
                .isEqualTo(
                        new Quote(
                                estimate(
                                        "0.0819",
                                        "spot price of m5.xlarge in aws/ap-southeast-1 of"
                                                + " 2026-08-22 for aws/ap-southeast-5"),
                                List.of(warning)));
        assertThat(quote(XLARGE).warnings()).isEmpty();
        assertThat(
                        new Prices(LIST, new Terms(lines(",,,,0.1,"), NOWHERE, LISTED))
                                .of(machine(there, "", UNKNOWN)))
                .isEqualTo(new Quote(new Price.Known(dollars("0.1"), "prices.csv:2"), List.of()));
    }

    /// The provider's id says it for certain; kwok plays nodes of other clouds.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    provider id                                  | type            | region       | source
                    aws:///us-east-1a/i-0123                     | m5.xlarge       | us-east-1    | list price of m5.xlarge in aws/us-east-1 of 2026-08-22
                    gce://project/us-central1-a/n                | n1-standard-8   | us-central1  | list price of n1-standard-8 in gce/us-central1 of 2026-07-30
                    azure:///subscriptions/s/resourceGroups/g/vm | Standard_D4s_v5 | eastus       | list price of Standard_D4s_v5 in azure/eastus of 2026-06-18
                    aws:///home-1a/i-0123                        | m5.xlarge       | home         | list price of m5.xlarge in aws/us-east-1 of 2026-08-22 for aws/home, an estimate
                    gce://project/us-east-1-a/n                  | n1-unheard-of-8 | us-east-1    |
                    kwok://node-1                                | m5.xlarge       | us-east-1    | list price of m5.xlarge in aws/us-east-1 of 2026-08-22
                    openstack:///b1                              | m1.large        | us-east-1    |
                    """)
    void findsTheCloudByTheProvidersId(
            String id, String type, String region, @Nullable String source) {
        var price = price(TYPE + type + " " + REGION + region, id, UNKNOWN);

        assertThat(price instanceof Price.Known known ? known.source().toString() : null)
                .isEqualTo(source);
    }

    @Test
    void asksForARegionWhereNoLabelHasIt() {
        assertThat(price(TYPE + "m5.xlarge"))
                .isEqualTo(
                        new Price.Unknown(
                                "no label has the region of this m5.xlarge; set prices.region or"
                                        + " priceHour in the policy, or add a line to a price"
                                        + " file"));
    }

    @Test
    void takesNoListPriceForWindows() {
        assertThat(price(XLARGE + " kubernetes.io/os=windows"))
                .isEqualTo(
                        new Price.Unknown(
                                "the list has no prices for Windows; set priceHour in the policy,"
                                        + " or add a line to a price file"));
        assertThat(price(XLARGE + " kubernetes.io/os=linux")).isEqualTo(price(XLARGE));
        assertThat(price(XLARGE + SPOT + " kubernetes.io/os=windows"))
                .isInstanceOf(Price.Unknown.class);
        assertThat(priceBy(",m5.xlarge,,,0.4,", XLARGE + " kubernetes.io/os=windows"))
                .isEqualTo(new Price.Known(dollars("0.4"), "prices.csv:2"));
    }

    /// Lines from top to bottom: a price replaces what stood before, a discount comes off it.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    lines (group,type,region,capacity,priceHour,discount)           | dollars
                    ,,,,,10%                                                        | 0.1728
                    ,,,,,10% / ,,,,,50%                                             | 0.0864
                    ,m5.xlarge,,,0.1,                                               | 0.1
                    ,m5.xlarge,,,0.1, / ,,,,,10%                                    | 0.09
                    ,,,,,10% / ,m5.xlarge,,,0.1,                                    | 0.1
                    ,m5.*,,,0.15,                                                   | 0.15
                    ,m6.*,,,0.15,                                                   | 0.192
                    ,m5,,,0.15,                                                     | 0.192
                    ,,us-east-1,,0.11,                                              | 0.11
                    ,,aws/us-east-1,,0.11,                                          | 0.11
                    ,,gce/us-east-1,,0.11,                                          | 0.192
                    blue,,,,0.12,                                                   | 0.12
                    green,,,,0.12,                                                  | 0.192
                    ,,,spot,,90%                                                    | 0.192
                    ,,,on-demand,,100%                                              | 0
                    ,,,,,33.33%                                                     | 0.1280064
                    """)
    void layersAFileAboveTheList(String lines, String dollars) {
        var price = priceBy(lines, XLARGE);

        assertThat(((Price.Known) price).hour()).isEqualTo(dollars(dollars));
    }

    @Test
    void saysWhichLinesMadeAPrice() {
        assertThat(priceBy(",,,,,10% / ,m5.*,,,,5%", XLARGE))
                .isEqualTo(
                        new Price.Known(
                                dollars("0.16416"),
                                "list price of m5.xlarge in aws/us-east-1 of 2026-08-22,"
                                        + " 10% off by prices.csv:2, 5% off by prices.csv:3"));
        assertThat(priceBy(",m5.xlarge,,,0.1,", XLARGE))
                .isEqualTo(new Price.Known(dollars("0.1"), "prices.csv:2"));
    }

    @Test
    void takesASpotDiscountOffTheListPrice() {
        var spot = XLARGE + " karpenter.sh/capacity-type=spot";

        assertThat(((Price.Known) priceBy(",,,spot,,75%", spot)).hour())
                .isEqualTo(dollars("0.048"));
        assertThat(((Price.Known) priceBy(",,,spot,0.05,", spot)).hour())
                .isEqualTo(dollars("0.05"));
        assertThat(((Price.Known) priceBy(",,,spot,,75% / ,,,spot,,50%", spot)).hour())
                .isEqualTo(dollars("0.024"));
        assertThat(priceBy(",,,,,75%", spot)).isEqualTo(price(spot));
        assertThat(priceBy(",,,spot,,75%", TYPE + "own cloud.google.com/gke-spot=true"))
                .isInstanceOf(Price.Unknown.class);
    }

    @Test
    void pricesMachinesOfOnesOwnByUnit() {
        var file = file("region,cpuHour,memoryGiBHour,gpuHour\nhome,0.01,0.002,0.5\n");
        var prices = new Prices(LIST, new Terms(file, NOWHERE, LISTED));
        var own = Resources.of(Cpu.cores(64), Bytes.gibibytes(256)).with("nvidia.com/gpu", 2);

        assertThat(prices.of(machine(REGION + "home", "", own)).price())
                .isEqualTo(new Price.Known(dollars("2.152"), "prices.csv:2"));
        assertThat(prices.of(machine(REGION + "home", "", UNKNOWN)).price())
                .isEqualTo(
                        new Price.Unknown(
                                "prices.csv:2 sets prices by unit, but the"
                                        + " capacity of the machine is not known"));
    }

    /// The machine examples of the source's table and its formula for families.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    labels                                                | cores | GiB | gpus | dollars
                    custom-8-30720                                        |       |     |      | 0.398772
                    n2d-custom-8-30720                                    |       |     |      | 0.347116
                    n2d-custom-8-30720-ext                                |       |     |      | 0.347116
                    custom-8-30720 cloud.google.com/gke-spot=true         |       |     |      | 0.08390392
                    n1-unheard-of-8                                       |     8 |  30 |      | 0.379998
                    n1-standard-8                                         |     8 |  29 |      | 0.379998
                    n1-standard-8 cloud.google.com/gke-preemptible=true   |     8 |  29 |      | 0.13402
                    n1-standard-8                                         |     8 |  29 |    1 | 1.079998
                    n1-unheard-of-8 cloud.google.com/gke-spot=true        |     8 |  30 |      | 0.08000021
                    n1-standard-8 cloud.google.com/gke-spot=true          |     8 |  29 |    1 | 0.2813042
                    a2-highgpu-1g cloud.google.com/gke-spot=true          |    12 |  85 |    1 | 1.92802
                    n1-standard-8 cloud.google.com/gke-accelerator=nvidia-tesla-v100 | 8 | 29 | 2 | 5.339998
                    a2-highgpu-2g cloud.google.com/gke-accelerator=nvidia-tesla-a100 | 24 | 167 | 10 | 7.34677
                    """)
    void pricesWhatIsInNoListOnGceByItsFamily(
            String labels, Long cores, Long gibibytes, Long gpus, String dollars) {
        var capacity =
                cores == null
                        ? UNKNOWN
                        : Resources.of(Cpu.cores(cores), Bytes.gibibytes(gibibytes));

        var price =
                price(
                        TYPE + labels + " " + REGION + "us-central1",
                        "gce://p/us-central1-a/n",
                        gpus == null ? capacity : capacity.with("nvidia.com/gpu", gpus));

        assertThat(price).isInstanceOf(Price.Known.class);
        assertThat(((Price.Known) price).hour()).isEqualTo(dollars(dollars));
    }

    /// A machine with GPUs of its own has no price by family.
    @Test
    void doesNotGuessWhatGpusInsideAMachineCost() {
        assertThat(price(TYPE + "a2-unheard-of-1g " + REGION + "us-central1"))
                .isInstanceOf(Price.Unknown.class);
        assertThat(price(TYPE + "n9-standard-4 " + REGION + "us-central1"))
                .isInstanceOf(Price.Unknown.class);
        assertThat(price(TYPE + "n1-unheard-of-4 " + REGION + "us-central1"))
                .isInstanceOf(Price.Unknown.class);
        assertThat(price(TYPE + "c3-custom-8-30720 " + REGION + "us-central1"))
                .isInstanceOf(Price.Unknown.class);
    }

    @Test
    void saysWhatAPriceByUnitIsMadeOf() {
        var v100 = N1 + " cloud.google.com/gke-accelerator=nvidia-tesla-v100";
        var gpus = Resources.NONE.with("nvidia.com/gpu", 2);

        assertThat(price(v100, "", gpus))
                .isEqualTo(
                        new Price.Known(
                                dollars("5.339998"),
                                "list price of n1-standard-8 in gce/us-central1 of 2026-07-30"
                                        + " and 2 attached GPUs nvidia-tesla-v100"));
        assertThat(price(TYPE + "custom-1-1024 " + REGION + "us-central1"))
                .isEqualTo(new Price.Known(dollars("0.03762"), "gce unit prices of custom n1"));
    }

    private static Price priceBy(String lines, String labels) {
        return new Prices(LIST, new Terms(lines(lines), NOWHERE, LISTED))
                .of(machine(labels, "", UNKNOWN))
                .price();
    }

    private static Quote quote(String labels) {
        return new Prices(LIST, Terms.NONE).of(machine(labels, "", UNKNOWN));
    }

    private static Price estimate(String dollars, String name) {
        return new Price.Known(dollars(dollars), Price.Source.estimate(name));
    }

    private static Terms in(String region) {
        return new Terms(PriceFile.NONE, Region.of(region), LISTED);
    }

    private static PriceFile lines(String lines) {
        return file("group,type,region,capacity,priceHour,discount\n" + lines.replace(" / ", "\n"));
    }

    private static Price price(String labels) {
        return price(labels, "", UNKNOWN);
    }

    private static Price price(String labels, String providerId, Resources capacity) {
        return new Prices(LIST, Terms.NONE).of(machine(labels, providerId, capacity)).price();
    }

    private static PriceFile file(String text) {
        return PriceFile.read(Source.text("prices.csv", text));
    }

    private static Machine machine(String labels, String providerId, Resources capacity) {
        var map = new TreeMap<String, String>();
        for (var label : labels.strip().split(" ", -1)) {
            int equals = label.indexOf('=');
            if (equals > 0) {
                map.put(label.substring(0, equals), label.substring(equals + 1));
            }
        }
        return new Machine("blue", providerId, Labels.of(map), capacity);
    }

    private static Money dollars(String dollars) {
        return Money.dollars(new BigDecimal(dollars));
    }
}
