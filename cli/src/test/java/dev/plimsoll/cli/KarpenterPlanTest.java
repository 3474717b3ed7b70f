package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A list of pods of Karpenter's scheduling benchmark, as a dump, on some of its types.
@Tag("shared")
class KarpenterPlanTest {

    private static final Path VECTORS =
            Path.of(System.getProperty("plimsoll.shared", "no such folder"), "vectors");

    private static final List<Integer> CORES = List.of(1, 2, 3, 4, 5, 6, 8, 16, 32);
    private static final BigDecimal DOLLARS_A_CORE = new BigDecimal("0.314748365");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    @TempDir private Path folder = Path.of("");

    /// Karpenter 1.5 pays $343.39 for them and may take any of 400 types. Prices are to a
    /// billionth.
    @Test
    void placesEveryPodOfTheMixedThousandForLess() throws IOException {
        var judged = new Judged(folder, dump("karpbench-pods-1000.csv"), policy());

        judged.isAccepted();
        judged.costsNoLessThanItsBound();
        assertThat(judged.left()).isZero();
        assertThat(judged.dollars("afterHour")).isLessThan(new BigDecimal("343.39"));
    }

    private static String policy() {
        var groups = new StringBuilder("kind: Policy\ngroups:\n");
        for (int cores : CORES) {
            for (int zone = 1; zone <= 3; zone++) {
                groups.append(
                        """
                          - name: fake-it-%1$d-%2$d
                            match: {labels: {eks.amazonaws.com/nodegroup: fake-it-%1$d-%2$d}}
                            maxNodes: 1000
                            priceHour: %3$s
                            template:
                              zone: test-zone-%2$d
                              allocatable: {cpu: %4$dm, memory: %5$dMi, pods: %6$d}
                        """
                                .formatted(
                                        cores,
                                        zone,
                                        DOLLARS_A_CORE.multiply(BigDecimal.valueOf(cores)),
                                        1_000 * cores - 100,
                                        2_048 * cores - 10,
                                        10 * cores));
            }
        }
        return groups.toString();
    }

    private static String dump(String list) throws IOException {
        var cluster = new Cluster();
        var lines = Files.readAllLines(VECTORS.resolve(list));
        for (var line : lines.subList(1, lines.size())) {
            var row = line.split(",", -1);
            cluster.add(
                    """
                    {"kind":"Pod","metadata":{"name":"p%s","namespace":"shop","labels":{%s}},\
                    "spec":{"containers":[{"name":"c","resources":{"requests":\
                    {"cpu":"%sm","memory":"%sMi"}}}]%s}}\
                    """
                            .formatted(
                                    row[0],
                                    label(row[2]),
                                    row[4],
                                    row[5],
                                    wish(row[1], row[2], row[3])));
        }
        return cluster.toString();
    }

    private static String wish(String kind, String label, String selector) {
        return switch (kind) {
            case "generic" -> "";
            case "spread-zone" -> spread("topology.kubernetes.io/zone", selector);
            case "spread-hostname" -> spread("kubernetes.io/hostname", selector);
            case "affinity-zone" -> term("podAffinity", "topology.kubernetes.io/zone", label);
            default -> term("podAntiAffinity", "kubernetes.io/hostname", label);
        };
    }

    private static String spread(String key, String selector) {
        return """
        ,"topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"%s",\
        "whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{%s}}}]\
        """
                .formatted(key, label(selector));
    }

    private static String term(String kind, String key, String label) {
        return """
        ,"affinity":{"%s":{"%s":[{"topologyKey":"%s","labelSelector":{"matchLabels":{%s}}}]}}\
        """
                .formatted(kind, REQUIRED, key, label(label));
    }

    /// Such as `"app":"nginx"` for `app=nginx`.
    private static String label(String pair) {
        return "\"" + pair.replace("=", "\":\"") + "\"";
    }
}
