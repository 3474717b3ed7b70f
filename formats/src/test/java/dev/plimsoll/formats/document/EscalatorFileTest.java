package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Mistake;
import dev.plimsoll.formats.Source;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.HealthCheck;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Rotation;
import dev.plimsoll.sizing.Policy.Shrink;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Escalator's `node_groups` file as a policy.
class EscalatorFileTest {

    /// The keys that Escalator requires.
    private static final String SHORT =
            """
            node_groups:
              - name: shared
                label_key: customer
                label_value: shared
                cloud_provider_group_name: shared-nodes
                taint_upper_capacity_threshold_percent: 40
                taint_lower_capacity_threshold_percent: 10
                scale_up_threshold_percent: 70
                slow_node_removal_rate: 2
                fast_node_removal_rate: 5
                soft_delete_grace_period: 1m
                hard_delete_grace_period: 10m
                scale_up_cool_down_period: 3m
            """;

    private static final String MORE =
            """
                min_nodes: 1
                max_nodes: 30
                dry_mode: true
                scale_on_starve: true
                scale_up_cool_down_timeout: 10m
                taint_effect: NoExecute
                max_node_age: 24h
                unhealthy_node_grace_period: 5m
                health_check_newest_nodes_percent: 50
                max_unhealthy_nodes_percent: 30
                exclude_tainted_node_pods: true
                scale_up_failure_threshold: 3
                include_tainted_in_capacity: true
                weighted_cloud_provider_groups: []
                aws:
                  launch_template_id: lt-1
                  launch_template_version: "1"
                  fleet_instance_ready_timeout: 1m
                  lifecycle: spot
                  instance_type_overrides: [m5.large, m5.xlarge]
                  resource_tagging: true
            """;

    @Test
    void isSizedByPlimsollsRulesWithItsNumbers() {
        var file = read(SHORT + MORE);

        var usual = Policy.defaults(Reading.PLIMSOLL);
        assertThat(file.sized()).hasSize(1);
        assertThat(file.sized().getFirst().policy())
                .isEqualTo(
                        new Policy(
                                Reading.PLIMSOLL,
                                new Limits(1, 30),
                                new Growth(
                                        Percent.of(70),
                                        true,
                                        Duration.ofMinutes(3),
                                        Duration.ofMinutes(15)),
                                new Shrink(
                                        new Drop(Percent.of(40), 2),
                                        new Drop(Percent.of(10), 5),
                                        Policy.Order.EMPTIEST,
                                        Duration.ofMinutes(15)),
                                usual.graces(),
                                usual.counting(),
                                new Rotation(Duration.ofDays(1), Duration.ofMinutes(5)),
                                Policy.UNLIMITED,
                                true));
        assertThat(file.declared().getFirst().labels()).isEqualTo(Labels.of("customer", "shared"));
    }

    @Test
    void keepsEscalatorsRulesForComparison() {
        var source = Policy.defaults(Reading.SOURCE);

        assertThat(read(SHORT + MORE).sized().getFirst().escalator())
                .isEqualTo(
                        source.with(new Limits(1, 30))
                                .with(
                                        new Growth(
                                                Percent.of(70),
                                                true,
                                                Duration.ofMinutes(3),
                                                Duration.ofMinutes(15)))
                                .with(
                                        new Graces(
                                                Duration.ofMinutes(1),
                                                Duration.ofMinutes(10),
                                                Duration.ZERO))
                                .with(
                                        new Rotation(
                                                Duration.ofDays(1),
                                                Duration.ofMinutes(5),
                                                new HealthCheck(50, 30)))
                                .withDryRun(true));
    }

    /// Escalator reads the limits from the Auto Scaling group if neither is set.
    @Test
    void hasTheLimitsOfTheProviderIfItSetsNone() {
        assertThat(read(SHORT).sized().getFirst().policy().limits()).isEqualTo(Limits.UNLIMITED);
    }

    @Test
    void growsForStarvedPodsUnlessItSaysNo() {
        var unset = read(SHORT).sized().getFirst();
        var off = read(SHORT + "    scale_on_starve: false\n").sized().getFirst();

        assertThat(unset.policy().growth().onStarve()).isTrue();
        assertThat(unset.escalator().growth().onStarve()).isFalse();
        assertThat(off.policy().growth().onStarve()).isFalse();
    }

    /// Every threshold below the defaults of Plimsoll.
    @Test
    void takesThresholdsThatAreAllLow() {
        var low =
                SHORT.replace("percent: 40", "percent: 4")
                        .replace("percent: 10", "percent: 2")
                        .replace("percent: 70", "percent: 7");

        assertThat(read(low).sized().getFirst().policy().growth().above()).isEqualTo(Percent.of(7));
    }

    @Test
    void takesANumberAsALabelAndAnEmptyTime() {
        var file =
                read(
                        SHORT.replace("label_value: shared", "label_value: 42")
                                + "    max_node_age: ''\n    unhealthy_node_grace_period: ''\n");

        assertThat(file.declared().getFirst().labels()).isEqualTo(Labels.of("customer", "42"));
        assertThat(file.sized().getFirst().policy().rotation()).isEqualTo(Rotation.NONE);
    }

    @Test
    void namesEveryKeyWithoutEffect() {
        assertThat(read(SHORT + MORE).ignored())
                .extracting(Mistake::path)
                .containsExactly(
                        "node_groups[0].scale_up_cool_down_timeout",
                        "node_groups[0].taint_effect",
                        "node_groups[0].health_check_newest_nodes_percent",
                        "node_groups[0].max_unhealthy_nodes_percent",
                        "node_groups[0].exclude_tainted_node_pods",
                        "node_groups[0].scale_up_failure_threshold",
                        "node_groups[0].include_tainted_in_capacity",
                        "node_groups[0].weighted_cloud_provider_groups",
                        "node_groups[0].aws.launch_template_id",
                        "node_groups[0].aws.launch_template_version",
                        "node_groups[0].aws.fleet_instance_ready_timeout",
                        "node_groups[0].aws.lifecycle",
                        "node_groups[0].aws.instance_type_overrides",
                        "node_groups[0].aws.resource_tagging");
    }

    /// The bad group of Escalator's own tests: ten mistakes.
    @Test
    void saysAllTenMistakesAtOnce() {
        assertMistakes(
                bad("bla", 101, 100),
                "2:11: node_groups[0].name: this is empty; write a value",
                "7:45: node_groups[0].taint_lower_capacity_threshold_percent: 90% is not below"
                        + " taint_upper_capacity_threshold_percent (70%); thresholds must rise from"
                        + " lower to upper to scale_up",
                "9:16: node_groups[0].min_nodes: 1 is above max_nodes (0); lower it, or raise"
                        + " max_nodes",
                "10:16: node_groups[0].max_nodes: 0 allows no nodes; write 1 or more, or remove"
                        + " both limits to use those of the provider",
                "13:31: node_groups[0].soft_delete_grace_period: '10' has no unit; write 10s for"
                        + " seconds, 10m for minutes or 10h for hours",
                "16:19: node_groups[0].taint_effect: 'invalid' is not one of NoExecute, NoSchedule,"
                        + " PreferNoSchedule",
                "17:19: node_groups[0].max_node_age: 'bla' is not a duration; write one such as"
                        + " 90s, 10m or 1h30m",
                "18:34: node_groups[0].unhealthy_node_grace_period: 'bla' is not a duration; write"
                        + " one such as 90s, 10m or 1h30m",
                "19:40: node_groups[0].health_check_newest_nodes_percent: '101' is out of range;"
                        + " write a number from 1 to 100",
                "20:34: node_groups[0].max_unhealthy_nodes_percent: '100' is out of range; write a"
                        + " number from 0 to 99");
    }

    /// Its second bad group has eight.
    @Test
    void saysEightMistakesIfTheHealthCheckIsNearlyRight() {
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> read(bad("1m", 0, 0)))
                .satisfies(bad -> assertThat(bad.mistakes()).hasSize(8))
                .satisfies(bad ->
                        assertThat(bad.mistakes().getLast().path())
                                .isEqualTo("node_groups[0].health_check_newest_nodes_percent"));
    }

    private static String bad(String unhealthy, int newest, int most) {
        return """
        node_groups:
          - name: ""
            label_key: "customer"
            label_value: "buileng"
            cloud_provider_group_name: "somegroup"
            taint_upper_capacity_threshold_percent: 70
            taint_lower_capacity_threshold_percent: 90
            scale_up_threshold_percent: 100
            min_nodes: 1
            max_nodes: 0
            slow_node_removal_rate: 1
            fast_node_removal_rate: 2
            soft_delete_grace_period: 10
            hard_delete_grace_period: 1h10m
            scale_up_cool_down_period: 55m
            taint_effect: invalid
            max_node_age: bla
            unhealthy_node_grace_period: %s
            health_check_newest_nodes_percent: %d
            max_unhealthy_nodes_percent: %d
        """
                .formatted(unhealthy, newest, most);
    }

    @Test
    void refusesWhatEscalatorLetsPass() {
        assertMistakes(
                SHORT + "    max_nodez: 3\n",
                "14:5: node_groups[0].max_nodez: unknown key; did you mean 'max_nodes'?");
        assertMistakes(
                SHORT + SHORT.replace("node_groups:\n", ""),
                "14:11: node_groups[1].name: two groups are named 'shared'; rename one",
                "16:18: node_groups[1].label_value: the group 'shared' has this label too; give"
                        + " each group its own");
        assertMistakes(
                SHORT.replace("slow_node_removal_rate: 2", "slow_node_removal_rate: -1"),
                "9:29: node_groups[0].slow_node_removal_rate: '-1' is out of range; write a number"
                        + " from 0 to 1000000");
    }

    @Test
    void saysWhichKeysAreMissing() {
        assertMistakes(
                "node_groups:\n  - name: shared\n",
                "2:5: node_groups[0]: 'label_key' is missing; add 'label_key: …'",
                "2:5: node_groups[0]: 'label_value' is missing; add 'label_value: …'",
                "2:5: node_groups[0]: 'taint_upper_capacity_threshold_percent' is missing; add"
                        + " 'taint_upper_capacity_threshold_percent: …'",
                "2:5: node_groups[0]: 'taint_lower_capacity_threshold_percent' is missing; add"
                        + " 'taint_lower_capacity_threshold_percent: …'",
                "2:5: node_groups[0]: 'scale_up_threshold_percent' is missing; add"
                        + " 'scale_up_threshold_percent: …'",
                "2:5: node_groups[0]: 'scale_up_cool_down_period' is missing; add"
                        + " 'scale_up_cool_down_period: …'",
                "2:5: node_groups[0]: 'soft_delete_grace_period' is missing; add"
                        + " 'soft_delete_grace_period: …'",
                "2:5: node_groups[0]: 'hard_delete_grace_period' is missing; add"
                        + " 'hard_delete_grace_period: …'");
    }

    /// Two labels that are missing are not one label.
    @Test
    void aMissingLabelIsNotSharedWithAnotherGroup() {
        var one = SHORT.replace("    label_value: shared\n", "");
        var other = one.replace("node_groups:\n", "").replace("name: shared", "name: other");

        assertMistakes(
                one + other,
                "2:5: node_groups[0]: 'label_value' is missing; add 'label_value: …'",
                "13:5: node_groups[1]: 'label_value' is missing; add 'label_value: …'");
    }

    private static PolicyFile read(String text) {
        return PolicyFile.read(Source.text("escalator.yaml", text));
    }

    private static void assertMistakes(String text, String... mistakes) {
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> read(text))
                .satisfies(bad ->
                        assertThat(bad.mistakes())
                                .extracting(mistake ->
                                        mistake.toString().replace("escalator.yaml:", ""))
                                .containsExactly(mistakes));
    }
}
