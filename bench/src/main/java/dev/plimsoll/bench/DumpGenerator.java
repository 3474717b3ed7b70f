package dev.plimsoll.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Writes a dump of a large cluster, as printed by `kubectl get pods,nodes,pdb -A -o json`.
///
/// All pods are made from one template with all the fields of a real pod; a deployment gives its
/// pods their shape. Equal sizes and seeds give equal files.
public final class DumpGenerator {

    /// @param shapes the number of different shapes of pods; every tenth has a disruption budget
    public record Size(int nodes, int pods, int shapes) {

        public static final Size LARGE = new Size(5_000, 150_000, 1_000);

        public Size {
            if (nodes < 1 || shapes < 1 || shapes > pods || shapes > MOST_SHAPES) {
                throw new IllegalArgumentException(
                        ("shapes are from 1 to %d and no more than pods, got %d shapes, %d pods"
                                        + " and %d nodes")
                                .formatted(MOST_SHAPES, shapes, pods, nodes));
            }
        }
    }

    private static final int NAMESPACES = 40;
    private static final int CPU_STEPS = 97;

    /// The numbers of namespaces and of steps of cpu have no common divisor, so this many pairs are
    /// different.
    private static final int MOST_SHAPES = NAMESPACES * CPU_STEPS;

    /// The letters of Kubernetes' random names: no vowels, and no letters that look like others.
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private static final List<String> NAMES =
            List.of(
                    "pod",
                    "app",
                    "hash",
                    "replicaSet",
                    "namespace",
                    "uid",
                    "podUid",
                    "cpu",
                    "memory",
                    "node",
                    "pool",
                    "ip",
                    "hostIp",
                    "zone",
                    "cidr");

    private static final Template POD = Template.of("pod.json", NAMES);
    private static final Template NODE = Template.of("node.json", NAMES);
    private static final Template BUDGET = Template.of("budget.json", NAMES);

    private final Size size;
    private final SplittableRandom random;
    private final Appendable out;
    private boolean isFirst = true;

    private DumpGenerator(Size size, long seed, Appendable out) {
        this.size = size;
        this.random = new SplittableRandom(seed);
        this.out = out;
    }

    /// `DumpGenerator FILE [NODES PODS SHAPES]`
    public static void main(String[] arguments) throws IOException {
        var size =
                arguments.length < 4
                        ? Size.LARGE
                        : new Size(
                                Integer.parseInt(arguments[1]),
                                Integer.parseInt(arguments[2]),
                                Integer.parseInt(arguments[3]));
        write(size, 1, Path.of(arguments[0]));
    }

    public static void write(Size size, long seed, Path file) throws IOException {
        try (var out = Files.newBufferedWriter(file)) {
            new DumpGenerator(size, seed, out).write();
        }
    }

    private void write() throws IOException {
        out.append("{\n    \"apiVersion\": \"v1\",\n    \"items\": [\n");
        var hashes = new String[size.shapes()];
        for (int deployment = 0; deployment < hashes.length; deployment++) {
            hashes[deployment] = letters(random, 10);
        }
        for (int pod = 0; pod < size.pods(); pod++) {
            item(POD, pod(pod, hashes));
        }
        for (int node = 0; node < size.nodes(); node++) {
            item(NODE, node(node));
        }
        for (int deployment = 0; deployment < size.shapes(); deployment += 10) {
            item(BUDGET, deployment(deployment));
        }
        out.append("\n    ],\n    \"kind\": \"List\",\n    \"metadata\": {\n");
        out.append("        \"resourceVersion\": \"\"\n    }\n}\n");
    }

    private void item(Template template, Map<String, String> values) throws IOException {
        out.append(isFirst ? "" : ",\n");
        isFirst = false;
        template.write(values, out);
    }

    /// Pods are assigned to the nodes in turn, so each node has pods of many shapes.
    private Map<String, String> pod(int pod, String[] hashes) {
        int deployment = pod % size.shapes();
        int node = (int) ((long) pod * size.nodes() / size.pods());
        var values = deployment(deployment);
        values.putAll(node(node));
        values.put("hash", hashes[deployment]);
        values.put("replicaSet", values.get("app") + "-" + hashes[deployment]);
        values.put("pod", values.get("replicaSet") + "-" + letters(random, 5));
        values.put("podUid", uid(pod));
        values.put("uid", uid(deployment));
        values.put("cpu", 50 + 10 * (deployment % CPU_STEPS) + "m");
        values.put("memory", 64 + 32 * (deployment % 61) + "Mi");
        values.put("ip", "100.%d.%d.%d".formatted(pod >> 16 & 255, pod >> 8 & 255, pod & 255));
        return values;
    }

    private static Map<String, String> deployment(int deployment) {
        var values = new HashMap<String, String>();
        values.put("app", "service-%04d".formatted(deployment));
        values.put("namespace", "team-%02d".formatted(deployment % NAMESPACES));
        return values;
    }

    private static Map<String, String> node(int node) {
        var values = new HashMap<String, String>();
        values.put("node", "ip-10-0-%d-%d.compute.internal".formatted(node >> 8, node & 255));
        values.put("hostIp", "10.0.%d.%d".formatted(node >> 8, node & 255));
        values.put("cidr", "100.64.%d.%d/25".formatted(node >> 8, node & 255));
        values.put("pool", "general");
        values.put("zone", "zone-" + "abc".charAt(node % 3));
        values.put("uid", uid(node));
        return values;
    }

    /// Random letters, as at the end of a pod's name.
    static String letters(SplittableRandom random, int count) {
        var text = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    private static String uid(int number) {
        return "192aa0a3-9281-49a6-85fe-%012x".formatted(number);
    }
}
