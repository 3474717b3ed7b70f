package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ten Deployments on groups of three sizes in three zones, from nothing to all pods Running, and
/// down to a fifth of them: the workload on which Cluster Autoscaler and Karpenter were measured
/// (docs/performance.md). Nodes have no boot time. The figures are printed; those that do not
/// depend on the machine are checked.
@Tag("e2e")
class MixedWorkloadTest {

    /// The pods of each Deployment: cpu in millis, memory in MiB.
    static final List<List<Integer>> SIZES =
            List.of(
                    List.of(100, 128),
                    List.of(200, 256),
                    List.of(250, 512),
                    List.of(500, 512),
                    List.of(500, 1_024),
                    List.of(1_000, 1_024),
                    List.of(1_000, 2_048),
                    List.of(1_500, 3_072),
                    List.of(2_000, 4_096),
                    List.of(3_000, 6_144));

    /// The Deployment that is spread over zones.
    static final int SPREAD = 5;

    private static final String NAMESPACE = "mixed";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final List<String> ZONES = List.of("a", "b", "c");
    private static final Duration SAMPLE = Duration.ofMillis(250);

    /// A pod that is bound and does not start for this long is written to: KWOK overlooks one now
    /// and then that was bound to a node it had just begun to run.
    private static final Duration OVERLOOKED = Duration.ofSeconds(3);

    private static final Duration LONGEST = Duration.ofMinutes(12);

    /// The end of shrinking: no node has gone for this long.
    private static final Duration QUIET = Duration.ofSeconds(150);

    private static final User CONTROLLER = new User("controller", List.of("system:masters"));

    @TempDir Path folder;

    @Test
    void startsAndStopsThreeHundredPods() throws Exception {
        var figures = measure(30);

        assertThat(figures.cpuAdded()).isLessThanOrEqualTo(300);
        assertThat(figures.resident()).isLessThanOrEqualTo(200);
        assertThat(figures.requests()).isLessThanOrEqualTo(84);
        assertThat(figures.cpuLeft()).isLessThanOrEqualTo(48);
        assertThat(figures.evictions()).isLessThanOrEqualTo(59);
    }

    @Test
    void startsAndStopsThreeThousandPods() throws Exception {
        var figures = measure(300);

        assertThat(figures.cpuAdded()).isLessThanOrEqualTo(3_060);
        assertThat(figures.resident()).isLessThanOrEqualTo(300);
        assertThat(figures.requests()).isLessThanOrEqualTo(900);
    }

    /// @param requests until all pods ran
    /// @param cpuLeft the cpu of added nodes after shrinking
    private record Figures(
            long cpuAdded, long resident, long requests, long cpuLeft, long evictions) {}

    private Figures measure(int replicas) throws Exception {
        var setup = Setup.whole().withUser(CONTROLLER).withAudit(CONTROLLER);
        try (var plane = ControlPlane.start(setup)) {
            prepare(plane);
            try (var replica = start(plane)) {
                replica.awaitSays("turn nodes=5");
                Thread.sleep(Duration.ofSeconds(5));
                var run = new Run(plane, replica);
                var grown = run.until(replicas, "grow");
                var shrunk = run.until(replicas / 5, "shrink");
                assertThat(replica.stopAndReplay().code()).isZero();
                return new Figures(
                        grown.cpu(),
                        grown.resident(),
                        grown.requests(),
                        shrunk.cpu(),
                        shrunk.evictions());
            }
        }
    }

    private static void prepare(ControlPlane plane) {
        plane.api().create(Manifests.namespace(NAMESPACE));
        for (int i = 0; i < 5; i++) {
            var labels = Map.of(ZONE, ZONES.get(i % 3));
            var room = Map.of("cpu", "4", "memory", "16Gi");
            plane.api().create(Manifests.node("start-" + i, labels, room));
        }
        plane.await(
                "5 nodes",
                () ->
                        nodes(plane).stream().filter(NodeGroup::isReady).count() == 5
                                && plane.api()
                                        .ask(
                                                "GET",
                                                Api.path("v1", "ServiceAccount", NAMESPACE)
                                                        + "/default",
                                                Map.of())
                                        .isGood());
    }

    private Replica start(ControlPlane plane) throws Exception {
        var policy =
                new StringBuilder(
                        """
                        apiVersion: plimsoll.dev/v1alpha1
                        kind: Policy
                        scaling: {unneededFor: 1m, settle: 1m, utilisationThreshold: 100%}
                        groups:
                        """);
        for (int cpu : List.of(4, 8, 16)) {
            policy.append(
                    """
                    - name: size-%d
                      match: {labels: {example.com/size: "%d"}}
                      manage: pods
                      minNodes: 0
                      maxNodes: 600
                      zones: [a, b, c]
                      spreadsZones: chosen
                      priceHour: 0.%02d
                      template: {allocatable: {cpu: %d, memory: %dGi, pods: 110}}
                    """
                            .formatted(cpu, cpu, 5 * cpu, cpu, 4 * cpu));
        }
        return Replica.launch(
                300,
                folder,
                plane.kubeconfig(CONTROLLER),
                policy.toString(),
                "--namespace",
                NAMESPACE,
                "--every",
                "10s");
    }

    private static List<Map<String, Object>> nodes(ControlPlane plane) {
        return plane.api().list(Api.path("v1", "Node", ""));
    }

    /// One change of the workload.
    ///
    /// @param cpu of all added nodes at its end
    private record Phase(long cpu, long resident, long requests, long evictions) {}

    /// The samples of one control plane.
    private static final class Run {

        private final ControlPlane plane;
        private final Replica replica;

        Run(ControlPlane plane, Replica replica) {
            this.plane = plane;
            this.replica = replica;
        }

        /// @param replicas the pods that each Deployment gets
        Phase until(int replicas, String name) throws Exception {
            double cpu = replica.metric("process_cpu_seconds_total");
            var before = plane.audit(CONTROLLER).requests().size();
            long begin = System.nanoTime();
            for (int i = 0; i < SIZES.size(); i++) {
                scale(i, replicas);
            }
            boolean grows = name.equals("grow");
            double lost = 0;
            int nodes = nodes(plane).size();
            long changed = begin;
            long ready = -1;
            long last = begin;
            while (true) {
                long now = System.nanoTime();
                int wanted = replicas * SIZES.size();
                int running = running();
                lost += Math.max(0, wanted - running) * (now - last) / 1e9;
                last = now;
                if (running != ready) {
                    ready = running;
                    changed = grows ? now : changed;
                }
                int size = nodes(plane).size();
                if (size != nodes) {
                    nodes = size;
                    changed = now;
                }
                if (grows && running == wanted) {
                    break;
                }
                if (!grows && now - changed > QUIET.toNanos() && running == wanted) {
                    break;
                }
                if (now - begin > LONGEST.toNanos()) {
                    throw new AssertionError(
                            running + " of " + wanted + " pods run\n" + replica.output());
                }
                if (grows && now - changed > OVERLOOKED.toNanos()) {
                    touch();
                }
                Thread.sleep(SAMPLE);
            }
            var requests = plane.audit(CONTROLLER).requests();
            var own = requests.subList(before, requests.size());
            long evictions = own.stream().filter(one -> one.is("create pods/eviction")).count();
            var added = added();
            long left =
                    added.entrySet().stream()
                            .mapToLong(e -> (long) e.getKey() * e.getValue())
                            .sum();
            System.out.printf(
                    Locale.ROOT,
                    "e2e: %s to %d pods: %.1f s; nodes added %s, %d cpu; controller %.2f s CPU,"
                            + " %d MiB, %d requests %s, %d evictions; %.0f pod-seconds not Ready%n",
                    name,
                    replicas * SIZES.size(),
                    (changed - begin) / 1e9,
                    added,
                    left,
                    replica.metric("process_cpu_seconds_total") - cpu,
                    replica.resident(),
                    own.size(),
                    kinds(own),
                    evictions,
                    lost);
            return new Phase(left, replica.resident(), own.size(), evictions);
        }

        private static Map<String, Integer> kinds(List<AuditLog.Request> requests) {
            var kinds = new TreeMap<String, Integer>();
            requests.forEach(one -> kinds.merge(one.access().toString(), 1, Integer::sum));
            return kinds;
        }

        private void scale(int workload, int replicas) {
            var name = "w" + workload;
            var path = Api.path("apps/v1", "Deployment", NAMESPACE);
            if (plane.api().ask("GET", path + "/" + name, Map.of()).isGood()) {
                plane.api().patch(path + "/" + name, Map.of("spec", Map.of("replicas", replicas)));
                return;
            }
            var size = SIZES.get(workload);
            var template = PodTemplate.of(name, size.get(0) + "m", size.get(1) + "Mi");
            var deployment = Manifests.deployment(NAMESPACE, name, replicas, template);
            plane.api().create(workload == SPREAD ? spread(deployment, name) : deployment);
        }

        /// The Deployment with pods that are spread over zones.
        private static Map<String, Object> spread(Map<String, Object> deployment, String name) {
            var spec = new LinkedHashMap<>(JsonTree.map(JsonTree.at(deployment, "spec")));
            var template = new LinkedHashMap<>(JsonTree.map(JsonTree.at(spec, "template")));
            var pod = new LinkedHashMap<>(JsonTree.map(JsonTree.at(template, "spec")));
            pod.put(
                    "topologySpreadConstraints",
                    List.of(
                            Map.of(
                                    "maxSkew",
                                    1,
                                    "topologyKey",
                                    ZONE,
                                    "whenUnsatisfiable",
                                    "DoNotSchedule",
                                    "labelSelector",
                                    Map.of("matchLabels", Map.of("app", name)))));
            template.put("spec", pod);
            spec.put("template", template);
            var whole = new LinkedHashMap<>(deployment);
            whole.put("spec", spec);
            return whole;
        }

        private int running() {
            return plane.api().list(Api.path("apps/v1", "Deployment", NAMESPACE)).stream()
                    .map(one -> JsonTree.at(one, "status", "readyReplicas"))
                    .mapToInt(ready -> ready instanceof Number number ? number.intValue() : 0)
                    .sum();
        }

        /// Writes to the pods that are bound and did not start.
        private void touch() {
            for (var pod : plane.api().list(Api.path("v1", "Pod", NAMESPACE))) {
                if (!JsonTree.text(pod, "spec", "nodeName").isEmpty()
                        && JsonTree.text(pod, "status", "phase").equals("Pending")) {
                    plane.api()
                            .patch(
                                    Api.path(pod),
                                    Map.of("metadata", Map.of("annotations", Map.of("a", "b"))));
                }
            }
        }

        /// The number of added nodes, by their cpu.
        private Map<Integer, Integer> added() {
            var added = new TreeMap<Integer, Integer>();
            var sizes = new ArrayList<Integer>();
            nodes(plane)
                    .forEach(node -> {
                        var size = JsonTree.text(node, "metadata", "labels", "example.com/size");
                        if (!size.isEmpty()) {
                            sizes.add(Integer.parseInt(size));
                        }
                    });
            sizes.forEach(size -> added.merge(size, 1, Integer::sum));
            return added;
        }
    }
}
