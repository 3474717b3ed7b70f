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

    private static BigDecimal dollars(Map<?, ?> plan, String key) {
        return new BigDecimal(Plain.in(plan, "cost", key).toString());
    }
}
