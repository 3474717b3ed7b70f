package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static dev.plimsoll.cli.Shell.plimsollOn;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.formats.page.Look;
import dev.plimsoll.formats.page.Look.Colours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What `plan` and `init` say of dumps.
class PlanTest {

    private static final String RUNNING = ",\"nodeName\":\"a1\"";

    private static final String DUMP =
            new Cluster()
                    .node("a1", "web", "m5.xlarge", "3920m", "15Gi")
                    .node("b1", "big", "r5.2xlarge", "7900m", "60Gi")
                    .pod("old", "3", "4Gi", RUNNING)
                    .pod("wait-1", "3", "4Gi")
                    .pod("wait-2", "3", "4Gi")
                    .pod("wait-3", "3", "4Gi")
                    .pod("huge", "30", "20Gi")
                    .toString();

    @TempDir private Path folder = Path.of("");

    @Test
    void saysWhatToBuyWhatItCostsAndWhy() {
        var plan = plan(DUMP);

        assertThat(plan.err()).isEmpty();
        assertThat(plan.code()).isZero();
        assertThat(plan.out())
                .isEqualTo(
                        """
                        1 node to add: +$0.192/h (+$140 a month); the cluster then costs $0.888/h. 1 pod stays unschedulable.
                        Proven optimal: no other new nodes for the same pods cost less.
                        Read: 2 nodes in 2 groups, 5 pods, 4 of them pending.

                        groups
                          group  type        nodes  pods  cpu  memory     $/h
                          total  -           2 → 3     4  76%     18%  $0.888
                          big    r5.2xlarge      1     2  76%     13%  $0.504
                          web    m5.xlarge   1 → 2     2  77%     27%  $0.384

                        steps
                          + web grows from 1 to 2 nodes for 1 pod: one like shop/wait-1
                            +$0.192/h
                          ~ 2 pending pods fit on existing nodes, e.g. shop/wait-1
                          ! 1 pod stays unschedulable: shop/huge

                        stays
                          = 3 nodes are used above 50%, e.g. a1, b1, web-1

                        rejected
                          1 node of big for $1.20/h in total: costs $0.312/h more

                        unschedulable
                          1 pod: shop/huge, requests cpu=30 memory=20Gi
                            big, web: insufficient cpu: requests 30, 7900m available (big)
                            existing and new nodes: 3 × insufficient

                        warnings
                          ! no maximum number of nodes is set for big, web; set maxNodes in a policy ('plimsoll init' prints one)

                        decision ID
                        """
                                .replace("ID", id(plan)));
    }

    private static String id(Shell plan) {
        return plan.out().substring(plan.out().length() - 13).strip();
    }

    @Test
    void saysHowFarItMayBeFromTheBest() {
        var dump =
                new Cluster()
                        .node("a1", "web", "m5.xlarge", "3920m", "15Gi")
                        .node("b1", "big", "r5.2xlarge", "7900m", "60Gi")
                        .pod("old", "3", "4Gi", RUNNING)
                        .pod("wait-1", "3", "4Gi")
                        .pod("wait-2", "3", "4Gi")
                        .pod("wait-3", "3", "4Gi")
                        .pod("wait-4", "3", "20Gi");

        assertThat(plan(dump.toString()).out())
                .contains(
                        """
                        Lower bound: $0.912/h; this plan is 18.4% above it (the bound allows fractions of pods and nodes and ignores topology spread, pod affinity, volumes, limits that groups share).
                        One more core adds $0.049/h to the bound, one more GiB of memory $0.00/h.
                        """);
    }

    @Test
    void tellsAsJson() {
        var plan = plan(DUMP, "-o", "json", "--placement");

        assertThat(plan.out())
                .hasLineCount(1)
                .startsWith(
                        "{\"apiVersion\":\"plimsoll.dev/v1alpha1\",\"kind\":\"ScalingDecision\","
                            + "\"plan\":[{\"step\":\"resizeGroup\",\"group\":\"web\",\"from\":1,"
                            + "\"nodes\":2}],\"pending\":[{\"shape\":\"")
                .contains(
                        "\"total\":{\"nodes\":2,\"wanted\":3,\"pods\":4,\"cpuPercent\":76.24,"
                                + "\"memoryPercent\":17.78}",
                        "\"groups\":[{\"name\":\"big\",\"types\":[\"r5.2xlarge\"],\"nodes\":1,"
                                + "\"wanted\":1,\"zones\":[{\"zone\":\"us-east-1a\",\"nodes\":1,"
                                + "\"wanted\":1}],\"pods\":2,\"cpuPercent\":75.95,"
                                + "\"memoryPercent\":13.33,\"priceHour\":0.504,\"priceSources\":["
                                + "\"list price of r5.2xlarge in aws/us-east-1 of 2026-08-22\"],"
                                + "\"costHour\":0.504,\"unusedHour\":0.121215528},"
                                + "{\"name\":\"web\",\"types\":[\"m5.xlarge\"],\"nodes\":1,"
                                + "\"wanted\":2,\"zones\":[{\"zone\":\"us-east-1a\",\"nodes\":1,"
                                + "\"wanted\":2}],\"pods\":2,\"cpuPercent\":76.53,"
                                + "\"memoryPercent\":26.67,\"priceHour\":0.192,\"priceSources\":["
                                + "\"list price of m5.xlarge in aws/us-east-1 of 2026-08-22\"],"
                                + "\"costHour\":0.384,\"unusedHour\":0.",
                        "\"cost\":{\"nowHour\":0.696,\"afterHour\":0.888,\"addedHour\":0.192,\"removedHour\":0,\"boundHour\":0.888,"
                            + "\"gapPercent\":0,\"ignores\":[",
                        "\"duals\":{\"cpuHour\":0,\"memoryGiBHour\":0,\"gpuHour\":0}",
                        "\"waste\":[{\"node\":\"b1\",\"group\":\"big\",\"dollarsHour\":0.121215528}",
                        "\"alternatives\":[{\"plan\":[{\"step\":\"resizeGroup\",\"group\":\"big\","
                                + "\"from\":1,\"nodes\":2}],\"costHour\":1.2,\"left\":1,"
                                + "\"why\":\"costs $0.312/h more\"}]",
                        "\"left\":1,\"verdicts\":[{\"rule\":\"insufficient\",\"groups\":2,"
                                + "\"examples\":[\"big\",\"web\"],\"sentence\":"
                                + "\"insufficient cpu: requests 30, 7900m available\"}]",
                        "\"placement\":[{\"node\":\"b1\",\"group\":\"big\",\"zone\":\"us-east-1a\","
                            + "\"new\":false,\"pods\":["
                            + "\"shop/wait-1\",\"shop/wait-2\"]},{\"node\":\"web-1\",\"group\":"
                            + "\"web\",\"zone\":\"us-east-1a\",\"new\":true,\"pods\":[\"shop/wait-3\"]}]");
    }

    /// The group `web` may not grow beyond 4 nodes, and `big` not at all.
    @Test
    void tellsTheMaximaOfGroups() throws IOException {
        var policy =
                Files.writeString(
                        folder.resolve("policy.yaml"),
                        """
                        kind: Policy
                        groups:
                        - {name: web, match: {labels: {eks.amazonaws.com/nodegroup: web}}, maxNodes: 4}
                        """);

        assertThat(plan(DUMP, "-c", policy, "-o", "json").out())
                .contains(
                        "\"nodes\":1,\"wanted\":1,\"noGrowth\":\"not-in-policy\",\"zones\"",
                        "\"nodes\":1,\"wanted\":2,\"maxNodes\":4,\"zones\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--placement",
                "--explain pod huge",
                "--explain group web",
                "--question"
            })
    void tellsTheSameAsYamlAndJson(String words) {
        var more = words.isEmpty() ? new Object[0] : (Object[]) words.split(" ", -1);

        var yaml = plan(DUMP, with(more, "yaml")).out();
        var json = plan(DUMP, with(more, "json")).out();

        assertThat(yaml).doesNotStartWith("{");
        assertThat(Plain.map(yaml)).isEqualTo(Plain.map(json));
    }

    private static Object[] with(Object[] words, String format) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-o", format));
        return all.toArray();
    }

    @Test
    void fitsOnATerminal() throws IOException {
        var dump = Files.readString(inCheckout("docs/examples/plan-dump.json"));

        var shown = plimsollOn(new Look(80, Colours.ANSI), dump, "plan", "-").out();
        var piped = plimsollReading(dump, "plan", "-").out();

        var uncoloured = shown.replaceAll("\033\\[\\d*m", "");
        assertThat(shown).contains("\n  \033[32m+\033[0m memory grows");
        assertThat(uncoloured.lines()).allMatch(line -> line.length() <= 80);
        assertThat(uncoloured.split("\\s+")).isEqualTo(piped.split("\\s+"));
        assertThat(piped.lines()).anyMatch(line -> line.length() > 80);
    }

    @Test
    void tellsAsMarkdownForAPullRequest() {
        var plan = plan(DUMP, "-o", "md", "--fail-on", "pending=1,cost=0.888");

        assertThat(plan.code()).isZero();
        assertThat(plan.out())
                .startsWith("**1 node to add: +$0.192/h")
                .contains(
                        """
                        #### groups

                        | group | type | nodes | pods | cpu | memory | $/h |
                        |---|---|---|---|---|---|---|
                        | total | - | 2 → 3 | 4 | 76% | 18% | $0.888 |
                        """,
                        """
                        <details><summary>unschedulable (1)</summary>

                        - 1 pod: shop/huge, requests cpu=30 memory=20Gi
                          - big, web: insufficient cpu: requests 30, 7900m available (big)
                        """);
    }

    /// The plan costs $0.888 an hour and leaves one pod.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    limits               | code | sentence
                    cost=0.887           | 1    | plimsoll: the plan costs $0.888/h, more than the $0.887/h of --fail-on
                    cost=0.888           | 0    |
                    added=0.191          | 1    | plimsoll: the plan adds $0.192/h, more than the $0.191/h of --fail-on
                    added=0.192          | 0    |
                    pending=0            | 1    | plimsoll: unschedulable pods: 1, more than the 0 of --fail-on
                    pending=1,cost=1     | 0    |
                    cost=cheap           | 2    | plimsoll: --fail-on: 'cost=cheap' is not a limit; write cost=12.50,added=2,pending=0
                    nodes=3              | 2    | plimsoll: --fail-on: 'nodes=3' is not a limit; write cost=12.50,added=2,pending=0
                    """)
    void failsOnLimits(String limits, int code, String sentence) {
        var plan = plan(DUMP, "--fail-on", limits);

        assertThat(plan.code()).isEqualTo(code);
        assertThat(plan.err().strip()).isEqualTo(sentence == null ? "" : sentence);
    }

    /// The priced node costs $0.192 an hour.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    limits     | code | sentence
                    cost=0.191 | 1    | plimsoll: the plan costs $0.192/h, more than the $0.191/h of --fail-on
                    cost=0.192 | 0    | plimsoll: warning: 2 nodes without a price are not part of the comparison with --fail-on
                    added=0    | 0    |
                    pending=0  | 0    |
                    """)
    void comparesTheCostOfNodesWithAPrice(String limits, int code, String sentence) {
        var dump =
                new Cluster()
                        .node("a1", "web", "no.such", "4", "15Gi")
                        .node("a2", "web", "no.such", "4", "15Gi")
                        .node("b1", "big", "m5.xlarge", "4", "15Gi");

        var plan = plan(dump.toString(), "--fail-on", limits);

        assertThat(plan.code()).isEqualTo(code);
        assertThat(plan.err().strip()).isEqualTo(sentence == null ? "" : sentence);
        assertThat(plan.out())
                .contains(
                        "! the price of web is unknown: the list has no price for no.such in"
                                + " aws/us-east-1");
    }

    @Test
    void explainsAPodNodeByNodeAndGroupByGroup() {
        var pod = plan(DUMP, "--explain", "pod", "huge");
        var running = plan(DUMP, "--explain", "pod", "shop/old");

        assertThat(pod.out())
                .isEqualTo(
                        """
                        shop/huge is pending
                        requests cpu=30 memory=20Gi

                        existing nodes
                          node  group  zone        fits  rule          why
                          a1    web    us-east-1a  no    insufficient  insufficient cpu: requests 30, 920m available
                          b1    big    us-east-1a  no    insufficient  insufficient cpu: requests 30, 7900m available

                        new nodes
                          group  variant  fits  rule          why
                          big             no    insufficient  insufficient cpu: requests 30, 7900m available
                          web             no    insufficient  insufficient cpu: requests 30, 3920m available

                        the plan leaves it unschedulable
                        """);
        assertThat(plan(DUMP, "--explain", "pod", "wait-3").out())
                .endsWith(
                        """
                        the plan puts it on web-1, a new node of web in us-east-1a; the existing node that takes it does not take it beside the other pods of the plan
                        of the purchases that were compared, this one leaves the fewest pods unschedulable, then costs least
                        """);
        assertThat(plan(DUMP, "--explain", "pod", "wait-1").out())
                .endsWith("the plan puts it on b1, the only existing node that takes it\n");
        assertThat(running.out())
                .startsWith("shop/old runs on a1\n")
                .contains("a1    web    us-east-1a  yes");
    }

    @Test
    void explainsAGroupShapeByShape() {
        assertThat(plan(DUMP, "--explain", "group", "web").out())
                .isEqualTo(
                        """
                        web: 1 node; a new node has allocatable cpu=3920m ephemeral-storage=0 memory=15Gi pods=58

                          pending pods     fits  rule          why
                          shop/wait-1 × 3  yes
                          shop/huge × 1    no    insufficient  insufficient cpu: requests 30, 3920m available
                        """);
    }

    @Test
    void initPrintsAPolicyThatPlansTheSame() throws IOException {
        var dump = Files.writeString(folder.resolve("dump.json"), DUMP);

        var init = plimsoll("init", "-f", dump);
        var policy = Files.writeString(folder.resolve("policy.yaml"), init.out());
        var plan = plimsoll("plan", "-f", dump, "-c", policy);

        assertThat(init.err()).isEmpty();
        assertThat(plimsoll("validate", policy).code()).isZero();
        assertThat(plan.out().lines().limit(13))
                .isEqualTo(plan(DUMP).out().lines().limit(13).toList());
    }

    /// Two nodes without labels of a pool, a type or a zone, each with another label.
    @Test
    void initNamesAGroupWithoutLabelsOfItsOwn() throws IOException {
        var text =
                """
                kind: List
                items:
                - {kind: Node, metadata: {name: a, labels: {team: web}}, status: {allocatable: {cpu: 4, memory: 16Gi, pods: 110}}}
                - {kind: Node, metadata: {name: b, labels: {team: shop}}, status: {allocatable: {cpu: 4, memory: 16Gi, pods: 110}}}
                """;
        var dump = Files.writeString(folder.resolve("dump.yaml"), text);

        var init = plimsoll("init", dump);
        var policy = Files.writeString(folder.resolve("policy.yaml"), init.out());

        assertThat(init.out()).endsWith("groups:\n- name: nodes\n  maxNodes: 100\n");
        assertThat(plimsoll("validate", policy).code()).isZero();
        assertThat(plimsoll("plan", dump, "-c", policy).code()).isZero();
    }

    @Test
    void keepsToThePolicy() throws IOException {
        var dump = Files.writeString(folder.resolve("dump.json"), DUMP);
        Files.writeString(folder.resolve("prices.csv"), "type,priceHour\nm5.xlarge,0.5\n");
        var policy =
                Files.writeString(
                        folder.resolve("policy.yaml"),
                        """
                        kind: Policy
                        groups:
                        - {name: shop, match: {labels: {eks.amazonaws.com/nodegroup: web}}, maxNodes: 1}
                        - {name: none, match: {labels: {eks.amazonaws.com/nodegroup: none}}}
                        prices: {file: prices.csv}
                        slack: {rate: 10%}
                        """);

        var plan = plimsoll("plan", "-f", dump, "-c", policy);

        assertThat(plan.out())
                .startsWith(
                        "Nothing to add; the cluster costs $1.004/h ($733 a month). 2 pods stay")
                .contains(
                        "    shop: would exceed its maximum of 1 node\n",
                        "    big: not declared in the policy, so it does not grow\n",
                        "    none: has no nodes, and its policy has no template with"
                                + " allocatable\n");
    }

    /// `{size: big}` and `{zone: east}` are on one node.
    @Test
    void refusesGroupsThatCanOwnOneNode() throws IOException {
        var policy =
                Files.writeString(
                        folder.resolve("policy.yaml"),
                        """
                        kind: Policy
                        groups:
                        - {name: big, match: {labels: {size: big}}}
                        - {name: east, match: {labels: {zone: east}}}
                        """);

        var validate = plimsoll("validate", policy);

        assertThat(validate.code()).isEqualTo(2);
        assertThat(validate.err())
                .isEqualTo(
                        policy
                                + ":4:23: groups[1].match: a node can carry the labels of both"
                                + " 'big' (size=big) and 'east' (zone=east); give one label key a"
                                + " different value in each\n");
        assertThat(plan(DUMP, "-c", policy).code()).isEqualTo(2);
    }

    /// The labels of two providers exclude each other, unless a node has both.
    @Test
    void namesANodeThatTwoGroupsMatch() throws IOException {
        var policy =
                Files.writeString(
                        folder.resolve("policy.yaml"),
                        """
                        kind: Policy
                        groups:
                        - {name: one, match: {labels: {eks.amazonaws.com/nodegroup: web}}}
                        - {name: two, match: {labels: {karpenter.sh/nodepool: web}}}
                        """);
        var dump =
                DUMP.replaceFirst(
                        "\"eks.amazonaws.com/nodegroup\":\"web\"",
                        "\"eks.amazonaws.com/nodegroup\":\"web\",\"karpenter.sh/nodepool\":\"web\"");

        var plan = plan(dump, "-c", policy);

        assertThat(plimsoll("validate", policy).code()).isZero();
        assertThat(plan.code()).isEqualTo(2);
        assertThat(plan.err())
                .isEqualTo(
                        "plimsoll: "
                                + policy
                                + ": groups: node a1 matches both 'one' and 'two'; add a label to"
                                + " one of them that the node does not carry\n");
    }

    @Test
    void takesADumpAsAnOperandWhereverItStands() throws IOException {
        var dump = Files.writeString(folder.resolve("dump.json"), DUMP);

        assertThat(plimsoll("plan", dump)).isEqualTo(plimsoll("plan", "-f", dump));
        assertThat(plimsoll("plan", "--explain", "pod", "huge", dump))
                .isEqualTo(plimsoll("plan", dump, "--explain", "pod", "huge"));
        assertThat(plimsoll("init", dump)).isEqualTo(plimsoll("init", "-f", dump));
    }

    @Test
    void explainsAsJsonAndMarkdown() {
        assertThat(plan(DUMP, "--explain", "pod", "huge", "-o", "json").out())
                .startsWith("{\"head\":[\"shop/huge is pending\",")
                .contains(
                        "{\"node\":\"a1\",\"group\":\"web\",\"zone\":\"us-east-1a\",\"fits\":\"no\",\"rule\":\"insufficient\",");
        assertThat(plan(DUMP, "--explain", "pod", "huge", "-o", "md").out())
                .startsWith("**shop/huge is pending**\n")
                .contains("| a1 | web | us-east-1a | no | insufficient | ");
    }

    @Test
    void readsWhatClusterAutoscalerAnswersAtSnapshotz() {
        var plan = plimsoll("plan", "-f", inCheckout("docs/examples/snapshotz.json"));

        assertThat(plan.out())
                .startsWith(
                        "1 node to add: +$0.192/h (+$140 a month); the cluster then costs $0.384/h."
                                + " All pending pods fit.")
                .contains("Read: 1 node in 1 group, 3 pods, 1 of them pending.")
                .contains("+ general grows from 1 to 2 nodes for 1 pod: shop/shop-7f-b");
    }

    @Test
    void plansWhatIsThere() {
        var nodes = new Cluster().node("a1", "web", "m5.xlarge", "4", "15Gi").toString();
        var pods = new Cluster().pod("w", "1", "1Gi").pod("r", "1", "1Gi", RUNNING).toString();

        assertThat(plan(nodes).out())
                .startsWith("Nothing to add; the cluster costs $0.192/h ($140 a month).");
        assertThat(plan(pods).out())
                .startsWith("Nothing to add; the cluster has no nodes. 1 pod stays")
                .contains("1 pod runs on nodes that the dump does not have");
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    input                                 | words               | sentence
                    {"kind": "List", "items": []}  | plan -f -           | standard input: the dump has neither nodes nor pods; dump them with 'KUBECTL'
                    {"events": [{"ts": 1}]}          | plan -f -           | standard input:1:1: this is not a Kubernetes object: it has no kind; name a dump that 'KUBECTL' printed
                    -                                     | plan                | plan: DUMP is missing; name a file, a folder, or -, or a running cluster with --context
                    -                                     | plan -f no/such     | no/such: the file does not exist; check the path
                    -                                     | plan -f - -o xml    | -o: 'xml' is not one of table, wide, json, yaml, md
                    -                                     | plan -f - --explain job n | --explain: write pod NAME, node NAME or group NAME, once
                    """)
    void complainsInOneSentence(String input, String words, String sentence) {
        var plan = plimsollReading(input, (Object[]) words.split(" ", -1));

        assertThat(plan.code()).isEqualTo(2);
        assertThat(plan.err())
                .isEqualTo("plimsoll: " + sentence.replace("KUBECTL", Dump.KUBECTL) + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pod shop/wait-9", "group webb"})
    void suggestsWhatWasMeant(String words) {
        var what = words.split(" ", -1);

        var plan = plan(DUMP, "--explain", what[0], what[1]);

        assertThat(plan.code()).isEqualTo(2);
        assertThat(plan.err()).contains("the cluster has no ").contains("; did you mean '");
    }

    /// A machine may take 15 minutes to become Ready.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    created              | plan           | on    | step
                    2026-01-05T11:50:00Z | Nothing to add | a2    | ~ 1 pending pod fits on nodes that are starting: shop/wait
                    2026-01-05T11:45:01Z | Nothing to add | a2    | ~ 1 pending pod fits on nodes that are starting: shop/wait
                    2026-01-05T11:45:00Z | 1 node to add  | web-1 | + web grows from 2 to 3 nodes for 1 pod: shop/wait
                    2026-01-05T10:00:00Z | 1 node to add  | web-1 | + web grows from 2 to 3 nodes for 1 pod: shop/wait
                    """)
    void countsOnANodeThatStartsAndNotOnOneThatIsStuck(
            String created, String plan, String on, String step) {
        var starting =
                """
                {"kind":"Node","metadata":{"name":"a2","creationTimestamp":"%s","labels":{\
                "eks.amazonaws.com/nodegroup":"web","node.kubernetes.io/instance-type":"m5.xlarge",\
                "topology.kubernetes.io/region":"us-east-1",\
                "topology.kubernetes.io/zone":"us-east-1a"}},\
                "spec":{"taints":[{"key":"node.kubernetes.io/not-ready","effect":"NoSchedule"}]},\
                "status":{"allocatable":{"cpu":"3920m","memory":"15Gi","pods":"58"},"conditions":[\
                {"type":"Ready","status":"False","lastHeartbeatTime":"2026-01-05T12:00:00Z"}]}}\
                """
                        .formatted(created);
        var dump =
                new Cluster()
                        .node("a1", "web", "m5.xlarge", "3920m", "15Gi")
                        .add(starting)
                        .pod("old", "3", "4Gi", RUNNING)
                        .pod("wait", "3", "4Gi");

        var out = plan(dump.toString()).out();
        var explained = plan(dump.toString(), "--explain", "pod", "wait").out();

        assertThat(out)
                .startsWith(plan)
                .contains("All pending pods fit.", "\nsteps\n  " + step + "\n");
        assertThat(explained)
                .containsPattern(
                        "\n  a2 +web +us-east-1a +" + (on.equals("a2") ? "yes" : "no +closed"))
                .contains("\nthe plan puts it on " + on + ", ");
    }

    @Test
    void shufflingADumpChangesNoByte() {
        Seeds.forOneIn(
                100,
                random -> {
                    var cluster = new Cluster();
                    for (int i = 0; i < 6; i++) {
                        var type = random.nextBoolean() ? "m5.large" : "c5.2xlarge";
                        cluster.node("n" + i, "g" + random.nextInt(3), type, "4", "8Gi");
                        cluster.pod(
                                "p" + i, random.nextInt(1, 4) + "", random.nextInt(1, 9) + "Gi");
                        cluster.pod("r" + i, "1", "1Gi", ",\"nodeName\":\"n" + i + "\"");
                    }
                    var shuffled = new ArrayList<>(cluster.objects());
                    Collections.shuffle(shuffled, new Random(random.nextLong()));

                    for (var format : new String[] {"wide", "json", "md"}) {
                        assertThat(
                                        plan(
                                                        Cluster.dump(shuffled),
                                                        "-o",
                                                        format,
                                                        "--placement",
                                                        "--savings")
                                                .out())
                                .isEqualTo(
                                        plan(
                                                        cluster.toString(),
                                                        "-o",
                                                        format,
                                                        "--placement",
                                                        "--savings")
                                                .out());
                    }
                });
    }

    @Test
    void theReadmeShowsARealRun() throws IOException {
        var plan = plimsoll("plan", inCheckout("docs/examples/plan-dump.json"));

        assertThat(Files.readString(inCheckout("README.md")))
                .contains("$ ./plimsoll plan docs/examples/plan-dump.json\n" + plan.out());
    }

    private static Shell plan(String dump, Object... more) {
        var words = new ArrayList<Object>(List.of("plan", "-f", "-"));
        words.addAll(List.of(more));
        return plimsollReading(dump, words.toArray());
    }
}
