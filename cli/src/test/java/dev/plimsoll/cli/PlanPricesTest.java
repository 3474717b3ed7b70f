package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The prices of `plan` and `init`: from the list, options and policies.
class PlanPricesTest {

    private static final String SPOT = ",\"karpenter.sh/capacity-type\":\"spot\"";

    @TempDir private Path folder = Path.of("");

    @BeforeEach
    void writePrices() throws IOException {
        Files.writeString(
                folder.resolve("prices.csv"),
                "type,region,capacity,priceHour\nm5.xlarge,,,0.15\nm5.large,home,,0.07\n");
    }

    @Test
    void pricesSpotNodesByTheListAsEstimates() throws IOException {
        var dump = dump(node("a", "m5.xlarge", "us-east-1", SPOT));

        assertThat(plimsoll("plan", dump, "-o", "wide").out())
                .startsWith("Nothing to add; the cluster costs $0.0671/h")
                .contains("spot price of m5.xlarge in aws/us-east-1 of 2026-08-22, an estimate");
        assertThat(plimsoll("plan", dump, "-o", "wide", "--spot-discount", "60%").out())
                .startsWith("Nothing to add; the cluster costs $0.0768/h")
                .contains(
                        "list price of m5.xlarge in aws/us-east-1 of 2026-08-22, 60% off for spot,"
                                + " an estimate");
    }

    @Test
    void warnsOnceForEachRegionWithoutPrices() throws IOException {
        var dump =
                dump(
                        node("a", "m5.xlarge", "ap-southeast-5", ""),
                        node("b", "m5.large", "ap-southeast-5", ""),
                        node("c", "c5.large", "eu-central-2", ""));

        assertThat(plimsoll("plan", dump).out())
                .startsWith("Nothing to add; the cluster costs $0.461/h")
                .containsOnlyOnce(
                        "! no list prices for aws/ap-southeast-5; prices of aws/ap-southeast-1 are"
                                + " used\n")
                .containsOnlyOnce(
                        "! no list prices for aws/eu-central-2; prices of aws/eu-south-1 are"
                                + " used\n");
    }

    @Test
    void findsTheCloudOfANodeByItsProvidersId() throws IOException {
        var labels = node("a", "m1.large", "us-east-1", "");
        var openstack =
                labels.replace(
                        "\"status\"", "\"spec\":{\"providerID\":\"openstack:///1\"},\"status\"");

        assertThat(plimsoll("plan", dump(labels)).out())
                .startsWith("Nothing to add; the cluster costs $0.175/h");
        assertThat(plimsoll("plan", dump(openstack)).out())
                .contains("the list has no price for m1.large in openstack/us-east-1");
    }

    /// The file has $0.15 for m5.xlarge, and $0.07 for m5.large in the region `home`.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    type      | capacity  | options                            | policy                                      | dollars
                    m5.large  | on demand | --region aws/us-east-1             |                                             | $0.096
                    m5.large  | on demand | --region us-east-1                 |                                             | $0.096
                    m5.large  | on demand | --region aws/af-south-1            |                                             | $0.127
                    m5.large  | on demand | --region home --prices FILE        |                                             | $0.07
                    m5.xlarge | on demand | --prices FILE                      |                                             | $0.15
                    m5.large  | on demand |                                    | region: aws/us-east-1                       | $0.096
                    m5.large  | on demand |                                    | file: prices.csv, region: home              | $0.07
                    m5.large  | on demand | --region aws/af-south-1            | file: prices.csv, region: home              | $0.127
                    m5.xlarge | on demand | --prices FILE                      | region: aws/us-east-1                       | $0.15
                    m5.large  | spot      |                                    | region: aws/us-east-1                       | $0.0447
                    m5.large  | spot      |                                    | region: aws/us-east-1, spotDiscount: 50%    | $0.048
                    m5.large  | spot      | --spot-discount 0.75               | region: aws/us-east-1, spotDiscount: 50%    | $0.024
                    """)
    void takesPricesFromOptionsThenFromThePolicy(
            String type, String capacity, String options, String policy, String dollars)
            throws IOException {
        var dump = dump(node("a", type, "", capacity.equals("spot") ? SPOT : ""));
        var words = options == null ? "" : " " + options.replace("FILE", file());
        var command = "plan " + dump + words;

        var plan =
                plimsoll(
                        (Object[])
                                (policy == null ? command : command + " -c " + policy(policy))
                                        .split(" "));

        assertThat(plan.err()).isEmpty();
        assertThat(plan.out()).startsWith("Nothing to add; the cluster costs " + dollars + "/h");
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    option          | value          | sentence
                    --region        | aws/us-east-11 | 'aws/us-east-11' is not a region of AWS, Azure or GCE; did you mean aws/us-east-1, aws/us-east-2, aws/us-west-1? Name a region of your own together with a price file
                    --region        | home           | 'home' is not a region of AWS, Azure or GCE; write one such as aws/us-east-1. Name a region of your own together with a price file
                    --spot-discount | much           | 'much' is not a share; write one such as 10% or 0.1
                    --spot-discount | 160%           | '160%' is more than 100%; write a share such as 10% or 0.1
                    """)
    void refusesOptionsWithASentence(String option, String value, String sentence)
            throws IOException {
        var dump = dump(node("a", "m5.large", "us-east-1", ""));

        for (var command : new String[] {"plan", "init"}) {
            var refused = plimsoll(command, dump, option, value);

            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).isEqualTo("plimsoll: " + option + ": " + sentence + "\n");
        }
    }

    @Test
    void namesAPriceFileThatIsNotThere() throws IOException {
        var dump = dump(node("a", "m5.large", "us-east-1", ""));

        var plan = plimsoll("plan", dump, "--prices", folder.resolve("none.csv"));

        assertThat(plan.code()).isEqualTo(2);
        assertThat(plan.err()).contains("none.csv");
    }

    @Test
    void initKeepsTheOptionsInThePolicyAndNoPrices() throws IOException {
        var dump = dump(node("a", "m5.xlarge", "", ""), node("b", "m5.large", "", SPOT));

        var init = plimsoll("init", dump, "--region", "aws/us-east-1", "--spot-discount", "50%");
        var policy = Files.writeString(folder.resolve("policy.yaml"), init.out());

        assertThat(init.out())
                .doesNotContain("priceHour")
                .endsWith("prices:\n  region: aws/us-east-1\n  spotDiscount: \"50%\"\n");
        assertThat(plimsoll("plan", dump, "-c", policy).out())
                .startsWith("Nothing to add; the cluster costs $0.24/h");
    }

    private String file() {
        return folder.resolve("prices.csv").toString();
    }

    private Path policy(String prices) throws IOException {
        return Files.writeString(
                folder.resolve("policy.yaml"),
                "kind: Policy\ngroups:\n- {name: a, match: {labels: {kubernetes.io/hostname: a}}}\n"
                        + "prices: {"
                        + prices
                        + "}\n");
    }

    private Path dump(String... nodes) throws IOException {
        return Files.writeString(folder.resolve("dump.json"), Cluster.dump(List.of(nodes)));
    }

    /// @param more labels, each with a comma before it
    private static String node(String name, String type, String region, String more) {
        var where = region.isEmpty() ? "" : ",\"topology.kubernetes.io/region\":\"" + region + "\"";
        return """
        {"kind":"Node","metadata":{"name":"%1$s","labels":{\
        "node.kubernetes.io/instance-type":"%2$s","kubernetes.io/hostname":"%1$s"%3$s%4$s}},\
        "status":{"allocatable":{"cpu":"2","memory":"7Gi","pods":"58"}}}\
        """
                .formatted(name, type, where, more);
    }
}
