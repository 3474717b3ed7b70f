package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a cluster comes to: the nodes that go, what they save, and why the others stay.
class PlanEndTest {

    private static final Path IDLE = inCheckout("docs/examples/plan-idle.json");

    @TempDir private Path folder = Path.of("");

    @Test
    void theDocumentationShowsRealRuns() throws IOException {
        var docs = Files.readString(inCheckout("docs/plan.md"));

        assertThat(docs)
                .contains(
                        "$ ./plimsoll plan docs/examples/plan-idle.json\n"
                                + plimsoll("plan", IDLE).out())
                .contains(
                        "$ ./plimsoll plan docs/examples/plan-idle.json --explain node general-4\n"
                                + plimsoll("plan", IDLE, "--explain", "node", "general-4").out());
    }

    @Test
    void tellsTheEndAsJson() {
        var plan = plimsoll("plan", IDLE, "-o", "json").out();

        assertThat(plan)
                .contains(
                        "\"cost\":{\"nowHour\":2.512,\"afterHour\":2.128,\"addedHour\":0,"
                                + "\"removedHour\":0.384}",
                        "{\"step\":\"removeNode\",\"node\":\"general-5\",\"group\":\"general\","
                                + "\"leaves\":5}",
                        "{\"rule\":\"pod-without-owner\",\"nodes\":1,\"examples\":[\"general-4\"],\"sentence\":\"nothing"
                            + " would replace batch/debug of general-4\"}",
                        "\"end\":{\"after\":\"10m\",\"decisions\":");
        assertThat(plan).contains("\"finish\":\"settled\"}");
    }

    /// Room for 20 % more in the end: 20 % of what the nodes that stay offer.
    @Test
    void saysWhereRoomIsKeptFree() throws IOException {
        var policy = folder.resolve("policy.yaml");
        Files.writeString(policy, "kind: Policy\nslack: {rate: 20%}\n");

        assertThat(plimsoll("plan", IDLE, "-c", policy).out())
                .contains("room kept free\n", " placeholders on general: ", " an hour");
    }

    @Test
    void showsTheNextDecisionWithoutAHorizon() {
        var plan = plimsoll("plan", IDLE, "--horizon", "0s").out();

        assertThat(plan)
                .startsWith("Nothing to add; the cluster costs $2.512/h")
                .contains("2 nodes are unneeded for less than 10 min, e.g. general-5, general-2");
    }

    @Test
    void saysThatMoreMayChangeLater() {
        assertThat(plimsoll("plan", IDLE, "--horizon", "5m").out())
                .contains("More may change after the horizon.");
    }

    @Test
    void removesNothingIfThePolicyForbidsIt() throws IOException {
        var policy = folder.resolve("policy.yaml");
        Files.writeString(policy, "kind: Policy\nscaling: {scaleDown: false}\n");

        assertThat(plimsoll("plan", IDLE, "-c", policy).out())
                .startsWith("Nothing to add; the cluster costs $2.512/h")
                .contains(
                        """
                        stays
                          = 8 nodes stay because scale-down is off, e.g. batch-1, batch-2, general-1
                        """);
    }

    /// An idle cluster and a dump without its pods look alike.
    @Test
    void removesNothingIfTheDumpHasNoPods() throws IOException {
        var nodes = folder.resolve("nodes.json");
        var items = Plain.maps(Plain.map(Files.readString(IDLE)), "items");
        var json = new StringBuilder();
        for (var item : items) {
            if (Plain.text(item, "kind").equals("Node")) {
                json.append(Json.text(Plain.tree(item))).append("\n---\n");
            }
        }
        Files.writeString(nodes, json);

        assertThat(plimsoll("plan", nodes).out())
                .startsWith("Nothing to add")
                .contains("! the dump has no pods, so no node is removed; dump them with '");
    }

    @Test
    void comparesTheCostInTheEnd() {
        assertThat(plimsoll("plan", IDLE, "--fail-on", "cost=2.2").code()).isZero();
        assertThat(plimsoll("plan", IDLE, "--horizon", "0s", "--fail-on", "cost=2.2").code())
                .isEqualTo(1);
    }

    @Test
    void suggestsANodeThatIsSpelledAlike() {
        var plan = plimsoll("plan", IDLE, "--explain", "node", "genral-4");

        assertThat(plan.code()).isEqualTo(2);
        assertThat(plan.err())
                .isEqualTo(
                        "plimsoll: --explain: the cluster has no node 'genral-4'; did you mean"
                                + " 'general-4'?\n");
    }

    @Test
    void saysWhenANodeGoes() {
        assertThat(plimsoll("plan", IDLE, "--explain", "node", "general-5").out())
                .startsWith(
                        "general-5 is removed 10m from now: nothing keeps it then, and its pods fit"
                                + " on other nodes.\n")
                .contains("= general-5 is unneeded for 0 min of 10 min");
    }

    /// What is added and removed makes the difference.
    @Test
    void theDollarsAddUp() {
        for (var dump : new String[] {"plan-idle.json", "plan-dump.json"}) {
            var plan =
                    Plain.map(
                            plimsoll("plan", inCheckout("docs/examples/" + dump), "-o", "json")
                                    .out());

            assertThat(dollars(plan, "afterHour"))
                    .isEqualByComparingTo(
                            dollars(plan, "nowHour")
                                    .add(dollars(plan, "addedHour"))
                                    .subtract(dollars(plan, "removedHour")));
        }
    }

    /// Also if nodes are added for room to keep free and removed again.
    @ParameterizedTest
    @ValueSource(ints = {5, 10, 20, 30, 40, 60})
    void theDollarsOfTheStepsAddUp(int percent) throws IOException {
        var policy = folder.resolve("policy.yaml");
        Files.writeString(policy, "kind: Policy\nslack: {rate: %d%%}\n".formatted(percent));

        StepDollars.addUp(Plain.map(plimsoll("plan", IDLE, "-c", policy, "-o", "json").out()));
    }

    @Test
    void pricesEachStepByItsOwnNodes() throws IOException {
        var policy = folder.resolve("policy.yaml");
        Files.writeString(policy, "kind: Policy\nslack: {rate: 20%}\n");

        assertThat(plimsoll("plan", IDLE, "-c", policy).out())
                .startsWith("3 nodes to add, 2 to remove: +$0.576/h -$0.384/h")
                .contains(
                        """
                          + general grows from 6 to 9 nodes for 3 placeholders of room to keep free
                            +$0.576/h
                        """,
                        """
                          + general grows from 9 to 10 nodes for 1 placeholder of room to keep free
                            +$0.192/h; \
                        """,
                        "general-5, general-2, general-10; 3 pods fit on other nodes; $0.576/h"
                                + " less",
                        "1 node is added and removed again within the plan: the steps count it, the"
                                + " totals do not.")
                .contains("Lower bound of the first purchase alone: ")
                .doesNotContain("% above it");
    }

    /// A node of 16 cores at 80 cents makes way for one of 8 at 40.
    @Test
    void saysWhichNodesAreReplacedAndWhatThatCosts() throws IOException {
        var dump = replaceable();
        var policy = replacing("");

        assertThat(plimsoll("plan", dump, "-c", policy).out())
                .startsWith("1 node to add, 1 to remove: +$0.40/h -$0.80/h (-$292 a month);")
                .contains(
                        """
                          * 1 node such as l0 makes way for 1 cheaper one: that saves $0.40 an hour, 50%
                          + small grows from 0 to 1 node to replace 1 node: l0
                            +$0.40/h
                          - large shrinks from 1 to 0 nodes because other nodes take the pods at a lower cost: l0; 9 pods move; $0.80/h less
                        """);
        assertThat(plimsoll("plan", dump, "-c", policy, "--explain", "node", "l0").out())
                .startsWith("l0 is removed 10m")
                .contains(
                        " from now: it is replaced. The nodes that the cluster has then take its"
                                + " pods at a lower cost.\n")
                .doesNotContain("nothing keeps it");
        StepDollars.addUp(Plain.map(plimsoll("plan", dump, "-c", policy, "-o", "json").out()));
    }

    @Test
    void namesTheDisruptionLimitsThatItDoesNotWaitFor() throws IOException {
        var policy = replacing(", disruption: [{nodes: 0%}]");

        assertThat(plimsoll("plan", replaceable(), "-c", policy).out())
                .startsWith("1 node to add, 1 to remove: ")
                .containsOnlyOnce(
                        "~ the plan does not wait for the disruption limit of the policy: at most"
                                + " 0% of a group at any time\n");
    }

    private Path replacing(String more) throws IOException {
        return Files.writeString(
                folder.resolve("policy.yaml"),
                """
                kind: Policy
                groups:
                  - {name: large, match: {labels: {pool: large}}, priceHour: 0.8}
                  - name: small
                    match: {labels: {pool: small}}
                    priceHour: 0.4
                    template: {allocatable: {cpu: 8, memory: 32Gi, pods: 110}}
                scaling: {consolidation: replace%s}
                """
                        .formatted(more));
    }

    private Path replaceable() throws IOException {
        var cluster = new Cluster();
        cluster.add(
                """
                {"kind":"Node","metadata":{"name":"l0","labels":{"pool":"large",\
                "kubernetes.io/hostname":"l0"}},"status":{"conditions":[{"type":"Ready",\
                "status":"True"}],"allocatable":{"cpu":"16","memory":"64Gi","pods":"110"}}}\
                """);
        cluster.add(pod("agent", "kube-system", "DaemonSet", "1m"));
        for (int i = 0; i < 9; i++) {
            cluster.add(pod("web-" + i, "shop", "ReplicaSet", "600m"));
        }
        return Files.writeString(folder.resolve("dump.json"), cluster.toString());
    }

    private static String pod(String name, String namespace, String owner, String cpu) {
        return """
        {"kind":"Pod","metadata":{"name":"%s","namespace":"%s","ownerReferences":\
        [{"kind":"%s","name":"own","controller":true}]},"spec":{"nodeName":"l0",\
        "containers":[{"name":"c","resources":{"requests":{"cpu":"%s","memory":"1Gi"}}}]}}\
        """
                .formatted(name, namespace, owner, cpu);
    }

    private static BigDecimal dollars(Map<?, ?> plan, String key) {
        return new BigDecimal(Plain.in(plan, "cost", key).toString());
    }
}
