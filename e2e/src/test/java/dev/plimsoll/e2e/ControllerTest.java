package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.kubernetes.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The controller on a real control plane: a group that is sized by its utilisation grows with its
/// load and shrinks with it, within its disruption budget.
@Tag("e2e")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerTest {

    private static final String NAMESPACE = "plimsoll";

    /// Has the rights of a dry run.
    private static final User VIEWER = Release.account("viewer");

    private final ControlPlane plane;
    private final Release release;

    @TempDir Path folder;

    ControllerTest() {
        var account = Release.account(NAMESPACE);
        plane =
                ControlPlane.start(
                        Setup.whole()
                                .withUser(account)
                                .withAudit(account)
                                .withUser(VIEWER)
                                .withAudit(VIEWER)
                                .withPodStart(Duration.ofMillis(500)));
        release = Release.install(plane, NAMESPACE, "provider=nodes");
        Release.install(plane, "viewer", "provider=nodes", "dryRun=true");
    }

    /// After all scenarios: every right that the chart grants was used, and none was missing.
    @AfterAll
    void needsExactlyItsRole() {
        try (plane) {
            assertThat(plane.audit(release.account()).forbidden()).isEmpty();
            assertThat(release.used()).isEqualTo(release.granted());
        }
    }

    @Test
    void sizesAGroupByItsUtilisation() {
        var group = NodeGroup.create(plane, "web", 2, 30);

        growAndShrink(
                group, group.policy("template: {allocatable: {cpu: 4, memory: 16Gi, pods: 110}}"));
    }

    /// Six nodes are two in each zone, and the two that stay are in different zones.
    @Test
    void keepsTheZonesOfAGroupLevel() {
        var group = NodeGroup.create(plane, "zonal", 0, 30);
        var policy =
                group.policy(
                        "zones: [a, b, c]",
                        "template: {allocatable: {cpu: 4, memory: 16Gi, pods: 110}}");

        growAndShrink(group, policy, ControllerTest::assertLevel);
    }

    private static void assertLevel(NodeGroup group) {
        var nodes = group.nodes().size();
        assertThat(zones(group).keySet()).isSubsetOf("a", "b", "c").hasSize(Math.min(3, nodes));
        assertThat(zones(group).values())
                .allMatch(some -> some >= nodes / 3 && some <= Math.ceilDiv(nodes, 3));
    }

    @Test
    void takesEscalatorsFileAsItsPolicy() {
        var group = NodeGroup.create(plane, "escalator", 2, 30);

        growAndShrink(
                group,
                """
                node_groups:
                - name: escalator
                  label_key: %s
                  label_value: escalator
                  cloud_provider_group_name: escalator
                  min_nodes: 1
                  max_nodes: 12
                  scale_up_threshold_percent: 70
                  taint_upper_capacity_threshold_percent: 40
                  taint_lower_capacity_threshold_percent: 10
                  slow_node_removal_rate: 2
                  fast_node_removal_rate: 5
                  scale_up_cool_down_period: 3s
                  soft_delete_grace_period: 2s
                  hard_delete_grace_period: 4s
                  scale_on_starve: true
                """
                        .formatted(NodeGroup.LABEL));
    }

    /// A dry run wants nodes for its pending pods, and somebody else adds one.
    @Test
    void saysWhatOthersDoBesideADryRun() {
        var group = NodeGroup.create(plane, "shadow", 2, 30);

        try (var replica = start(group, "dry", group.policy(Faults.TEMPLATE), "--dry-run")) {
            replica.awaitSays("shadow would +4: ");
            plane.api().create(group.node("shadow-by-hand"));
            replica.awaitSays(
                    "shadow: others went from 2 to 3 nodes; Plimsoll would have gone to 6 ");
            assertThat(replica.stop()).isZero();
            assertThat(replica.output())
                    .contains(
                            "Plimsoll would have made 1 change; others made 1 of them, and 0"
                                    + " changes");
        }
        assertThat(group.nodes()).hasSize(3);
        plane.api().delete(Api.path("apps/v1", "Deployment", group.name()));
    }

    /// Three pods on three nodes fit on one, and one of them may be missing at a time.
    @Test
    void evictsPodsWithinTheirBudget() {
        var group = NodeGroup.create(plane, "evicted", 3, 3);
        plane.api().create(Manifests.budget("evicted", "evicted", 2, Map.of("app", "evicted")));
        plane.await("3 pods to run", () -> group.running() == 3 && healthy(group) == 3);

        try (var laws = new Laws(plane, NAMESPACE);
                var replica = start(group, "run", group.policy(), "--speed", "10")) {
            laws.watch(group, 1, 3);
            plane.await("two nodes to go", () -> group.nodes().size() == 1);
            assertThat(replica.output()).contains("evict");
            end(replica);
            plane.await("3 pods to run", () -> group.running() == 3);
            laws.mustHoldWithBudget(group);
        }
        plane.api().delete(Api.path("apps/v1", "Deployment", group.name()));
    }

    /// A group in dry run and a paused node stay as they are while the nodes beside them go.
    @Test
    void leavesAGroupInDryRunAndAPausedNodeAlone() {
        var group = NodeGroup.create(plane, "neighbour", 4, 1);
        var rehearsed = NodeGroup.create(plane, "rehearsed", 3, 1);
        plane.api()
                .patch(
                        Api.path("v1", "Node", "") + "/neighbour-2",
                        Map.of("metadata", Map.of("annotations", Map.of(Keys.PAUSED, "true"))));
        plane.await("the pods to run", () -> group.running() + rehearsed.running() == 2);
        var before = taints(rehearsed);
        var policy = group.policy() + rehearsed.section("dryRun: true");

        try (var replica = start(group, "run", policy, "--speed", "10")) {
            plane.await("two nodes to go", () -> group.nodes().size() == 2);
            replica.awaitSays("rehearsed would drain 2");
            end(replica);
        }
        assertThat(taints(group)).containsEntry("neighbour-2", List.of());
        assertThat(taints(rehearsed)).isEqualTo(before);
        for (var each : List.of(group, rehearsed)) {
            plane.api().delete(Api.path("apps/v1", "Deployment", each.name()));
        }
    }

    /// The taints of each node.
    private static Map<String, List<Map<String, Object>>> taints(NodeGroup group) {
        var taints = new TreeMap<String, List<Map<String, Object>>>();
        for (var node : group.nodes()) {
            taints.put(
                    JsonTree.text(node, "metadata", "name"), JsonTree.maps(node, "spec", "taints"));
        }
        return taints;
    }

    /// The API server evicts no pod of two budgets.
    @Test
    void namesAPodOfTwoBudgets() {
        var group = NodeGroup.create(plane, "twice", 2, 2);
        for (var budget : List.of("one", "two")) {
            plane.api().create(Manifests.budget("twice", budget, 1, Map.of("app", "twice")));
        }
        plane.await("2 pods to run", () -> group.running() == 2);

        try (var replica = start(group, "run", group.policy(), "--speed", "10")) {
            plane.await("the Event to repeat", () -> repeats("FailedToEvictPods") > 1);
            assertThat(replica.output()).contains("disruption budgets one and two cover it");
            end(replica);
        }
        assertThat(group.running()).isEqualTo(2);
        plane.api().delete(Api.path("apps/v1", "Deployment", group.name()));
    }

    private long repeats(String reason) {
        return plane.api().list(Api.path("v1", "Event", "default")).stream()
                .filter(event -> JsonTree.text(event, "reason").equals(reason))
                .mapToLong(event -> JsonTree.at(event, "count") instanceof Long count ? count : 0)
                .max()
                .orElse(0);
    }

    private void growAndShrink(NodeGroup group, String policy) {
        growAndShrink(group, policy, _ -> {});
    }

    /// @param look at the group when it has grown, and when it has shrunk
    private void growAndShrink(NodeGroup group, String policy, Consumer<NodeGroup> look) {
        var timeline = new Timeline();
        plane.api()
                .create(
                        Manifests.budget(
                                group.name(), group.name(), 5, Map.of("app", group.name())));
        try (var replica = start(group, "grow", policy)) {
            timeline.note(group.name() + ": the controller starts, 30 pods need 15 cpu");
            plane.await("nodes of " + group.name(), () -> group.nodes().size() >= 5);
            timeline.note(group.name() + ": nodes are created");
            plane.await("30 pods to run", () -> group.running() == 30);
            timeline.note(group.name() + ": all pods run on " + group.ready() + " Ready nodes");
            assertThat(group.nodes()).hasSizeBetween(5, 12);
            look.accept(group);
            end(replica);
        }

        // Groups that have just grown drain no nodes for 15 minutes by default.
        try (var replica = start(group, "shrink", policy, "--speed", "120")) {
            group.scale(6);
            plane.await("24 pods to go", () -> group.running() == 6);
            timeline.note(group.name() + ": the load falls to 6 pods");
            plane.await("nodes of " + group.name() + " to go", () -> isShrunk(group));
            timeline.note(group.name() + ": " + group.nodes().size() + " nodes are left");
            look.accept(group);
            plane.await("6 pods to run", () -> group.running() == 6);
            end(replica);
        }
        plane.api().delete(Api.path("apps/v1", "Deployment", group.name()));
    }

    private Replica start(NodeGroup group, String phase, String policy, String... more) {
        var words = new ArrayList<>(List.of("--namespace", NAMESPACE));
        words.addAll(List.of(more));
        return Replica.start(
                folder.resolve(group.name() + "-" + phase),
                plane.kubeconfig(release.account()),
                policy,
                words.toArray(String[]::new));
    }

    private static void end(Replica replica) {
        assertThat(replica.stopAndReplay().code()).isZero();
    }

    /// At every look the budget holds: at least 5 of 6 pods are Ready.
    private boolean isShrunk(NodeGroup group) {
        assertThat(healthy(group)).isGreaterThanOrEqualTo(5);
        return group.nodes().size() <= 2;
    }

    /// The Ready pods, as the disruption budget counts them.
    private long healthy(NodeGroup group) {
        var path = Api.path("policy/v1", "PodDisruptionBudget", group.name()) + "/" + group.name();
        return JsonTree.at(plane.api().get(path), "status", "currentHealthy") instanceof Long pods
                ? pods
                : 0;
    }

    private static Map<String, Integer> zones(NodeGroup group) {
        var zones = new TreeMap<String, Integer>();
        for (var node : group.nodes()) {
            zones.merge(
                    JsonTree.text(node, "metadata", "labels", "topology.kubernetes.io/zone"),
                    1,
                    Math::addExact);
        }
        return zones;
    }

    /// With the rights of a dry run.
    @Test
    void plansALiveClusterAsItsDump() {
        NodeGroup.create(plane, "planned", 2, 20);
        plane.await("pods of planned", () -> new NodeGroup(plane, "planned").running() == 16);
        var dump = folder.resolve("dump.json").toString();
        var redacted = folder.resolve("redacted.json");
        var kubeconfig = plane.kubeconfig(VIEWER).toString();

        var collected = Plimsoll.run(folder, "collect", "--kubeconfig", kubeconfig, "--out", dump);
        var live = Plimsoll.run(folder, "plan", "--kubeconfig", kubeconfig, "-o", "json");
        var dumped = Plimsoll.run(folder, "plan", "-f", dump, "-o", "json");
        var policy = Plimsoll.run(folder, "init", "--kubeconfig", kubeconfig);
        var shared =
                Plimsoll.run(
                        folder,
                        "collect",
                        "--kubeconfig",
                        kubeconfig,
                        "--redact",
                        "--out",
                        redacted.toString());

        assertThat(collected.code()).isZero();
        assertThat(live.out()).startsWith("{").isEqualTo(dumped.out());
        assertThat(live.code()).isZero();
        assertThat(policy.out())
                .contains("kind: Policy")
                .isEqualTo(Plimsoll.run(folder, "init", "-f", dump).out());
        assertThat(policy.code()).isZero();
        assertThat(shared.code()).isZero();
        assertThat(redacted).content().contains("kubernetes.io").doesNotContain("planned");
        assertThat(Plimsoll.run(folder, "plan", redacted.toString()).code()).isZero();
        assertThat(plane.audit(VIEWER).accesses()).allMatch(access -> access.verb().equals("list"));
        plane.api().delete(Api.path("apps/v1", "Deployment", "planned"));
    }

    @Test
    void isAPluginOfKubectl() throws IOException, InterruptedException {
        var plugin = folder.resolve("kubectl-plimsoll");
        var words = String.join("' '", Plimsoll.arguments(List.of()));
        Files.writeString(
                plugin, "#!/bin/sh\nexec '" + Plimsoll.java() + "' '" + words + "' \"$@\"\n");
        assertThat(plugin.toFile().setExecutable(true)).isTrue();

        var ended =
                Ended.run(
                        Map.of(
                                "HOME", folder.toString(),
                                "PATH", folder + ":/usr/bin:/bin",
                                "KUBECONFIG", plane.kubeconfig(VIEWER).toString()),
                        Ended.NOTHING,
                        List.of(
                                plane.tool("kubectl").toString(),
                                "plimsoll",
                                "plan",
                                "--context",
                                "e2e"));

        assertThat(ended.out()).contains("nodes");
        assertThat(ended.code()).isZero();
    }
}
