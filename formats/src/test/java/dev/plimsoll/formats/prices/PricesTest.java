package dev.plimsoll.formats.prices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.Source;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.math.BigDecimal;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricesTest {

    private static final PriceList LIST = PriceList.builtIn();
    private static final Region NOWHERE = Region.of("");
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
                        new Prices(LIST, PriceFile.NONE, Region.of("aws/us-east-1"))
                                .of(machine(TYPE + "m5.xlarge", "", UNKNOWN)))
                .isEqualTo(known);
        assertThat(
                        new Prices(LIST, PriceFile.NONE, NOWHERE)
                                .of(Machine.of("m5.xlarge", Region.of("aws/us-east-1"))))
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
                    m5.xlarge |           |              | no label has the region of this m5.xlarge
                    m5.xlarge | us-west-1 |              | the list has no price for m5.xlarge in aws/us-west-1
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
    void takesNoListPriceForASpotMachine(String label, String how) {
        var price = price(XLARGE + " " + label);

        assertThat(price)
                .isEqualTo(
                        how.equals("spot")
                                ? new Price.Unknown(
                                        "the list has no spot price for m5.xlarge in aws/us-east-1;"
                                                + " add a line with capacity spot to a price file")
                                : price(XLARGE));
    }

    @Test
    void takesNoListPriceForWindows() {
        assertThat(price(XLARGE + " kubernetes.io/os=windows"))
                .isEqualTo(
                        new Price.Unknown(
                                "the list has no prices for Windows; set priceHour in the policy,"
                                        + " or add a line to a price file"));
        assertThat(price(XLARGE + " kubernetes.io/os=linux")).isEqualTo(price(XLARGE));
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
        assertThat(priceBy(",,,,,75%", spot)).isInstanceOf(Price.Unknown.class);
        assertThat(priceBy(",,,spot,,75%", TYPE + "own cloud.google.com/gke-spot=true"))
                .isInstanceOf(Price.Unknown.class);
    }

    @Test
    void pricesMachinesOfOnesOwnByUnit() {
        var file = file("region,cpuHour,memoryGiBHour,gpuHour\nhome,0.01,0.002,0.5\n");
        var prices = new Prices(LIST, file, NOWHERE);
        var own = Resources.of(Cpu.cores(64), Bytes.gibibytes(256)).with("nvidia.com/gpu", 2);

        assertThat(prices.of(machine(REGION + "home", "", own)))
                .isEqualTo(new Price.Known(dollars("2.152"), "prices.csv:2"));
        assertThat(prices.of(machine(REGION + "home", "", UNKNOWN)))
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
                    n1-standard-8 cloud.google.com/gke-preemptible=true   |     8 |  29 |      | 0.08000021
                    n1-standard-8                                         |     8 |  29 |    1 | 1.079998
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

    /// A spot machine with GPUs of its own has no price by family.
    @Test
    void doesNotGuessWhatGpusInsideAMachineCost() {
        var labels =
                TYPE + "a2-highgpu-1g cloud.google.com/gke-spot=true " + REGION + "us-central1";

        assertThat(price(labels)).isInstanceOf(Price.Unknown.class);
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
        var text = "group,type,region,capacity,priceHour,discount\n" + lines.replace(" / ", "\n");
        return new Prices(LIST, file(text), NOWHERE).of(machine(labels, "", UNKNOWN));
    }

    private static Price price(String labels) {
        return price(labels, "", UNKNOWN);
    }

    private static Price price(String labels, String providerId, Resources capacity) {
        return new Prices(LIST, PriceFile.NONE, NOWHERE).of(machine(labels, providerId, capacity));
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
