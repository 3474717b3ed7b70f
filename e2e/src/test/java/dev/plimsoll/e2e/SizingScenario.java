package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// A controller with the rights of the Helm chart sizes a group by its utilisation: 30 pods of half
/// a cpu come to nodes of 4 cpu, then all but one on each node go. Of the 6 that stay, one may be
/// missing at a time.
///
/// @param plane the control plane of the nodes
/// @param folder for the files of the controllers
/// @param arguments further arguments of `plimsoll run`
public record SizingScenario(
        ControlPlane plane, Release release, Path folder, List<String> arguments) {

    private static final String NAMESPACE = "plimsoll";
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    private static final String DRAINING = "plimsoll.dev/draining";

    /// A control plane that logs the requests of the controller. Pods start slowly, so that the
    /// disruption budget refuses evictions for more than one turn.
    public static ControlPlane start() {
        var account = Release.account(NAMESPACE);
        return ControlPlane.start(
                Setup.whole()
                        .withUser(account)
                        .withAudit(account)
                        .withPodStart(Duration.ofMillis(1_500)));
    }

    /// Installs the rights of the chart.
    ///
    /// @param provider a value of the chart, such as `cluster-api`
    public static SizingScenario install(
            ControlPlane plane, Path folder, String provider, String... arguments) {
        var words = new ArrayList<>(List.of("--namespace", NAMESPACE, "--provider", provider));
        words.addAll(List.of(arguments));
        return new SizingScenario(
                plane, Release.install(plane, NAMESPACE, "provider=" + provider), folder, words);
    }

    /// The label that the nodes of a group have, with the name of the group as its value.
    public static String label() {
        return NodeGroup.LABEL;
    }

    /// Lets the load come and go.
    ///
    /// @param name the name of the group; its pods select nodes by it
    /// @param more further keys of the group in the policy
    public void growAndShrink(String name, String... more) {
        var timeline = new Timeline();
        var group = NodeGroup.create(plane, name, 0, 30);
        var policy = group.policy(more);
        plane.api().create(Manifests.budget(name, name, 5, Map.of("app", name)));
        try (var replica = start(name, policy)) {
            timeline.note(name + ": the controller starts, 30 pods need 15 cpu");
            plane.await("nodes of " + name, () -> group.nodes().size() >= 6);
            timeline.note(name + ": nodes are created");
            plane.await("30 pods to run", () -> group.running() == 30);
            timeline.note(name + ": all pods run on " + group.ready() + " Ready nodes");
            assertThat(group.nodes()).hasSize(6);

            keepOneOnEachNode(group);
            group.scale(6);
            plane.await("24 pods to go", () -> group.running() == 6);
            timeline.note(name + ": the load falls to 6 pods");
            plane.await(name + " to drain", () -> isDraining(group));
            timeline.note(name + ": nodes drain");
            plane.await(
                    "nodes of " + name + " to go",
                    () -> isWithinBudget(group) && group.nodes().size() <= 2);
            timeline.note(name + ": " + group.nodes().size() + " nodes are left");
            plane.await("6 pods to run", () -> isWithinBudget(group) && group.running() == 6);
            timeline.note(name + ": all pods run on them");
            assertThat(replica.output()).contains("evict");
            assertThat(replica.stopAndReplay().code()).isZero();
        }
        plane.api().delete(Api.path("apps/v1", "Deployment", name));
    }

    /// Its clock runs twice as fast as ours: pods of draining nodes are evicted after two seconds.
    private Replica start(String run, String policy) {
        var words = new ArrayList<>(arguments);
        words.addAll(List.of("--speed", "2"));
        return Replica.start(
                folder.resolve(run),
                plane.kubeconfig(release.account()),
                policy,
                words.toArray(String[]::new));
    }

    /// When the Deployment shrinks, one pod of each node stays, which must be evicted later.
    private void keepOneOnEachNode(NodeGroup group) {
        Map<String, Object> stays =
                Map.of("metadata", Map.of("annotations", Map.of(DELETION_COST, "100")));
        var nodes = new HashSet<String>();
        for (var pod : plane.api().list(Api.path("v1", "Pod", group.name()))) {
            if (nodes.add(JsonTree.text(pod, "spec", "nodeName"))) {
                plane.api().patch(podPath(pod), stays);
            }
        }
    }

    private static String podPath(Map<String, Object> pod) {
        return Api.path("v1", "Pod", JsonTree.text(pod, "metadata", "namespace"))
                + "/"
                + JsonTree.text(pod, "metadata", "name");
    }

    private static boolean isDraining(NodeGroup group) {
        return group.nodes().stream()
                .flatMap(node -> JsonTree.maps(node, "spec", "taints").stream())
                .anyMatch(taint -> JsonTree.text(taint, "key").equals(DRAINING));
    }

    /// At every look at least 5 of 6 pods are Ready.
    private boolean isWithinBudget(NodeGroup group) {
        var path = Api.path("policy/v1", "PodDisruptionBudget", group.name()) + "/" + group.name();
        assertThat(JsonTree.at(plane.api().get(path), "status", "currentHealthy"))
                .isInstanceOfSatisfying(
                        Long.class, healthy -> assertThat(healthy).isGreaterThanOrEqualTo(5));
        return true;
    }

    /// Every right that the chart grants was used, and none was missing. Which versions of an API
    /// group there are, everybody may ask.
    public void needsExactlyItsRole() {
        var used = new TreeSet<>(release.used());
        used.removeIf(access -> access.startsWith("get /apis/"));
        assertThat(plane.audit(release.account()).forbidden()).isEmpty();
        assertThat(used).isEqualTo(release.granted());
    }
}
