package dev.plimsoll.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What pods ask of nodes and of each other, by chance, as JSON. There are few labels and values,
/// so that wishes meet.
final class AnyWish {

    static final List<String> ZONES = List.of("us-east-1a", "us-east-1b", "us-east-1c");
    static final List<String> APPS = List.of("a", "b", "c");

    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String HOST = "kubernetes.io/hostname";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private final RandomGenerator random;

    AnyWish(RandomGenerator random) {
        this.random = random;
    }

    /// More of a pod's spec, each part with a comma before it.
    ///
    /// @param app of the pod, which most of its wishes are about
    String spec(String app) {
        var parts = new StringBuilder();
        if (oneIn(8)) {
            parts.append(",\"nodeSelector\":{\"disk\":\"ssd\"}");
        }
        if (oneIn(2)) {
            parts.append(",\"tolerations\":[" + toleration() + "]");
        }
        if (oneIn(2)) {
            parts.append(",\"topologySpreadConstraints\":[" + several(() -> spread(app)) + "]");
        }
        parts.append(",\"affinity\":{" + String.join(",", affinity(app)) + "}");
        return parts.toString();
    }

    private List<String> affinity(String app) {
        var kinds = new ArrayList<String>();
        if (oneIn(5)) {
            kinds.add(
                    "\"nodeAffinity\":{\"%s\":{\"nodeSelectorTerms\":[%s]}}"
                            .formatted(REQUIRED, several(this::nodeTerm)));
        }
        if (oneIn(5)) {
            kinds.add("\"podAffinity\":{\"%s\":[%s]}".formatted(REQUIRED, podTerm(app)));
        }
        if (oneIn(5)) {
            kinds.add("\"podAntiAffinity\":{\"%s\":[%s]}".formatted(REQUIRED, podTerm(app)));
        }
        return kinds;
    }

    private String nodeTerm() {
        return "{\"matchExpressions\":[" + several(this::expression) + "]}";
    }

    private String expression() {
        return one(
                List.of(
                        "{\"key\":\"%s\",\"operator\":\"In\",\"values\":[\"%s\",\"%s\"]}"
                                .formatted(ZONE, one(ZONES), one(ZONES)),
                        "{\"key\":\"%s\",\"operator\":\"NotIn\",\"values\":[\"%s\"]}"
                                .formatted(ZONE, one(ZONES)),
                        "{\"key\":\"disk\",\"operator\":\"Exists\"}",
                        "{\"key\":\"disk\",\"operator\":\"DoesNotExist\"}",
                        "{\"key\":\"rack\",\"operator\":\"Gt\",\"values\":[\"1\"]}",
                        "{\"key\":\"rack\",\"operator\":\"Lt\",\"values\":[\"2\"]}"));
    }

    private String toleration() {
        return one(
                List.of(
                        "{\"operator\":\"Exists\"}",
                        "{\"key\":\"only\",\"operator\":\"Exists\",\"effect\":\"NoSchedule\"}",
                        "{\"key\":\"only\",\"value\":\"batch\"}",
                        "{\"key\":\"only\",\"value\":\"web\",\"effect\":\"NoExecute\"}"));
    }

    private String spread(String app) {
        return """
        {"maxSkew":%d,"topologyKey":"%s","whenUnsatisfiable":"DoNotSchedule",\
        "labelSelector":%s%s}\
        """
                .formatted(
                        random.nextInt(1, 3),
                        one(List.of(ZONE, HOST)),
                        labels(app),
                        perhaps(",\"minDomains\":" + random.nextInt(1, 4))
                                + perhaps(",\"nodeTaintsPolicy\":\"Honor\"")
                                + perhaps(",\"nodeAffinityPolicy\":\"Ignore\"")
                                + perhaps(",\"matchLabelKeys\":[\"version\"]"));
    }

    private String podTerm(String app) {
        return "{\"topologyKey\":\"%s\",\"labelSelector\":%s%s}"
                .formatted(
                        one(List.of(ZONE, HOST)),
                        labels(app),
                        perhaps(",\"matchLabelKeys\":[\"version\"]")
                                + perhaps(",\"namespaceSelector\":{}"));
    }

    private String labels(String app) {
        return one(
                List.of(
                        "{\"matchLabels\":{\"app\":\"%s\"}}".formatted(app),
                        "{\"matchLabels\":{\"app\":\"%s\"}}".formatted(app),
                        "{\"matchLabels\":{\"app\":\"%s\"}}".formatted(one(APPS)),
                        "{\"matchExpressions\":[{\"key\":\"app\",\"operator\":\"Exists\"}]}",
                        "{}"));
    }

    private String several(Supplier<String> part) {
        return oneIn(3) ? part.get() + "," + part.get() : part.get();
    }

    private String perhaps(String text) {
        return oneIn(4) ? text : "";
    }

    <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }
}
