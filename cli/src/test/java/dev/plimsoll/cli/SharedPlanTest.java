package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Plans of real dumps, and what was counted in them without our reader.
@Tag("shared")
class SharedPlanTest {

    private static final Path DUMPS =
            Path.of(System.getProperty("plimsoll.shared", "no such folder"), "data", "dumps");

    /// Those that are no dump of objects: a table, and records of other tools.
    private static final Set<String> OTHERS =
            Set.of("kubectl_get_pods_A.json", "large_trace.json", "scenario_c.json");

    /// The recorded answer bought two nodes of 61 GiB and two of 14: for two pods of 56 GiB, and
    /// for four of 6; one more fits what was there.
    private static final int MOST_ON_RECORDED_NODES = 7;

    /// What decides about the group of a node, beside roles, taints and size.
    private static final List<String> TELLING =
            List.of(
                    "cloud.google.com/gke-nodepool",
                    "node.kubernetes.io/instance-type",
                    "beta.kubernetes.io/instance-type",
                    "alibabacloud.com/gpu-card-model",
                    "kubernetes.io/arch");

    @TempDir private Path folder = Path.of("");

    /// @param groups how many, by the words that tell them apart
    private record Count(int nodes, int pods, int pending, int groups) {}

    static List<Path> dumps() throws IOException {
        try (var files = Files.list(DUMPS)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("dumps")
    void countsAsOneDoesWithoutIt(Path dump) throws IOException {
        var expected = count(dump);

        var plan = plimsoll("plan", "-f", dump);

        if (expected.nodes() + expected.pods() == 0) {
            assertThat(plan.code()).isEqualTo(2);
            assertThat(plan.err()).contains("the dump has neither nodes nor pods");
            return;
        }
        assertThat(plan.code()).isZero();
        assertThat(plan.err()).isEmpty();
        assertThat(plan.out())
                .contains(
                        "Read: %d node%s in %d group%s, %d pod%s, %d of them pending."
                                .formatted(
                                        expected.nodes(),
                                        expected.nodes() == 1 ? "" : "s",
                                        expected.groups(),
                                        expected.groups() == 1 ? "" : "s",
                                        expected.pods(),
                                        expected.pods() == 1 ? "" : "s",
                                        expected.pending()));
        addsUp(dump, expected);
    }

    @Test
    void knowsTheDollarsOfTheOneTypeThatIsListed() {
        var plan = plimsoll("plan", "-f", DUMPS.resolve("single"));

        assertThat(plan.out())
                .startsWith("Nothing to add; the cluster costs $0.19/h ($139 a month).");
    }

    private static void addsUp(Path dump, Count expected) {
        var tree = Plain.map(plimsoll("plan", "-f", dump, "-o", "json").out());
        int nodes = 0;
        for (var group : Plain.maps(tree, "groups")) {
            nodes += Plain.number(group, "nodes");
        }
        assertThat(nodes).isEqualTo(expected.nodes());
        int waiting = 0;
        for (var some : Plain.maps(tree, "pending")) {
            waiting += Plain.number(some, "pods");
        }
        assertThat(waiting).isEqualTo(expected.pending());
        assertThat(Plain.in(tree, "end", "finish")).isEqualTo("settled");
    }

    /// A recorded scale-up of Cluster Autoscaler: the pods that it bought nodes for, and which.
    @Test
    void buysNoDearerThanTheRecordedAnswer() throws IOException {
        var scenario = scenario();
        var helped = new TreeSet<String>();
        var sizes = new TreeMap<String, Integer>();
        for (var event : Plain.maps(scenario, "ScaleUpEvents")) {
            helped.add(Plain.text(event, "InvolvedObjectName"));
            var words = Plain.text(event, "Message").replaceAll(".*\\{|->| \\(max.*", " ").strip();
            var parts = words.split(" +", -1);
            sizes.put(parts[0], Integer.parseInt(parts[2]));
        }
        assertThat(sizes.values()).containsExactly(3, 3);
        var recorded = new BigDecimal("1.177").add(new BigDecimal("2.140"));

        var those = plan(scenario, helped);
        var all = plan(scenario, Set.of());

        assertThat(Plain.list(those, "unschedulable")).isEmpty();
        assertThat(cost(those)).isLessThanOrEqualTo(recorded);
        assertThat(placed(all)).isGreaterThanOrEqualTo(MOST_ON_RECORDED_NODES);
        assertThat(cost(all)).isLessThanOrEqualTo(recorded);
        for (var waiting : Plain.maps(all, "pending")) {
            if (Plain.number(waiting, "left") > 0) {
                assertThat(Plain.list(waiting, "verdicts").toString())
                        .contains("would exceed its maximum of 3 nodes");
            }
        }
        for (var group : Plain.maps(all, "groups")) {
            assertThat(Plain.number(group, "wanted")).isLessThanOrEqualTo(3);
        }
    }

    /// A recorded trace of SimKube: the Deployments of a cluster and their changes. It has neither
    /// nodes nor pods, so the pods of its largest state are planned on nodes that a policy has.
    @Test
    void buysTheFewestNodesForTheDeploymentsOfATrace() throws IOException {
        var objects = new ArrayList<String>();
        for (var deployment : largest()) {
            var template = Plain.tree(Plain.in(deployment, "spec", "template"));
            for (int i = 0; i < (Integer) Plain.in(deployment, "spec", "replicas"); i++) {
                var metadata = new TreeMap<>(Plain.tree(Plain.part(template, "metadata")));
                metadata.put("name", Plain.in(deployment, "metadata", "name") + "-" + i);
                metadata.put("namespace", Plain.in(deployment, "metadata", "namespace"));
                var spec = Plain.part(template, "spec");
                objects.add(Plain.json(Map.of("kind", "Pod", "metadata", metadata, "spec", spec)));
            }
        }
        var dump = Files.writeString(folder.resolve("dump.json"), Cluster.dump(objects));
        var policy =
                Files.writeString(
                        folder.resolve("policy.yaml"),
                        """
                        kind: Policy
                        groups:
                        - name: workers
                          match: {labels: {pool: workers}}
                          maxNodes: 20
                          priceHour: 0.4
                          template: {allocatable: {cpu: 8, memory: 32Gi, pods: 110}}
                        """);

        var plan = plimsoll("plan", "-f", dump, "-c", policy, "-o", "json");

        assertThat(plan.err()).isEmpty();
        var tree = Plain.map(plan.out());
        int eachOneCpu = Math.ceilDiv(objects.size(), 8);
        assertThat(placed(tree)).isEqualTo(objects.size());
        assertThat(Plain.list(tree, "unschedulable")).isEmpty();
        assertThat(Plain.number(Plain.maps(tree, "groups").getFirst(), "wanted"))
                .isEqualTo(eachOneCpu);
        assertThat(cost(tree)).isEqualByComparingTo(BigDecimal.valueOf(4L * eachOneCpu, 1));
    }

    /// The Deployments of the trace when they had the most pods.
    private static List<Map<?, ?>> largest() throws IOException {
        var trace = Plain.map(Files.readString(DUMPS.resolve("simkube/large_trace.json")));
        var current = new TreeMap<String, Map<?, ?>>();
        var largest = List.<Map<?, ?>>of();
        for (var event : Plain.maps(trace, "events")) {
            assertThat(Plain.list(event, "deleted_objs")).isEmpty();
            for (var deployment : Plain.maps(event, "applied_objs")) {
                current.put(String.valueOf(Plain.in(deployment, "metadata", "name")), deployment);
            }
            if (pods(current.values()) > pods(largest)) {
                largest = List.copyOf(current.values());
            }
        }
        return largest;
    }

    private static int pods(Collection<Map<?, ?>> deployments) {
        return deployments.stream()
                .mapToInt(each -> (Integer) Plain.in(each, "spec", "replicas"))
                .sum();
    }

    private static BigDecimal cost(Map<?, ?> plan) {
        return new BigDecimal(String.valueOf(Plain.in(plan, "cost", "afterHour")));
    }

    private static int placed(Map<?, ?> plan) {
        int placed = 0;
        for (var waiting : Plain.maps(plan, "pending")) {
            placed += Plain.number(waiting, "pods") - Plain.number(waiting, "left");
        }
        return placed;
    }

    /// @param only the pods that wait; empty for all
    private Map<?, ?> plan(Map<?, ?> scenario, Set<String> only) throws IOException {
        var objects = new ArrayList<String>();
        for (var node : Plain.maps(scenario, "Nodes")) {
            var metadata =
                    Map.of("name", Plain.text(node, "Name"), "labels", Plain.part(node, "Labels"));
            var status = Map.of("allocatable", Plain.part(node, "Allocatable"));
            objects.add(Plain.json(Map.of("kind", "Node", "metadata", metadata, "status", status)));
        }
        for (var key : List.of("UnscheduledPods", "ScheduledPods")) {
            for (var pod : Plain.maps(scenario, key)) {
                var name = Plain.text(pod, "Name");
                boolean waits = key.startsWith("Un");
                if (!waits || only.isEmpty() || only.contains(name)) {
                    var metadata = Map.of("name", name, "namespace", Plain.text(pod, "Namespace"));
                    var spec = Plain.part(pod, "Spec");
                    objects.add(
                            Plain.json(Map.of("kind", "Pod", "metadata", metadata, "spec", spec)));
                }
            }
        }
        var groups = new ArrayList<Object>();
        for (var group : Plain.maps(scenario, "NodeGroups")) {
            var label = Map.of("worker.gardener.cloud/pool", Plain.text(group, "PoolName"));
            groups.add(
                    Map.of(
                            "name", Plain.text(group, "Name"),
                            "match", Map.of("labels", label),
                            "minNodes", Plain.number(group, "MinSize"),
                            "maxNodes", Plain.number(group, "MaxSize")));
        }
        var dump = Files.writeString(folder.resolve("dump.json"), Cluster.dump(objects));
        var policy =
                Files.writeString(
                        folder.resolve("policy.yaml"),
                        Plain.json(Map.of("kind", "Policy", "groups", groups)));
        var plan = plimsoll("plan", "-f", dump, "-c", policy, "-o", "json");
        assertThat(plan.err()).isEmpty();
        return Plain.map(plan.out());
    }

    private static Map<?, ?> scenario() throws IOException {
        var file = Files.readString(DUMPS.resolve("gardener_ca/scenario_c.json"));
        return Plain.maps(Plain.map(file), "Scenarios").getFirst();
    }

    private static Count count(Path dump) throws IOException {
        var nodes = new TreeSet<String>();
        var groups = new TreeSet<String>();
        var pods = new TreeSet<String>();
        var pending = new TreeSet<String>();
        for (var object : objects(dump)) {
            var key =
                    Plain.in(object, "metadata", "namespace")
                            + "/"
                            + Plain.in(object, "metadata", "name");
            if (!Plain.in(object, "status", "allocatable").equals("")) {
                nodes.add(key);
                groups.add(group(object));
            } else if (isUnfinishedPod(object)) {
                pods.add(key);
                if (Plain.in(object, "spec", "nodeName").equals("")) {
                    pending.add(key);
                }
            }
        }
        return new Count(nodes.size(), pods.size(), pending.size(), groups.size());
    }

    private static String group(Map<?, ?> node) {
        var words = new ArrayList<String>();
        var labels = (Map<?, ?>) Plain.in(node, "metadata", "labels");
        TELLING.forEach(key -> words.add(String.valueOf(labels.get(key))));
        for (var key : labels.keySet()) {
            if (String.valueOf(key).startsWith("node-role")) {
                words.add(String.valueOf(key));
            }
        }
        words.add(String.valueOf(Plain.in(node, "spec", "taints")));
        if (!labels.containsKey("node.kubernetes.io/instance-type")
                && !labels.containsKey("beta.kubernetes.io/instance-type")) {
            var allocatable = (Map<?, ?>) Plain.in(node, "status", "allocatable");
            words.add(String.valueOf(allocatable.get("cpu")));
            words.add(String.valueOf(allocatable.get("memory")));
            words.add(String.valueOf(allocatable.get("alibabacloud.com/gpu-count")));
        }
        return String.join(" ", words);
    }

    private static boolean isUnfinishedPod(Map<?, ?> object) {
        return !Plain.in(object, "spec", "containers").equals("")
                && !Set.of("Succeeded", "Failed").contains(Plain.in(object, "status", "phase"));
    }

    private static List<Map<?, ?>> objects(Path dump) throws IOException {
        var objects = new ArrayList<Map<?, ?>>();
        try (var walk = Files.walk(dump)) {
            for (var file : walk.filter(Files::isRegularFile).sorted().toList()) {
                if (!OTHERS.contains(String.valueOf(file.getFileName()))) {
                    objects.addAll(Plain.objects(Files.readString(file)));
                }
            }
        }
        return objects;
    }
}
