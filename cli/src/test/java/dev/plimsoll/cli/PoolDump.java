package dev.plimsoll.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// A dump of node pools in zones, and of the workloads on them, in the making.
///
/// All nodes are Ready, run the DaemonSets of their pool, and are nearly full.
final class PoolDump {

    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");

    private static final String ZONE = "topology.kubernetes.io/zone";

    /// An instance type. A part of its cores and its memory is not allocatable.
    ///
    /// @param devices more of its resources, with a comma before each
    record Machine(String type, int cores, int gibibytes, String devices) {

        Machine(String type, int cores, int gibibytes) {
            this(type, cores, gibibytes, "");
        }

        int cpuMillis() {
            return 1_000 * cores - 80;
        }

        int memoryMebibytes() {
            return 1_024 * gibibytes * 9 / 10;
        }
    }

    /// @param key the label that names the pool
    /// @param labels more labels, with a comma before each
    /// @param daemonSets the DaemonSets that run on its nodes
    record Pool(String key, String name, String labels, String taint, List<String> daemonSets) {

        Pool with(String moreLabels, String otherTaint) {
            return new Pool(key, name, labels + moreLabels, otherTaint, daemonSets);
        }
    }

    private final RandomGenerator random;
    private final int size;
    private final String cloud;
    private final String region;

    /// The label of the CSI driver that has the zone of a node.
    private final String diskZone;

    private final Cluster cluster = new Cluster();

    /// The machines of all nodes, in order.
    private final List<Machine> machines = new ArrayList<>();

    /// @param size how many times as many nodes and pods as in a small cluster
    /// @param cloud how ids of its machines begin
    PoolDump(RandomGenerator random, int size, String cloud, String region, String diskZone) {
        this.random = random;
        this.size = size;
        this.cloud = cloud;
        this.region = region;
        this.diskZone = diskZone;
    }

    RandomGenerator random() {
        return random;
    }

    /// Nodes of a pool, each of any of these machines.
    PoolDump nodes(Pool pool, String zone, int count, Machine... types) {
        for (int i = size * count; i > 0; i--) {
            node(pool, zone, types[random.nextInt(types.length)]);
        }
        return this;
    }

    /// Machines of one type differ by some KiB of memory.
    private void node(Pool pool, String zone, Machine machine) {
        machines.add(machine);
        var name = pool.name() + "-n" + machines.size();
        long memory = 1_024L * machine.memoryMebibytes() - random.nextInt(64);
        cluster.add(
                """
                {"apiVersion":"v1","kind":"Node","metadata":{"name":"%1$s","labels":{\
                "kubernetes.io/hostname":"%1$s","kubernetes.io/arch":"amd64","%2$s":"%3$s",\
                "node.kubernetes.io/instance-type":"%4$s","topology.kubernetes.io/region":"%5$s",\
                "topology.kubernetes.io/zone":"%6$s","%7$s":"%6$s"%8$s},\
                "creationTimestamp":"%9$s"},"spec":{"providerID":"%17$s/%6$s/%1$s",\
                "taints":[%10$s]},"status":{"allocatable":{"cpu":"%11$dm","memory":"%12$dKi",\
                "pods":"58"%13$s},"capacity":{"cpu":"%14$d","memory":"%15$dGi","pods":"58"%13$s},\
                "conditions":[{"type":"Ready","status":"True","lastHeartbeatTime":"%16$s"}]}}\
                """
                        .formatted(
                                name,
                                pool.key(),
                                pool.name(),
                                machine.type(),
                                region,
                                zone,
                                diskZone,
                                pool.labels(),
                                NOW.minus(Duration.ofMinutes(random.nextInt(60, 90_000))),
                                pool.taint(),
                                machine.cpuMillis(),
                                memory,
                                machine.devices(),
                                machine.cores(),
                                machine.gibibytes(),
                                NOW,
                                cloud));
        for (var set : pool.daemonSets()) {
            running("kube-system", set, "DaemonSet", name, 50, 64);
        }
        int share = (machine.cpuMillis() - 50 * pool.daemonSets().size()) / 5;
        for (int i = random.nextInt(4, 6); i > 0; i--) {
            var app = "app-" + i;
            running("shop", app, "ReplicaSet", name, share - 10 * random.nextInt(5), 1_024);
        }
    }

    private void running(
            String namespace, String owner, String kind, String node, int cpu, int memory) {
        cluster.add(
                pod(
                        new Workload(namespace, owner, kind, 1, cpu, memory, "", ""),
                        node,
                        ",\"nodeName\":\"%s\",\"tolerations\":[{\"operator\":\"Exists\"}]"
                                .formatted(node)));
    }

    /// Pods that are alike.
    ///
    /// @param kind the kind of their owner
    /// @param count in a small cluster
    /// @param devices more of their requests, with a comma before each
    /// @param spec more of their spec, with a comma before each part
    record Workload(
            String namespace,
            String name,
            String kind,
            int count,
            int cpuMillis,
            int memoryMebibytes,
            String devices,
            String spec) {

        Workload and(String more) {
            return with(devices, spec + more);
        }

        Workload asking(String device) {
            return with(",\"%s\":\"1\"".formatted(device), spec);
        }

        private Workload with(String otherDevices, String otherSpec) {
            return new Workload(
                    namespace,
                    name,
                    kind,
                    count,
                    cpuMillis,
                    memoryMebibytes,
                    otherDevices,
                    otherSpec);
        }
    }

    /// Replicas of a Deployment, of any size.
    Workload deployment(String name, int count) {
        return workload(name, "ReplicaSet", count, 200, 1_200);
    }

    Workload job(String name, int count) {
        return workload(name, "Job", count, 1_000, 2_600);
    }

    private Workload workload(String name, String kind, int count, int leastCpu, int mostCpu) {
        int cpu = 50 * random.nextInt(leastCpu / 50, mostCpu / 50);
        int memory = cpu * random.nextInt(1, 3);
        int any = random.nextInt(count, count + count / 3 + 1);
        return new Workload("shop", name, kind, any, cpu, memory, "", "");
    }

    /// Adds pending pods with a disruption budget.
    PoolDump pending(Workload workload) {
        for (int i = 0; i < size * workload.count(); i++) {
            cluster.add(pod(workload, String.valueOf(i), ""));
        }
        cluster.add(
                """
                {"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"%1$s",\
                "namespace":"shop"},"spec":{"maxUnavailable":1,"selector":{"matchLabels":{\
                "app":"%1$s"}}}}\
                """
                        .formatted(workload.name()));
        return this;
    }

    /// Pods of a StatefulSet, the volume of each in one of the zones by turns.
    PoolDump pendingWithVolumes(String name, int count, List<String> zones) {
        var set = workload(name, "StatefulSet", count, 500, 1_500);
        int first = random.nextInt(zones.size());
        for (int i = 0; i < size * set.count(); i++) {
            var claim = "data-" + name + "-" + i;
            volume(claim, zones.get((first + i) % zones.size()));
            cluster.add(pod(set, String.valueOf(i), claimed(claim)));
        }
        return this;
    }

    /// Pods of a StatefulSet whose volumes are made when they have a node.
    PoolDump pendingWithNewVolumes(String name, int count) {
        var set = workload(name, "StatefulSet", count, 500, 1_500);
        for (int i = 0; i < size * set.count(); i++) {
            var claim = "data-" + name + "-" + i;
            claim(claim, "\"metadata\":{", "", "Pending");
            cluster.add(pod(set, String.valueOf(i), claimed(claim)));
        }
        return this;
    }

    private static String claimed(String claim) {
        return ",\"volumes\":[{\"name\":\"data\",\"persistentVolumeClaim\":{\"claimName\":\"%s\"}}]"
                .formatted(claim);
    }

    private void volume(String claim, String zone) {
        cluster.add(
                """
                {"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"pv-%1$s"},"spec":{\
                "storageClassName":"zonal","capacity":{"storage":"10Gi"},"accessModes":\
                ["ReadWriteOnce"],"claimRef":{"namespace":"shop","name":"%1$s"},"csi":{"driver":\
                "disk.csi","volumeHandle":"vol-%1$s"},"nodeAffinity":{"required":{\
                "nodeSelectorTerms":[{"matchExpressions":[{"key":"%2$s","operator":"In","values":\
                ["%3$s"]}]}]}}},"status":{"phase":"Bound"}}\
                """
                        .formatted(claim, diskZone, zone));
        claim(
                claim,
                "\"metadata\":{\"annotations\":{\"pv.kubernetes.io/bind-completed\":\"yes\"},",
                "\"volumeName\":\"pv-" + claim + "\",",
                "Bound");
    }

    private void claim(String name, String metadata, String volume, String phase) {
        cluster.add(
                """
                {"apiVersion":"v1","kind":"PersistentVolumeClaim",%2$s"name":"%1$s","namespace":\
                "shop"},"spec":{%3$s"storageClassName":"zonal","accessModes":["ReadWriteOnce"],\
                "resources":{"requests":{"storage":"10Gi"}}},"status":{"phase":"%4$s"}}\
                """
                        .formatted(name, metadata, volume, phase));
    }

    PoolDump storageClass() {
        return add(
                """
                {"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":\
                "zonal"},"provisioner":"disk.csi","volumeBindingMode":"WaitForFirstConsumer"}\
                """);
    }

    /// The NodeClaims of Karpenter, one for each node; all nodes are of this pool.
    PoolDump claims(String pool) {
        for (int i = 1; i <= machines.size(); i++) {
            add(
                    """
                    {"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":\
                    "%1$s-c%2$d","labels":{"karpenter.sh/nodepool":"%1$s"}},"status":{"nodeName":\
                    "%1$s-n%2$d","capacity":{"cpu":"%3$d","memory":"%4$dGi"}}}\
                    """
                            .formatted(
                                    pool,
                                    i,
                                    machines.get(i - 1).cores(),
                                    machines.get(i - 1).gibibytes()));
        }
        return this;
    }

    int cores() {
        return machines.stream().mapToInt(Machine::cores).sum();
    }

    int gibibytes() {
        return machines.stream().mapToInt(Machine::gibibytes).sum();
    }

    PoolDump add(String object) {
        cluster.add(object);
        return this;
    }

    private static String pod(Workload of, String suffix, String spec) {
        return """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%1$s-%2$s","namespace":"%3$s",\
        "labels":{"app":"%1$s"},"ownerReferences":[{"apiVersion":"apps/v1","kind":"%4$s",\
        "name":"%1$s","controller":true}]},"spec":{"containers":[{"name":"c","resources":\
        {"requests":{"cpu":"%5$dm","memory":"%6$dMi"%7$s}}}]%8$s},"status":{"phase":"%9$s"}}\
        """
                .formatted(
                        of.name(),
                        suffix,
                        of.namespace(),
                        of.kind(),
                        of.cpuMillis(),
                        of.memoryMebibytes(),
                        of.devices(),
                        of.spec() + spec,
                        spec.contains("nodeName") ? "Running" : "Pending");
    }

    static String taint(String key, String value) {
        return "{\"key\":\"%s\",\"value\":\"%s\",\"effect\":\"NoSchedule\"}".formatted(key, value);
    }

    static String label(String key, String value) {
        return ",\"%s\":\"%s\"".formatted(key, value);
    }

    /// Parts of a pod's spec.
    static String selects(String key, String value) {
        return ",\"nodeSelector\":{\"%s\":\"%s\"}".formatted(key, value);
    }

    static String tolerates(String key) {
        return ",\"tolerations\":[{\"key\":\"%s\",\"operator\":\"Exists\"}]".formatted(key);
    }

    static String spreadOverZones(String app) {
        return """
        ,"topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"%s",\
        "whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"app":"%s"}}}]\
        """
                .formatted(ZONE, app);
    }

    static String apartFrom(String app) {
        return """
        ,"affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{\
        "topologyKey":"kubernetes.io/hostname","labelSelector":{"matchLabels":{"app":"%s"}}}]}}\
        """
                .formatted(app);
    }

    @Override
    public String toString() {
        return cluster.toString();
    }
}
