package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the controller takes on large clusters. The figures are printed; those that do not depend
/// on the machine are checked.
@Tag("e2e")
class ScaleTest {

    private static final Duration REST = Duration.ofMinutes(1);
    private static final int AT_ONCE = 16;

    @TempDir Path folder;

    @Test
    void restsOnAThousandNodes() throws Exception {
        measure(1_000, 30, 512);
    }

    @Test
    void holdsAHundredAndFiftyThousandPods() throws Exception {
        measure(5_000, 30, 300);
    }

    /// @param each the pods of a node
    /// @param heap the maximum of the controller in MiB
    private void measure(int nodes, int each, int heap) throws Exception {
        try (var plane = ControlPlane.start(Setup.of(Program.KWOK))) {
            var group = new NodeGroup(plane, "large");
            plane.api().create(Manifests.namespace(group.name()));
            inParallel(nodes, i -> plane.api().create(group.node("large-" + i)));
            inParallel(nodes * each, i -> plane.api().create(pod(i, "large-" + i % nodes)));
            plane.await("nodes to be Ready", () -> group.ready() == nodes);
            var timeline = new Timeline();
            try (var replica =
                    Replica.start(
                            heap,
                            folder,
                            plane.kubeconfig(User.ADMIN),
                            group.policy().replace("maxNodes: 12", "maxNodes: " + nodes),
                            "--namespace",
                            group.name(),
                            "--every",
                            "10s")) {
                replica.awaitSays("nodes=" + nodes + " ");
                timeline.note("read " + nodes + " nodes with " + nodes * each + " pods");
                rest(replica);
                assertThat(replica.stop()).isZero();
            }
        }
    }

    /// Pods request little enough for the group to stay as it is.
    private static Map<String, Object> pod(int number, String node) {
        var pod =
                new LinkedHashMap<>(
                        Manifests.pod(
                                "large",
                                "p" + number,
                                PodTemplate.of("app" + number % 1_000, "75m", "64Mi")));
        var spec = new LinkedHashMap<>(PodTemplate.of("any", "75m", "64Mi").spec());
        spec.put("nodeName", node);
        spec.put("serviceAccountName", "default");
        pod.put("spec", spec);
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

    private static void inParallel(int count, IntConsumer create) throws InterruptedException {
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
                assertThat(worker.resultNow()).isTrue();
            }
        }
    }
}
