package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Escalator's configuration file through the commands that take a policy.
class EscalatorFlowTest {

    private static final Path FILE = inCheckout("docs/examples/escalator.yaml");
    private static final Path DUMP = inCheckout("docs/examples/plan-dump.json");

    @TempDir private Path folder;

    @Test
    void validatesItAndNamesTheKeysWithoutEffect() {
        var validated = plimsoll("validate", FILE);

        assertThat(validated.code()).isZero();
        assertThat(validated.out()).endsWith("no mistakes; groups: web, batch\n");
        assertThat(validated.err())
                .containsOnlyOnce("warning")
                .contains(
                        "node_groups[0].scale_up_cool_down_timeout: Escalator ignores this, and so"
                                + " does Plimsoll (and in 1 more place)");
    }

    @Test
    void planShowsBothReadingsWhereTheyDiffer() throws IOException {
        var plan = plimsoll("plan", DUMP, "-c", file("default", "general"));

        assertThat(plan.out())
                .startsWith("Nothing to add for pending pods;")
                .contains(
                        """
                        By utilisation, default grows from 2 to 6 nodes (+$0.768/h).
                        """,
                        """
                        by utilisation
                          + default grows from 2 to 6 nodes (+$0.768/h)
                        """,
                        """
                            cpu utilisation of default is 176.7% with 2 nodes, above 70%; 6 nodes bring it to 58.9%
                            1 of its pods stays unschedulable, e.g. shop/cache-1
                            ~ by Escalator's rules, default grows from 2 to 7 nodes (+$0.96/h): memory utilisation of default is 236.6% with 2 nodes, above 70%; 7 nodes bring it to 67.6%
                        """);
    }

    @Test
    void planShowsOneReadingWhereTheyAgree() throws IOException {
        var memory = file("default", "memory");

        var plan = plimsoll("plan", DUMP, "-c", memory);

        assertThat(plan.out()).contains("by utilisation\n").doesNotContain("by Escalator's rules");
    }

    /// Escalator leaves a group below its minimum to the provider.
    @Test
    void planSaysWhyEscalatorTakesNoStep() throws IOException {
        var plan = plimsoll("plan", DUMP, "-c", file("default", "nowhere"));

        assertThat(plan.out())
                .contains(
                        "~ by Escalator's rules, default stays at 0 nodes: default has 0 nodes,"
                                + " below its minimum of 1; Escalator leaves that to the"
                                + " provider\n");
    }

    @Test
    void planAsADocumentHasBothReadings() throws IOException {
        var plan = plimsoll("plan", DUMP, "-c", file("default", "general"), "-o", "json");

        assertThat(plan.out())
                .contains(
                        "\"sizing\":[{\"apiVersion\":\"plimsoll.dev/v1alpha1\","
                                + "\"kind\":\"SizingDecision\",\"plan\":[{\"step\":\"resizeGroup\","
                                + "\"group\":\"default\",\"from\":2,\"nodes\":6}]",
                        "\"group\":\"default\",\"unschedulable\":1,\"escalator\":{");
    }

    /// A pod that its group cannot hold is unschedulable, whoever decides, and a machine costs.
    @Test
    void failOnCountsThePodsAndTheDollarsOfTheGroup() throws IOException {
        var group = file("default", "general");

        assertThat(plimsoll("plan", DUMP, "-c", group, "--fail-on", "pending=2").code()).isZero();
        assertThat(plimsoll("plan", DUMP, "-c", group, "--fail-on", "pending=1").code())
                .isEqualTo(1);
        assertThat(plimsoll("plan", DUMP, "-c", group, "--fail-on", "added=0.76").err())
                .contains("the plan adds $0.768/h, more than the $0.76/h of --fail-on");
    }

    /// The pods without a node selector are those of the group; no other pod is pending.
    @Test
    void planDoesNotSayThatNothingIsPendingIfAGroupHasPendingPods() throws IOException {
        var plan = plimsoll("plan", DUMP, "-c", file("default", "general"));

        assertThat(plan.out()).doesNotContain("no pod is pending");
    }

    @Test
    void runTakesIt() {
        var run = plimsoll("run", "-c", FILE, "--for", "1h", "--speed", "max", "--quiet");

        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("1h of virtual time:").contains("above-threshold");
        assertThat(run.err()).contains("scale_up_cool_down_timeout");
    }

    @Test
    void aDryRunChangesNothingAndSaysWhatItWouldDo() throws IOException {
        var dry = Files.readString(FILE).replace("min_nodes: 2", "min_nodes: 2\n  dry_mode: true");
        var policy = Files.writeString(folder.resolve("dry.yaml"), dry);

        var run = plimsoll("run", "-c", policy, "--for", "1h", "--speed", "max");

        assertThat(run.out())
                .contains(
                        "00:00:00  web    14 nodes   would +2     cpu utilisation of web is 90.5%")
                .containsPattern("web +12 +12 +12.0");
        assertThat(run.out().lines().filter(line -> line.contains("would +2"))).hasSize(1);
    }

    /// A file with one group whose nodes are those of an EKS node group.
    private Path file(String name, String nodeGroup) throws IOException {
        return Files.writeString(
                folder.resolve(name + ".yaml"),
                """
                node_groups:
                - name: %s
                  label_key: eks.amazonaws.com/nodegroup
                  label_value: %s
                  cloud_provider_group_name: nodes
                  min_nodes: 1
                  max_nodes: 10
                  scale_up_threshold_percent: 70
                  taint_upper_capacity_threshold_percent: 40
                  taint_lower_capacity_threshold_percent: 10
                  slow_node_removal_rate: 2
                  fast_node_removal_rate: 5
                  scale_up_cool_down_period: 2m
                  soft_delete_grace_period: 1m
                  hard_delete_grace_period: 10m
                """
                        .formatted(name, nodeGroup));
    }
}
