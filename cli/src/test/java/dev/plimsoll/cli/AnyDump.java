package dev.plimsoll.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// A cluster by chance: pools of nodes in several zones, with taints, devices and DaemonSets, pods
/// that run and pods that wait.
final class AnyDump {

    /// The last one has no price.
    private static final List<String> TYPES =
            List.of("m5.large", "m5.xlarge", "c5.2xlarge", "none.of-any-list");

    private static final List<String> STRATEGIES =
            List.of(
                    "cheapest-mix",
                    "price",
                    "least-waste",
                    "most-pods, least-nodes",
                    "random",
                    "least-nodes, cheapest-mix");

    private static final String CORDON =
            "{\"key\":\"node.kubernetes.io/unschedulable\",\"effect\":\"NoSchedule\"}";
    private static final String DRAINING =
            "{\"key\":\"plimsoll.dev/draining\",\"value\":\"1767571200\",\"effect\":\"NoSchedule\"}";
    private static final String STARTING =
            "{\"key\":\"node.kubernetes.io/not-ready\",\"effect\":\"NoSchedule\"}";
    private static final String INTERRUPTED =
            "{\"key\":\"aws-node-termination-handler/spot-itn\",\"effect\":\"NoSchedule\"}";

    private static final String FORCED =
            "{\"key\":\"plimsoll.dev/force-drain\",\"effect\":\"NoSchedule\"}";

    /// The time of the dump.
    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");

    /// A machine may take 15 minutes to start.
    private static final List<Duration> AGES =
            List.of(
                    Duration.ZERO,
                    Duration.ofMinutes(15).minusSeconds(1),
                    Duration.ofMinutes(15),
                    Duration.ofHours(2));

    private final RandomGenerator random;
    private final AnyWish any;
    private final Cluster cluster = new Cluster();
    private final List<String> pools = new ArrayList<>();
    private final List<String> nodes = new ArrayList<>();

    AnyDump(RandomGenerator random) {
        this.random = random;
        this.any = new AnyWish(random);
        for (int pool = random.nextInt(1, 5); pool > 0; pool--) {
            pool("g" + pool);
        }
        cluster.add(
                pod(
                        "dns",
                        "\"namespace\":\"kube-system\"",
                        asks("1m", "1Mi", ""),
                        ",\"nodeName\":\"%s\"".formatted(nodes.getFirst())));
        var hosts = hosts();
        boolean areAlike = any.oneIn(2);
        for (int set = random.nextInt(3); set > 0; set--) {
            var cpu = areAlike ? "200m" : set + "00m";
            daemonSet("agent-" + set, cpu, areAlike ? hosts : hosts());
        }
        for (int workload = random.nextInt(1, 6); workload > 0; workload--) {
            workload("w" + workload);
        }
    }

    /// A policy for most of the pools, with limits, and a group that has no node yet.
    String policy() {
        var groups = new StringBuilder();
        for (var pool : pools) {
            if (!any.oneIn(5)) {
                groups.append(
                        """
                          - name: %1$s
                            match: {labels: {eks.amazonaws.com/nodegroup: %1$s}}
                            minNodes: %4$d
                            maxNodes: %2$d
                            priceHour: 0.%3$d
                        """
                                .formatted(
                                        pool,
                                        random.nextInt(1, 7),
                                        random.nextInt(1, 9),
                                        random.nextInt(2)));
            }
        }
        return """
        kind: Policy
        groups:
          - name: spare
            match: {labels: {eks.amazonaws.com/nodegroup: spare}}
            maxNodes: %d
            priceHour: 0.3
            template:
              zone: %s
              allocatable: {cpu: 4000m, memory: 8192Mi, pods: 20}
        """
                        .formatted(random.nextInt(4), any.one(AnyWish.ZONES))
                + groups
                + "ranking: {strategies: [%s]}\n".formatted(any.one(STRATEGIES))
                + limits();
    }

    private String limits() {
        return switch (random.nextInt(9)) {
            case 0, 1 -> "scaling: {maxNodesTotal: %d}\n".formatted(random.nextInt(1, 15));
            case 2 -> "scaling: {maxCpu: %d}\n".formatted(random.nextInt(4, 60));
            case 3 -> "scaling: {maxMemory: %dGi}\n".formatted(random.nextInt(8, 120));
            case 4 ->
                    "subnets: [{name: pods, capacity: %d, groups: [spare]}]\n"
                            .formatted(random.nextInt(8, 60));
            default -> "";
        };
    }

    /// Nodes of one pool are alike but for a tenth of their room, a label and, at times, their
    /// zone.
    private void pool(String name) {
        pools.add(name);
        var zones = any.oneIn(4) ? AnyWish.ZONES : List.of(any.one(AnyWish.ZONES));
        boolean isNowhere = any.oneIn(8);
        var type = any.one(TYPES);
        int cpu = random.nextInt(2, 9);
        var disk = any.oneIn(2) ? ",\"disk\":\"ssd\"" : "";
        var taint = any.oneIn(3) ? taint() : "";
        int devices = any.oneIn(4) ? 2 : 0;
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            var node = name + "-n" + i;
            nodes.add(node);
            var zone =
                    isNowhere
                            ? ""
                            : ",\"topology.kubernetes.io/zone\":\"%s\"".formatted(any.one(zones));
            int less = random.nextInt(2);
            cluster.add(
                    """
                    {"kind":"Node","metadata":{"name":"%1$s","labels":{\
                    "kubernetes.io/hostname":"%1$s","eks.amazonaws.com/nodegroup":"%2$s",\
                    "node.kubernetes.io/instance-type":"%3$s",\
                    "topology.kubernetes.io/region":"us-east-1","rack":"%4$d"%5$s}%6$s,\
                    "status":{"conditions":[{"type":"Ready","status":"True",\
                    "lastHeartbeatTime":"%8$s"}],"allocatable":%7$s}}\
                    """
                            .formatted(
                                    node,
                                    name,
                                    type,
                                    random.nextInt(1, 3),
                                    disk + zone,
                                    state(taint),
                                    allocatable(cpu, less, devices),
                                    NOW));
        }
    }

    /// The rest of the metadata, and the spec: in service mostly; else paused, cordoned, draining,
    /// leaving or starting.
    private String state(String taint) {
        var born = ",\"creationTimestamp\":\"" + NOW.minus(any.one(AGES)) + "\"";
        return switch (random.nextInt(20)) {
            case 0 -> born + ",\"annotations\":{\"plimsoll.dev/paused\":\"true\"}" + taints(taint);
            case 1 -> born + cordoned(taint);
            case 2 -> born + taints(and(DRAINING, taint));
            case 3 -> born + taints(and(INTERRUPTED, taint));
            case 4 -> born + taints(and(FORCED, taint));
            case 5 -> born + ",\"deletionTimestamp\":\"" + NOW + "\"" + taints(taint);
            case 6, 7, 8 -> born + taints(and(STARTING, taint));
            default -> born + taints(taint);
        };
    }

    private static String and(String one, String taint) {
        return taint.isEmpty() ? one : one + "," + taint;
    }

    private static String taints(String taint) {
        return "},\"spec\":{\"taints\":[" + taint + "]}";
    }

    private static String cordoned(String taint) {
        return "},\"spec\":{\"unschedulable\":true,\"taints\":[" + and(CORDON, taint) + "]}";
    }

    private String taint() {
        return any.one(
                List.of(
                        "{\"key\":\"only\",\"value\":\"batch\",\"effect\":\"NoSchedule\"}",
                        "{\"key\":\"only\",\"value\":\"web\",\"effect\":\"NoExecute\"}",
                        "{\"key\":\"only\",\"value\":\"web\",\"effect\":\"PreferNoSchedule\"}"));
    }

    private String allocatable(int cpu, int less, int devices) {
        return "{\"cpu\":\"%dm\",\"memory\":\"%dMi\",\"pods\":\"%d\"%s}"
                .formatted(
                        1_000 * cpu - 100 * less,
                        2_048 * cpu - 100 * less,
                        any.one(List.of(5, 58)),
                        devices == 0 ? "" : ",\"nvidia.com/gpu\":\"%d\"".formatted(devices - less));
    }

    /// One pod on each of some nodes.
    private void daemonSet(String name, String cpu, List<String> hosts) {
        var metadata =
                """
                "namespace":"shop","labels":{"app":"a"},\
                "ownerReferences":[{"kind":"DaemonSet","name":"%s","controller":true}]\
                """
                        .formatted(name);
        var asks = asks(cpu, "100Mi", "");
        var port = any.oneIn(3) ? ",\"ports\":[{\"containerPort\":80,\"hostPort\":80}]" : "";
        for (var node : hosts) {
            var pin =
                    """
                    ,"nodeName":"%1$s","tolerations":[{"operator":"Exists"}],"affinity":\
                    {"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":\
                    {"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.name",\
                    "operator":"In","values":["%1$s"]}]}]}}}\
                    """
                            .formatted(node);
            cluster.add(pod(name + "-on-" + node, metadata, asks + port, pin));
        }
    }

    /// Most nodes, or few of them.
    private List<String> hosts() {
        int share = random.nextInt(2, 6);
        return nodes.stream().filter(_ -> !any.oneIn(share)).toList();
    }

    /// Pods that are alike; some may run already.
    private void workload(String name) {
        var namespace = any.oneIn(6) ? "till" : "shop";
        var app = any.one(AnyWish.APPS);
        var wish = any.spec(app);
        var device = any.oneIn(8) ? ",\"nvidia.com/gpu\":\"1\"" : "";
        var asks = asks(random.nextInt(3, 30) + "00m", random.nextInt(3, 30) + "00Mi", device);
        var port = any.oneIn(8) ? ",\"ports\":[{\"containerPort\":80,\"hostPort\":80}]" : "";
        for (int i = random.nextInt(1, 9); i > 0; i--) {
            var on = any.oneIn(6) ? ",\"nodeName\":\"" + any.one(nodes) + "\"" : "";
            var born = ",\"creationTimestamp\":\"" + NOW.minus(any.one(AGES)) + "\"";
            var metadata =
                    "\"namespace\":\"%s\",\"labels\":{\"app\":\"%s\",\"version\":\"%d\"}%s"
                            .formatted(namespace, app, random.nextInt(2), any.oneIn(2) ? born : "");
            cluster.add(pod(name + "-" + i, metadata, asks + port, wish + on));
        }
    }

    private static String asks(String cpu, String memory, String device) {
        return "\"resources\":{\"requests\":{\"cpu\":\"%s\",\"memory\":\"%s\"%s}}"
                .formatted(cpu, memory, device);
    }

    private static String pod(String name, String metadata, String container, String spec) {
        return """
        {"kind":"Pod","metadata":{"name":"%s",%s},"spec":{"containers":[{"name":"c",%s}]%s}}\
        """
                .formatted(name, metadata, container, spec);
    }

    @Override
    public String toString() {
        return cluster.toString();
    }
}
