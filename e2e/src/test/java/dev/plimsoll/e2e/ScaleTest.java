package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the controller takes on large clusters. The figures are printed; those that do not depend
/// on the machine are checked.
@Tag("e2e")
class ScaleTest {

    private static final Duration REST = Duration.ofMinutes(1);
    private static final int AT_ONCE = 16;
    private static final int GROUPS = 20;

    /// The pods of 2 cpu by which a group grows.
    private static final int MORE_PODS = 500;

    /// The heap of the controller and the memory limit of the chart, in MiB.
    private static final int HEAP = 300;

    private static final int RESIDENT = 512;

    /// The controller, as an admin whose requests are logged.
    private static final User CONTROLLER = new User("controller", List.of("system:masters"));

    private static final Pattern DECIDED = Pattern.compile("steps=[1-9].* ms=(\\d+)");

    @TempDir Path folder;

    @Test
    void restsAndDecidesOnAThousandNodes() throws Exception {
        measure(1_000, 30, _ -> {});
    }

    /// A tenth of the pods is replaced; half of them while the controller hears nothing and the API
    /// server starts again, so that all pods are listed again.
    @Test
    void holdsAHundredAndFiftyThousandPods() throws Exception {
        int nodes = 5_000;
        int pods = 30 * nodes;
        measure(
                nodes,
                30,
                large -> {
                    large.churn(0, pods / 20, nodes);
                    long lists = large.listsOfPods();
                    large.replica().pause();
                    large.plane().component(Program.API_SERVER).restart();
                    large.churn(pods / 20, pods / 10, nodes);
                    large.replica().resume();
                    large.plane().await("a list", () -> large.listsOfPods() > lists);
                });
    }

    /// A large cluster and its controller.
    private record Large(ControlPlane plane, Replica replica) {

        /// Replaces pods by others.
        void churn(int from, int to, int nodes) throws ExecutionException, InterruptedException {
            var pods = Api.path("v1", "Pod", "large");
            inParallel(
                    to - from,
                    i -> {
                        plane.api().delete(pods + "/p" + (from + i));
                        plane.api().create(pod("q" + (from + i), on("large-" + i % nodes)));
                    });
        }

        long listsOfPods() {
            return plane.audit(CONTROLLER).requests().stream()
                    .filter(request -> request.is("list pods"))
                    .count();
        }
    }

    /// What happens between the measurements.
    @FunctionalInterface
    private interface Change {
        void happen(Large cluster) throws Exception;
    }

    /// @param each the pods of a node
    private void measure(int nodes, int each, Change change) throws Exception {
        var setup = Setup.of(Program.KWOK).withUser(CONTROLLER).withAudit(CONTROLLER);
        try (var plane = ControlPlane.start(setup)) {
            plane.api().create(Manifests.namespace("large"));
            plane.api().create(account());
            var timeline = new Timeline();
            inParallel(nodes, i -> plane.api().create(group(plane, i).node("large-" + i)));
            inParallel(
                    nodes * each, i -> plane.api().create(pod("p" + i, on("large-" + i % nodes))));
            plane.await("nodes to be Ready", () -> ready(plane) == nodes);
            timeline.note("created " + nodes + " nodes with " + nodes * each + " pods");
            try (var replica = start(plane, nodes)) {
                replica.awaitSays("nodes=" + nodes + " ");
                timeline.note("read them");
                rest(replica);
                timeline.note("rested");
                change.happen(new Large(plane, replica));
                timeline.note("changed");
                decide(plane, replica);
                timeline.note("decided");
                assertThat(replica.resident()).isLessThan(RESIDENT);
                assertThat(replica.stop()).isZero();
            }
        }
    }

    private Replica start(ControlPlane plane, int nodes) {
        var policy = new StringBuilder(group(plane, 0).policy());
        for (int i = 1; i < GROUPS; i++) {
            policy.append(group(plane, i).section());
        }
        return Replica.start(
                HEAP,
                folder,
                plane.kubeconfig(CONTROLLER),
                policy.toString().replace("maxNodes: 12", "maxNodes: " + nodes),
                "--namespace",
                "large",
                "--every",
                "10s");
    }

    private static NodeGroup group(ControlPlane plane, int number) {
        return new NodeGroup(plane, "large" + number % GROUPS);
    }

    private static long ready(ControlPlane plane) {
        return plane.api().list(Api.path("v1", "Node", "")).stream()
                .filter(NodeGroup::isReady)
                .count();
    }

    /// Pods for which a group has no room.
    private static void decide(ControlPlane plane, Replica replica) throws Exception {
        var template =
                PodTemplate.of("more", "2", "64Mi").withNodeSelector(NodeGroup.LABEL, "large0");
        inParallel(MORE_PODS, i -> plane.api().create(pod("more" + i, template.spec())));
        replica.awaitSays("large0 +");
        long slowest =
                DECIDED.matcher(replica.output())
                        .results()
                        .mapToLong(turn -> Long.parseLong(turn.group(1)))
                        .max()
                        .orElseThrow();
        System.out.printf(
                Locale.ROOT,
                "e2e: a turn that decides %d ms; %d MiB resident%n",
                slowest,
                replica.resident());
    }

    /// There are no controllers to make it.
    private static Map<String, Object> account() {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ServiceAccount",
                "metadata",
                Map.of("namespace", "large", "name", "default"));
    }

    /// Pods request little enough for the groups to stay as they are.
    private static Map<String, Object> on(String node) {
        var spec = new LinkedHashMap<>(PodTemplate.of("any", "75m", "64Mi").spec());
        spec.put("nodeName", node);
        return spec;
    }

    /// Pods of a thousand workloads.
    private static Map<String, Object> pod(String name, Map<String, Object> spec) {
        var app = "app" + Integer.parseInt(name.replaceAll("[a-z]", "")) % 1_000;
        var pod =
                new LinkedHashMap<>(
                        Manifests.pod("large", name, PodTemplate.of(app, "75m", "64Mi")));
        var whole = new LinkedHashMap<>(spec);
        whole.put("automountServiceAccountToken", false);
        pod.put("spec", whole);
        return pod;
    }

    private static void rest(Replica replica) throws Exception {
        Thread.sleep(Duration.ofSeconds(30));
        double cpu = replica.metric("process_cpu_seconds_total");
        double turns = replica.metric("plimsoll_turn_seconds_count");
        double seconds = replica.metric("plimsoll_turn_seconds_sum");
        double requests = replica.metric("plimsoll_requests_total");

        Thread.sleep(REST);
        cpu = replica.metric("process_cpu_seconds_total") - cpu;
        turns = replica.metric("plimsoll_turn_seconds_count") - turns;
        seconds = replica.metric("plimsoll_turn_seconds_sum") - seconds;
        requests = replica.metric("plimsoll_requests_total") - requests;

        System.out.printf(
                Locale.ROOT,
                "e2e: at rest %.2f%% of a core; a turn %.1f ms and %.1f requests; %d MiB"
                        + " resident%n",
                100 * cpu / REST.toSeconds(),
                1_000 * seconds / turns,
                requests / turns,
                replica.resident());
        assertThat(turns).isBetween(4.0, 8.0);
        assertThat(cpu).isLessThan(0.05 * REST.toSeconds());
    }

    private static void inParallel(int count, IntConsumer create)
            throws ExecutionException, InterruptedException {
        var workers = new ArrayList<Callable<Boolean>>();
        for (int worker = 0; worker < AT_ONCE; worker++) {
            int first = worker;
            workers.add(() -> {
                for (int i = first; i < count; i += AT_ONCE) {
                    create.accept(i);
                }
                return true;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var worker : threads.invokeAll(workers)) {
                assertThat(worker.get()).isTrue();
            }
        }
    }
}
