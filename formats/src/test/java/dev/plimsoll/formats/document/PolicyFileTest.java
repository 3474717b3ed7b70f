package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.prices.SpotPricing;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.NodeGroups.Unlisted;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import dev.plimsoll.scaling.Ceiling;
import dev.plimsoll.scaling.Consolidation;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.ScaleDownPolicy;
import dev.plimsoll.scaling.ScaleUpStrategy;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {

    private static final String ONE_GROUP =
            """
            kind: Policy
            groups:
            - {name: blue, match: {labels: {pool: blue}}, manage: utilisation}
            """;

    /// The policy with which documents are described, all its sections.
    @Test
    void readsEverySection() {
        var policy =
                read(
                        """
                        apiVersion: plimsoll.dev/v1alpha1
                        kind: Policy
                        groups:
                        - name: general-a
                          match: {labels: {pool: general}}
                          manage: pods
                          minNodes: 0
                          maxNodes: 100
                          template: {instanceType: m5.xlarge, zone: a, allocatable: {cpu: 3920m, memory: 15Gi, pods: 58}, labels: {pool: general}, taints: [{key: dedicated, value: gpu, effect: NoSchedule}]}
                          priceHour: 0.192
                          exists: true
                        sizing: {scaleUpThresholdPercent: 75}
                        slack: {rate: 20%}
                        ranking: {strategies: [cheapest-mix]}
                        scaling: {unneededFor: 12m, utilisationThreshold: 40%, maxNodesTotal: 1000, maxCpu: 10000, scaleDown: true}
                        prices: {file: prices.csv, region: aws/us-east-1, spotDiscount: 60%}
                        subnets: [{name: pods, capacity: 1024, groups: [general-a]}]
                        """);

        assertThat(policy.groups()).containsExactly("general-a");
        assertThat(policy.sized()).isEmpty();
        assertThat(policy.scaled()).containsExactly("general-a");
        assertThat(policy.scaling().scaleDown())
                .isEqualTo(
                        new ScaleDownPolicy(
                                true,
                                Duration.ofMinutes(12),
                                Percent.of(40),
                                ScaleDownPolicy.DEFAULT.maxDrains(),
                                ScaleDownPolicy.DEFAULT.settle(),
                                ScaleDownPolicy.DEFAULT.settleForSlack(),
                                List.of(),
                                Consolidation.DEFAULT));
        assertThat(policy.scaling().keptFree())
                .isEqualTo(
                        new KeptFree.Room(
                                new SlackPolicy(
                                        SlackPolicy.DEFAULT.reading(),
                                        new Rate(Percent.of(20), Basis.CAPACITY),
                                        SlackPolicy.DEFAULT.pieces(),
                                        SlackPolicy.DEFAULT.biggest(),
                                        SlackPolicy.DEFAULT.resources())));
        assertThat(policy.scaling().strategy()).isEqualTo(new ScaleUpStrategy.CheapestMix());
        assertThat(policy.scaling().ceilings())
                .containsExactly(new Ceiling.Nodes(1_000), new Ceiling.Amount("cpu", 10_000_000));
        assertThat(policy.scaling().unlisted()).isEqualTo(Unlisted.HOLD);
        assertThat(policy.subnets())
                .containsExactly(
                        new Subnet(
                                "pods",
                                Count.of(1_024),
                                Count.unknown(),
                                Count.unknown(),
                                List.of("general-a")));
        assertThat(policy.prices())
                .isEqualTo(
                        new PolicyFile.PricesFrom(
                                "prices.csv",
                                "aws/us-east-1",
                                new SpotPricing.Discount(Percent.of(60))));
    }

    @Test
    void readsAGroupAsAPlanSeesIt() {
        var policy =
                read(
                        """
                        kind: Policy
                        groups:
                        - name: general
                          match: {labels: {pool: general}}
                          maxNodes: 7
                          template: {instanceType: m5.xlarge, zone: a, allocatable: {cpu: 4}, labels: {disk: ssd}}
                          priceHour: 0.192
                        - {name: web, match: {labels: {pool: web}}, manage: utilisation}
                        """);

        var general = policy.declared().getFirst();
        assertThat(general.target()).isZero();
        assertThat(policy.scaling().groups().get("general"))
                .isEqualTo(new GroupPolicy(Manage.PODS, new Limits(0, 7), Standing.EXISTS));
        assertThat(general.price())
                .isEqualTo(new Price.Known(new Money(192_000_000), "the policy"));
        assertThat(general.template().labels())
                .hasToString(
                        "disk=ssd,node.kubernetes.io/instance-type=m5.xlarge,pool=general,"
                                + "topology.kubernetes.io/zone=a");
        var web = policy.declared().getLast();
        assertThat(policy.scaling().groups().get("web"))
                .isEqualTo(
                        new GroupPolicy(Manage.UTILISATION, new Limits(1, 100), Standing.EXISTS));
        assertThat(web.price()).isEqualTo(new Price.Unknown("the policy sets no price"));
    }

    @Test
    void readsHowFewAndHowManyNodesAGroupHas() {
        var policy =
                read(
                        """
                        kind: Policy
                        groups:
                        - {name: a, match: {labels: {pool: a}}, minNodes: 2, maxNodes: 9}
                        - {name: b, match: {labels: {pool: b}}, exists: false}
                        """);

        assertThat(policy.scaling().groups().values())
                .containsExactly(
                        new GroupPolicy(Manage.PODS, new Limits(2, 9), Standing.EXISTS),
                        new GroupPolicy(Manage.PODS, new Limits(0, 100), Standing.NOT_YET));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {}                                         | CheapestMix[]
                    {strategies: [cheapest-mix]}               | CheapestMix[]
                    {strategies: [price]}                      | Ranked PRICE
                    {strategies: [least-nodes, cheapest-mix]}  | MixOfBest LEAST_NODES
                    {strategies: [most-pods, random]}          | Ranked MOST_PODS RANDOM_BY_SEED
                    """)
    void readsWhichGroupsGrow(String ranking, String expected) {
        var strategy = read(ONE_GROUP + "ranking: " + ranking + "\n").scaling().strategy();

        assertThat(
                        switch (strategy) {
                            case ScaleUpStrategy.CheapestMix mix -> mix.toString();
                            case ScaleUpStrategy.Ranked(var policy) ->
                                    "Ranked" + names(policy.strategies());
                            case ScaleUpStrategy.MixOfBest(var policy) ->
                                    "MixOfBest" + names(policy.strategies());
                        })
                .isEqualTo(expected);
    }

    private static String names(List<Strategy> strategies) {
        return strategies.stream().map(each -> " " + each).collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ranking: {strategies: [cheapest-mix, price]} | 4:23: ranking.strategies: 'cheapest-mix' decides between all groups that are left; put it last
                    ranking: {preferredCpu: 8}                   | 4:25: ranking.preferredCpu: it has no effect; add 'price' to the strategies
                    subnets: [{name: pods, groups: [blue]}]      | 4:11: subnets[0]: a subnet needs its number of addresses and the groups whose nodes use them; add capacity: 1024 and groups: [name]
                    """)
    void refusesWhatWouldHaveNoEffect(String section, String sentence) {
        assertMistakes(ONE_GROUP + section + "\n", sentence);
    }

    @Test
    void readsAGroupThatIsManagedByItsUtilisation() {
        var policy =
                read(
                        """
                        kind: Policy
                        groups:
                        - name: blue
                          match: {labels: {pool: blue, zone: a}}
                          manage: utilisation
                          minNodes: 2
                          maxNodes: 8
                          template:
                            allocatable: {cpu: 4, memory: 16Gi}
                            labels: {pool: blue}
                            taints: [{key: dedicated, value: gpu}]
                          priceHour: 0.192
                        """);

        assertThat(policy.declared())
                .containsExactly(
                        new Group(
                                "blue",
                                labels("pool", "blue", "zone", "a"),
                                0,
                                Limits.UNLIMITED,
                                new Template(
                                        Resources.of(Cpu.cores(4), Bytes.gibibytes(16)),
                                        labels("pool", "blue", "zone", "a"),
                                        List.of(
                                                new Taint(
                                                        "dedicated",
                                                        "gpu",
                                                        Taint.Effect.NO_SCHEDULE))),
                                new Price.Known(
                                        Money.dollars(new BigDecimal("0.192")), "the policy")));
        assertThat(policy.sized())
                .singleElement()
                .satisfies(sized -> {
                    assertThat(sized.name()).isEqualTo("blue");
                    assertThat(sized.policy().limits()).isEqualTo(new Limits(2, 8));
                    assertThat(sized.policy().growth().above()).isEqualTo(Percent.of(70));
                    assertThat(sized.policy().mostInCluster()).isEqualTo(Policy.UNLIMITED);
                });
    }

    /// The lower of two maxima counts.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    # scaling           | sizing              | maximum
                    {maxNodesTotal: 40} | {}                  | 40
                    {}                  | {maxNodesTotal: 30} | 30
                    {maxNodesTotal: 40} | {maxNodesTotal: 30} | 30
                    {maxNodesTotal: 20} | {maxNodesTotal: 30} | 20
                    """)
    void limitsSizedGroupsByTheMaximumOfTheCluster(String scaling, String sizing, int most) {
        var policy = read(ONE_GROUP + "scaling: " + scaling + "\nsizing: " + sizing + "\n");

        assertThat(policy.sized())
                .extracting(sized -> sized.policy().mostInCluster())
                .containsExactly(most);
    }

    @Test
    void takesWhatAGroupDoesNotSayFromTheSharedSection() {
        var policy =
                read(
                        """
                        kind: Policy
                        groups:
                        - {name: a, match: {labels: {pool: a}}, manage: utilisation, minNodes: 4,
                           sizing: {scaleUpThresholdPercent: 90, maxNodes: 9}}
                        - {name: b, match: {labels: {pool: b}}, manage: utilisation}
                        - {name: c, match: {labels: {pool: c}}, manage: utilisation,
                           sizing: {reading: source}}
                        sizing: {scaleUpThresholdPercent: 80, killAfter: 1m, minNodes: 3, maxNodes: 7}
                        """);

        assertThat(policy.sized())
                .extracting(
                        sized -> sized.policy().limits(),
                        sized -> sized.policy().growth().above(),
                        sized -> sized.policy().graces().kill(),
                        sized -> sized.policy().growth().onStarve())
                .containsExactly(
                        row(new Limits(4, 9), Percent.of(90), Duration.ofMinutes(1), true),
                        row(new Limits(3, 7), Percent.of(80), Duration.ofMinutes(1), true),
                        row(new Limits(3, 7), Percent.of(80), Duration.ofMinutes(1), false));
    }

    @Test
    void judgesSharedValuesOnlyTogetherWithAGroupsOwn() {
        var policy =
                read(
                        ONE_GROUP.replace(
                                        "manage: utilisation",
                                        "manage: utilisation, sizing: {scaleUpThresholdPercent:"
                                                + " 90}")
                                + "sizing: {taintUpperCapacityThresholdPercent: 80}\n");

        assertThat(policy.sized().getFirst().policy().shrink().slow().below())
                .isEqualTo(Percent.of(80));
    }

    @Test
    void sizesAGroupByTheDefaultsWhereNothingIsSaid() {
        assertThat(read(ONE_GROUP).sized().getFirst().policy())
                .isEqualTo(Policy.defaults(Reading.PLIMSOLL));
    }

    @Test
    void saysEveryMistakeAtOnce() {
        assertMistakes(
                """
                apiVersion: plimsoll.dev/v1
                kind: Policy
                groups:
                - name: blue
                  match: {labels: {pool: blue}}
                  manage: utilisation
                  minNodez: 1
                  minNodes: 9
                  maxNodes: 3
                  template: {allocatable: {cpu: -1, memory: 99Ei}}
                  priceHour: NaN
                - name: blue
                  match: {labels: {pool: red, zone: a}}
                  manage: utilization
                - name: green
                  match: {labels: {pool: red}}
                  manage: pods
                  sizing: {scaleUpThresholdPercent: 0}
                - match: {}
                slack: {rate: 130%}
                sizing: {taintUpperCapacityThresholdPercent: 80, softDeleteGracePeriod: 20m,
                         hardDeleteGracePeriod: 10m}
                ranking: {strategies: [dearest]}
                scaling: {unneededFor: 10}
                prices: {region: aws/us-east-11, spotDiscount: 160%}
                subnets: [{name: pods, capacity: -1, groups: [red]}]
                nodes: 3
                """,
                "1:13: apiVersion: unknown version; write plimsoll.dev/v1alpha1",
                "7:3: groups[0].minNodez: unknown key; did you mean 'minNodes'?",
                "8:13: groups[0].minNodes: 9 is above maxNodes (3); lower the minimum, or raise the"
                        + " maximum",
                "10:33: groups[0].template.allocatable.cpu: '-1' is negative; an amount is zero or"
                        + " more",
                "10:45: groups[0].template.allocatable.memory: '99Ei' is more than any machine has;"
                        + " the largest accepted amount is 9007199254740991",
                "11:14: groups[0].priceHour: 'NaN' is not an amount of dollars; write a number such"
                        + " as 0.192",
                "12:9: groups[1].name: two groups are named 'blue'; rename one",
                "14:11: groups[1].manage: 'utilization' is not one of pods, utilisation; did you"
                        + " mean 'utilisation'?",
                "16:10: groups[2].match: a node can carry the labels of both 'blue'"
                        + " (pool=red,zone=a) and 'green' (pool=red); give one label key a"
                        + " different value in each",
                "18:11: groups[2].sizing: a group is managed by its pods or by its utilisation, not"
                        + " by both; write 'manage: utilisation', or leave sizing out",
                "18:37: groups[2].sizing.scaleUpThresholdPercent: 0 would grow the group forever;"
                        + " write a percent above 0, such as 70",
                "19:3: groups[3]: 'name' is missing; add 'name: …'",
                "19:10: groups[3].match: a group without labels would own every node; write match:"
                        + " {labels: {…}} with labels that only its nodes carry, or leave match"
                        + " out to set limits of an inferred group",
                "20:15: slack.rate: 130% is not below 100%; write the share of room to keep free,"
                        + " such as 30%",
                "21:46: sizing.taintUpperCapacityThresholdPercent:"
                        + " taintUpperCapacityThresholdPercent (80%) is above"
                        + " scaleUpThresholdPercent (70%); thresholds must rise from"
                        + " taintLower to taintUpper to scaleUp",
                "21:73: sizing.softDeleteGracePeriod: 20m is above hardDeleteGracePeriod"
                        + " (10m); the soft grace period must end first",
                "23:23: ranking.strategies: 'dearest' is not a strategy; the strategies are"
                        + " cheapest-mix, price, least-waste, most-pods, least-nodes, priority,"
                        + " random-by-seed",
                "24:24: scaling.unneededFor: '10' has no unit; write 10s for seconds, 10m for"
                        + " minutes or 10h for hours",
                "25:18: prices.region: 'aws/us-east-11' is not a region of AWS, Azure or GCE; did"
                        + " you mean aws/us-east-1, aws/us-east-2, aws/us-west-1? Name a region"
                        + " of your own together with a price file",
                "25:48: prices.spotDiscount: '160%' is more than 100%; write a share such as 10%"
                        + " or 0.1",
                "26:34: subnets[0].capacity: '-1' is out of range; write 0" + " or more",
                "26:46: subnets[0].groups: no group is named 'red'",
                "27:1: nodes: unknown key; remove it, or write one of apiVersion, node_groups,"
                        + " kind, groups, sizing, slack, ranking, scaling, prices, subnets");
    }

    @Test
    void tellsAMistakeOfTheSharedSectionOnceForAllGroups() {
        assertMistakes(
                """
                kind: Policy
                groups:
                - {name: a, match: {labels: {pool: a}}, manage: utilisation}
                - {name: b, match: {labels: {pool: b}}, manage: utilisation}
                sizing: {scaleUpThresholdPercent: many, ordre: oldest}
                """,
                "5:35: sizing.scaleUpThresholdPercent: 'many' is not a percent; write one such as"
                        + " 70 or 62.5",
                "5:41: sizing.ordre: unknown key; did you mean 'order'?");
    }

    @Test
    void checksASharedValueThatEveryGroupReplaces() {
        assertMistakes(
                ONE_GROUP.replace(
                                "manage: utilisation",
                                "manage: utilisation, minNodes: 1, sizing: {order: oldest}")
                        + "sizing: {order: youngest, minNodes: -2}\n",
                "4:17: sizing.order: 'youngest' is not one of cheapest-to-move, emptiest, oldest",
                "4:37: sizing.minNodes: '-2' is out of range; write 0 or more");
    }

    /// Each line or rate on the other, and one step beyond it.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    sizing                                         | mistake
                    taintUpperCapacityThresholdPercent: 70         |
                    taintUpperCapacityThresholdPercent: 70.01      | 4:46: sizing.taintUpperCapacityThresholdPercent: taintUpperCapacityThresholdPercent (70.01%) is above scaleUpThresholdPercent (70%); thresholds must rise from taintLower to taintUpper to scaleUp
                    taintLowerCapacityThresholdPercent: 40         |
                    taintLowerCapacityThresholdPercent: 40.01      | 4:46: sizing.taintLowerCapacityThresholdPercent: taintLowerCapacityThresholdPercent (40.01%) is above taintUpperCapacityThresholdPercent (40%); thresholds must rise from taintLower to taintUpper to scaleUp
                    scaleUpThresholdPercent: 250                   |
                    slowNodeRemovalRate: 5, fastNodeRemovalRate: 5 |
                    slowNodeRemovalRate: 6, fastNodeRemovalRate: 5 | 4:31: sizing.slowNodeRemovalRate: 6 is above fastNodeRemovalRate (5); lower the slow rate, or raise the fast rate
                    slowNodeRemovalRate: 6                         |
                    softDeleteGracePeriod: 20m                     |
                    minNodes: 101                                  |
                    minNodes: 101, maxNodes: 101                   |
                    minNodes: 102, maxNodes: 101                   | 4:20: sizing.minNodes: 102 is above maxNodes (101); lower the minimum, or raise the maximum
                    maxNodes: 0                                    |
                    scaleUpThresholdPercent: 40                    |
                    scaleUpThresholdPercent: 39.99                 | 4:35: sizing.scaleUpThresholdPercent: taintUpperCapacityThresholdPercent (40%) is above scaleUpThresholdPercent (39.99%); thresholds must rise from taintLower to taintUpper to scaleUp
                    fastNodeRemovalRate: 1                         |
                    hardDeleteGracePeriod: 30s                     |
                    """)
    void comparesLinesRatesAndGraces(String sizing, @Nullable String mistake) {
        var text = ONE_GROUP + "sizing: {" + sizing + "}\n";

        if (mistake == null) {
            assertThat(read(text).sized()).hasSize(1);
        } else {
            assertMistakes(text, mistake);
        }
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    slack                        | refused
                    rate: 99.99%                 | false
                    rate: 100%                   | true
                    rate: 1                      | true
                    rate: 1.5                    | true
                    rate: 1.5, basis: capacity   | true
                    rate: 1.5, basis: requests   | false
                    """)
    void keepsSlackBelowTheWholeOfACapacity(String slack, boolean refused) {
        var text = ONE_GROUP + "slack: {" + slack + "}\n";

        if (refused) {
            assertThatExceptionOfType(BadInput.class)
                    .isThrownBy(() -> read(text))
                    .withMessageContaining("% is not below 100%; write the share of room to keep");
        } else {
            assertThat(read(text).groups()).containsExactly("blue");
        }
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    one              | other            | both own a node
                    pool: a          | pool: b          | false
                    pool: a          | pool: a          | true
                    pool: a          | pool: a, zone: b | true
                    pool: a, zone: b | pool: a          | true
                    pool: a, zone: b | pool: a, zone: c | false
                    size: big        | zone: east       | true
                    size: big, zone: west | zone: east  | false
                    eks.amazonaws.com/nodegroup: a | karpenter.sh/nodepool: a | false
                    karpenter.sh/nodepool: a | zone: east | true
                    """)
    void refusesGroupsThatWouldOwnTheSameNodes(String one, String other, boolean both) {
        var text =
                """
                kind: Policy
                groups:
                - {name: one, manage: utilisation, match: {labels: {%s}}}
                - {name: other, manage: utilisation, match: {labels: {%s}}}
                """
                        .formatted(one, other);

        if (both) {
            assertThatExceptionOfType(BadInput.class)
                    .isThrownBy(() -> read(text))
                    .withMessageContaining("a node can carry the labels of both 'one'");
        } else {
            assertThat(read(text).groups()).containsExactly("one", "other");
        }
    }

    @Test
    void leavesInferredGroupsAsTheyAreUnlessAGroupMatchesNodes() {
        assertThat(read("kind: Policy\n").scaling().unlisted()).isEqualTo(Unlisted.GROW);
        assertThat(read("kind: Policy\ngroups: [{name: a}]\n").scaling().unlisted())
                .isEqualTo(Unlisted.GROW);
        assertThat(read(ONE_GROUP).scaling().unlisted()).isEqualTo(Unlisted.HOLD);
    }

    @Test
    void wantsOneDocument() {
        assertMistakes("", ": this is empty; write a policy with 'kind: Policy' and 'groups'");
        assertMistakes(
                "# nothing\n", ": this is empty; write a policy with 'kind: Policy' and 'groups'");
        assertMistakes(
                ONE_GROUP + "---\n" + ONE_GROUP,
                ": the file has 2 documents; write the policy as one document");
        assertMistakes(
                "kind: Policy\ngroups: {name: blue}\n",
                "2:9: groups: expected a list, got a mapping; write [a, b], or a '- ' before each");
        assertMistakes(
                ONE_GROUP.replace("kind: Policy", "kind: SizingQuestion"),
                "1:7: kind: 'SizingQuestion' is not a policy; name a file with kind: Policy");
        assertMistakes(
                "- a\n- b\n",
                "1:1: expected keys with values, got a list; write 'key: value' lines",
                "1:1: 'kind' is missing; write kind: Policy");
    }

    @Test
    void saysWhereATextIsNotYaml() {
        assertMistakes(
                "kind: Policy\ngroups: [a, b\n",
                "3:1: the file is cut off in the middle of a value; save it again, or rerun"
                        + " kubectl");
        assertMistakes(
                "kind: Policy\n\tgroups: 3\n",
                "2:1: this is not YAML: while scanning for the next token, found character"
                        + " '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for"
                        + " indentation); fix the syntax");
        assertMistakes(
                "kind: Policy\nkind: Policy\n", "2:1: the key 'kind' appears twice; remove one");
    }

    @Test
    void refusesALineThatNoPersonWrites() {
        assertMistakes(
                "kind: Policy\nname: " + "x".repeat(10_000_000) + "\n",
                "2:100001: this line is longer than 100000 characters, too long for a policy;"
                        + " break it into several lines");
    }

    @Test
    void refusesAliasesThatUnfoldToBillions() {
        assertMistakes(
                """
                a: &a [x, x, x, x, x, x, x, x, x, x]
                b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
                c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
                d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
                e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
                """,
                "4:36: aliases expand to more than 10000 values; write them out");
    }

    private static Labels labels(String key, String value, String other, String second) {
        var labels = Labels.of(key, value).toMap();
        labels.put(other, second);
        return Labels.of(labels);
    }

    private static Tuple row(Object... values) {
        return Tuple.tuple(values);
    }

    private static PolicyFile read(String text) {
        return PolicyFile.read(Source.text("policy.yaml", text));
    }

    /// @param mistakes each without the name of the file
    private static void assertMistakes(String text, String... mistakes) {
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> read(text))
                .withMessage(
                        "%s",
                        Arrays.stream(mistakes)
                                .map(PolicyFileTest::inFile)
                                .collect(Collectors.joining("\n")));
    }

    private static String inFile(String mistake) {
        return "policy.yaml" + (mistake.startsWith(":") ? mistake : ":" + mistake);
    }
}
