package dev.plimsoll.bench;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Yaml;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes a list of Karpenter's benchmark as a dump of pending pods, and its 400 instance types in
/// three zones as a policy of 1,200 groups, to measure `plimsoll plan` as a whole process:
///
///     bench/run KarpenterDump ../shared/vectors/karpbench-pods-5000.csv FOLDER
///     ./plimsoll plan FOLDER/dump.json -c FOLDER/policy.yaml -o json
public final class KarpenterDump {

    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String HOST = "kubernetes.io/hostname";
    private static final int TYPES = 400;
    private static final BigDecimal DOLLARS_A_CORE = new BigDecimal("0.314748365");

    private KarpenterDump() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("usage: KarpenterDump LIST.csv FOLDER");
        }
        var folder = Files.createDirectories(Path.of(arguments[1]));
        var pods = new ArrayList<>();
        for (var row : PriceImport.rows(Path.of(arguments[0]))) {
            pods.add(pod(pods.size(), row));
        }
        Files.writeString(
                folder.resolve("dump.json"), Json.text(tree("kind", "List", "items", pods)));
        Files.writeString(
                folder.resolve("policy.yaml"),
                Yaml.text(tree("kind", "Policy", "groups", groups())));
    }

    private static List<Object> groups() {
        var groups = new ArrayList<>();
        for (int zone = 1; zone <= 3; zone++) {
            for (int i = 1; i <= TYPES; i++) {
                var name = "fake-it-" + i + "-" + zone;
                groups.add(
                        tree(
                                "name",
                                name,
                                "match",
                                tree("labels", tree("eks.amazonaws.com/nodegroup", name)),
                                "maxNodes",
                                1_000_000,
                                "priceHour",
                                DOLLARS_A_CORE.multiply(BigDecimal.valueOf(i)),
                                "template",
                                tree("zone", "test-zone-" + zone, "allocatable", allocatable(i))));
            }
        }
        return groups;
    }

    private static Map<String, Object> allocatable(int cores) {
        return tree(
                "cpu",
                (1_000 * cores - 100) + "m",
                "memory",
                (2_048 * cores - 10) + "Mi",
                "pods",
                10 * cores);
    }

    private static Map<String, Object> pod(int number, Fields row) {
        var label = row.text("label", "");
        var requests =
                tree("cpu", row.text("cpu_m", "") + "m", "memory", row.text("mem_mi", "") + "Mi");
        var spec =
                tree(
                        "containers",
                        List.of(tree("name", "c", "resources", tree("requests", requests))));
        constrain(spec, row.text("kind", ""), label, row.text("selector", ""));
        var metadata = tree("name", "p" + number, "namespace", "shop", "labels", labels(label));
        return tree("kind", "Pod", "metadata", metadata, "spec", spec);
    }

    private static void constrain(
            Map<String, Object> spec, String kind, String label, String selector) {
        switch (kind) {
            case "generic" -> {}
            case "spread-zone" -> spec.put("topologySpreadConstraints", spread(ZONE, selector));
            case "spread-hostname" -> spec.put("topologySpreadConstraints", spread(HOST, selector));
            case "affinity-zone" -> spec.put("affinity", tree("podAffinity", term(ZONE, label)));
            default -> spec.put("affinity", tree("podAntiAffinity", term(HOST, label)));
        }
    }

    private static List<Object> spread(String key, String selector) {
        return List.of(
                tree(
                        "maxSkew",
                        1,
                        "topologyKey",
                        key,
                        "whenUnsatisfiable",
                        "DoNotSchedule",
                        "labelSelector",
                        tree("matchLabels", labels(selector))));
    }

    private static Map<String, Object> term(String key, String label) {
        var term = tree("topologyKey", key, "labelSelector", tree("matchLabels", labels(label)));
        return tree("requiredDuringSchedulingIgnoredDuringExecution", List.of(term));
    }

    /// `app=nginx` as a mapping.
    private static Map<String, Object> labels(String pair) {
        int equals = pair.indexOf('=');
        return equals < 0
                ? new LinkedHashMap<>()
                : tree(pair.substring(0, equals), pair.substring(equals + 1));
    }

    private static Map<String, Object> tree(Object... keysAndValues) {
        var tree = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            tree.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return tree;
    }
}
