package dev.plimsoll.cli;

import static dev.plimsoll.cli.PoolDump.apartFrom;
import static dev.plimsoll.cli.PoolDump.label;
import static dev.plimsoll.cli.PoolDump.selects;
import static dev.plimsoll.cli.PoolDump.spreadOverZones;
import static dev.plimsoll.cli.PoolDump.taint;
import static dev.plimsoll.cli.PoolDump.tolerates;

import dev.plimsoll.cli.PoolDump.Machine;
import dev.plimsoll.cli.PoolDump.Pool;
import java.util.List;
import java.util.random.RandomGenerator;

/// A cluster as a provider sells it: its pools with their labels, and the workloads on them.
enum Provider {
    /// Managed node groups over three zones: on demand, spot of several types, much memory, GPUs.
    EKS("eks.amazonaws.com/nodegroup", "general", "gpu", "memory", "spot") {
        @Override
        PoolDump dump(RandomGenerator random, int size) {
            var zones = List.of("eu-west-1a", "eu-west-1b", "eu-west-1c");
            var dump = aws(random, size, "eu-west-1");
            var capacity = "eks.amazonaws.com/capacityType";
            var general = pool("general", "aws-node", "kube-proxy", "ebs-csi-node");
            var spot = pool("spot", "aws-node", "kube-proxy");
            var gpu = pool("gpu", "aws-node", "kube-proxy", "nvidia-device-plugin");
            var memory = pool("memory", "aws-node", "kube-proxy", "ebs-csi-node");
            for (var zone : zones) {
                dump.nodes(
                                general.with(LINUX + label(capacity, "ON_DEMAND"), ""),
                                zone,
                                random.nextInt(2, 4),
                                new Machine("m5.xlarge", 4, 16))
                        .nodes(
                                spot.with(LINUX + label(capacity, "SPOT"), taint("spot", "true")),
                                zone,
                                2,
                                new Machine("m5.2xlarge", 8, 32),
                                new Machine("m5a.2xlarge", 8, 31),
                                new Machine("r5.2xlarge", 8, 64))
                        .nodes(
                                memory.with(LINUX + label(capacity, "ON_DEMAND"), ""),
                                zone,
                                1,
                                new Machine("r5.2xlarge", 8, 64));
            }
            for (var zone : zones.subList(0, 2)) {
                dump.nodes(
                        gpu.with(
                                LINUX + label(capacity, "ON_DEMAND"),
                                taint("nvidia.com/gpu", "true")),
                        zone,
                        1,
                        new Machine("g4dn.xlarge", 4, 16, ",\"nvidia.com/gpu\":\"1\""));
            }
            return dump.pending(dump.deployment("web", 80))
                    .pending(dump.deployment("api", 20).and(spreadOverZones("api")))
                    .pending(dump.deployment("queue", 6).and(apartFrom("queue")))
                    .pending(
                            dump.job("job", 40)
                                    .and(tolerates("spot"))
                                    .and(selects(capacity, "SPOT")))
                    .pending(dump.deployment("batch", 10).and(tolerates("spot")))
                    .pending(
                            dump.job("train", 3)
                                    .and(tolerates("nvidia.com/gpu"))
                                    .asking("nvidia.com/gpu"))
                    .pending(dump.deployment("cache", 10).and(selects(key(), "memory")))
                    .pendingWithVolumes("db", 5, zones)
                    .pendingWithNewVolumes("log", 4);
        }
    },

    /// Node pools of a regional cluster, one of them spot.
    GKE("cloud.google.com/gke-nodepool", "default-pool", "spot-pool") {
        @Override
        PoolDump dump(RandomGenerator random, int size) {
            var zones = List.of("europe-west1-b", "europe-west1-c", "europe-west1-d");
            var spot = "cloud.google.com/gke-spot";
            var dump =
                    new PoolDump(random, size, "gce://shop", "europe-west1", "topology.gke.io/zone")
                            .storageClass();
            for (var zone : zones) {
                dump.nodes(
                                pool("default-pool", "fluentbit-gke", "pdcsi-node").with(LINUX, ""),
                                zone,
                                random.nextInt(1, 4),
                                new Machine("e2-standard-4", 4, 16))
                        .nodes(
                                pool("spot-pool", "fluentbit-gke")
                                        .with(LINUX + label(spot, "true"), taint(spot, "true")),
                                zone,
                                random.nextInt(1, 3),
                                new Machine("n2-standard-4", 4, 16));
            }
            return dump.pending(dump.deployment("web", 20))
                    .pending(dump.deployment("api", 6).and(spreadOverZones("api")))
                    .pending(dump.job("job", 8).and(tolerates(spot)).and(selects(spot, "true")))
                    .pendingWithVolumes("db", 3, zones);
        }
    },

    /// Scale sets over zones, one of them for Windows, and a virtual node without machines.
    AKS("kubernetes.azure.com/agentpool", "apps", "system", "win") {
        @Override
        PoolDump dump(RandomGenerator random, int size) {
            var dump =
                    new PoolDump(
                            random,
                            size,
                            "azure:///shop",
                            "westeurope",
                            "topology.disk.csi.azure.com/zone");
            for (var zone : List.of("westeurope-1", "westeurope-2", "westeurope-3")) {
                dump.nodes(
                                pool("apps", "kube-proxy", "azure-cns").with(LINUX, ""),
                                zone,
                                random.nextInt(1, 4),
                                new Machine("Standard_D4s_v5", 4, 16))
                        .nodes(
                                pool("system", "kube-proxy", "azure-cns")
                                        .with(LINUX, taint("CriticalAddonsOnly", "true")),
                                zone,
                                1,
                                new Machine("Standard_D2s_v5", 2, 8))
                        .nodes(
                                pool("win", "kube-proxy-windows")
                                        .with(label(OS, "windows"), taint(OS, "windows")),
                                zone,
                                random.nextInt(1, 3),
                                new Machine("Standard_D4s_v5", 4, 16));
            }
            return dump.add(VIRTUAL)
                    .pending(dump.deployment("web", 20).and(selects(OS, "linux")))
                    .pending(dump.deployment("api", 6).and(spreadOverZones("api")))
                    .pending(dump.deployment("iis", 6).and(selects(OS, "windows") + tolerates(OS)))
                    .pending(dump.deployment("burst", 4).and(tolerates(VIRTUAL_TAINT)))
                    .pending(
                            dump.deployment("aci", 2)
                                    .and(tolerates(VIRTUAL_TAINT))
                                    .and(selects("type", "virtual-kubelet")));
        }
    },

    /// An instance group in each zone, for workers and for the control plane.
    KOPS("kops.k8s.io/instancegroup", "nodes-us-east-1a", "nodes-us-east-1b", "nodes-us-east-1c") {
        @Override
        PoolDump dump(RandomGenerator random, int size) {
            var dump = aws(random, size, "us-east-1");
            var zones = List.of("us-east-1a", "us-east-1b", "us-east-1c");
            int smallest = random.nextInt(3);
            for (int i = 0; i < 3; i++) {
                dump.nodes(
                        pool("nodes-" + zones.get(i), "cilium").with(LINUX, ""),
                        zones.get(i),
                        i == smallest ? 2 : 3,
                        new Machine("m5.xlarge", 4, 16));
            }
            var role = "node-role.kubernetes.io/control-plane";
            dump.nodes(
                    pool("control-plane-us-east-1a", "cilium")
                            .with(LINUX + label(role, ""), taint(role, "")),
                    "us-east-1a",
                    1,
                    new Machine("m5.large", 2, 8));
            return dump.pending(dump.deployment("web", 24))
                    .pending(
                            dump.deployment("zonal", 2)
                                    .and(
                                            selects(
                                                    "topology.kubernetes.io/zone",
                                                    zones.get(random.nextInt(3)))))
                    .pendingWithVolumes("db", 2, zones);
        }
    },

    /// A node pool of several types, zones and capacity types, with limits.
    KARPENTER("karpenter.sh/nodepool", "default") {
        @Override
        PoolDump dump(RandomGenerator random, int size) {
            var dump = aws(random, size, "us-west-2");
            var capacity = "karpenter.sh/capacity-type";
            var zones = List.of("us-west-2a", "us-west-2b", "us-west-2c");
            for (var zone : zones) {
                for (var type : List.of("spot", "on-demand")) {
                    dump.nodes(
                            pool("default", "aws-node", "kube-proxy")
                                    .with(LINUX + label(capacity, type), ""),
                            zone,
                            random.nextInt(1, 3),
                            new Machine("c5.large", 2, 4),
                            new Machine("m5.xlarge", 4, 16),
                            new Machine("r5.xlarge", 4, 32));
                }
            }
            return dump.pending(dump.deployment("web", 20))
                    .pending(dump.deployment("api", 6).and(spreadOverZones("api")))
                    .pending(dump.deployment("pay", 4).and(selects(capacity, "on-demand")))
                    .pendingWithVolumes("db", 3, zones)
                    .claims("default")
                    .add(
                            """
                            {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":\
                            "default"},"spec":{"limits":{"cpu":"%d","memory":"%dGi"}}}\
                            """
                                    .formatted(
                                            dump.cores() + size * random.nextInt(4, 50),
                                            dump.gibibytes() + size * random.nextInt(16, 400)));
        }
    };

    private static final String OS = "kubernetes.io/os";
    private static final String LINUX = label(OS, "linux");
    private static final String VIRTUAL_TAINT = "virtual-kubelet.io/provider";

    /// The node that hands its pods to Azure Container Instances.
    static final String VIRTUAL_NODE = "virtual-node-aci-linux";

    private static final String VIRTUAL =
            """
            {"apiVersion":"v1","kind":"Node","metadata":{"name":"%1$s","labels":{\
            "kubernetes.io/hostname":"%1$s","kubernetes.io/os":"linux","kubernetes.io/role":"agent",\
            "type":"virtual-kubelet","kubernetes.azure.com/managed":"false"},\
            "creationTimestamp":"2025-11-02T00:00:00Z"},"spec":{"taints":[%2$s]},"status":{\
            "allocatable":{"cpu":"10k","memory":"4Ti","pods":"5k"},"capacity":{"cpu":"10k",\
            "memory":"4Ti","pods":"5k"},"conditions":[{"type":"Ready","status":"True",\
            "lastHeartbeatTime":"2026-01-05T00:00:00Z"}]}}\
            """
                    .formatted(VIRTUAL_NODE, taint(VIRTUAL_TAINT, "azure"));

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // A list that nobody changes.
    private final List<String> pools;

    Provider(String key, String... pools) {
        this.key = key;
        this.pools = List.of(pools);
    }

    /// @param size how many times as many nodes and pods as in a small cluster
    abstract PoolDump dump(RandomGenerator random, int size);

    /// The label that names the pool of a node.
    String key() {
        return key;
    }

    /// The names of the pools for workloads.
    List<String> pools() {
        return pools;
    }

    private static PoolDump aws(RandomGenerator random, int size, String region) {
        return new PoolDump(random, size, "aws://", region, "topology.ebs.csi.aws.com/zone")
                .storageClass();
    }

    Pool pool(String name, String... daemonSets) {
        return new Pool(key, name, "", "", List.of(daemonSets));
    }
}
