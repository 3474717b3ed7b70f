package dev.plimsoll.selection;

import dev.plimsoll.selection.Taint.Effect;
import java.util.List;
import java.util.stream.Stream;

/// The labels, taints and resource names that Kubernetes, clouds and autoscalers give a meaning.
///
/// Where a label has an older name, the list has the present one first: [#first] reads it.
public final class WellKnown {

    /// The label that repeats a node's name.
    public static final String HOSTNAME = "kubernetes.io/hostname";

    public static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
    public static final List<String> INSTANCE_TYPES =
            List.of(INSTANCE_TYPE, "beta.kubernetes.io/instance-type");

    public static final String ZONE = "topology.kubernetes.io/zone";
    public static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    public static final List<String> ZONES = List.of(ZONE, OLD_ZONE);

    /// The labels whose values follow from a node's zone.
    public static final List<String> ZONAL =
            List.of(
                    ZONE,
                    OLD_ZONE,
                    "topology.ebs.csi.aws.com/zone",
                    "topology.k8s.aws/zone-id",
                    "topology.gke.io/zone",
                    "topology.disk.csi.azure.com/zone");

    public static final String REGION = "topology.kubernetes.io/region";
    public static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";
    public static final List<String> REGIONS = List.of(REGION, OLD_REGION);

    public static final String OS = "kubernetes.io/os";
    public static final List<String> OSES = List.of(OS, "beta.kubernetes.io/os");
    public static final String ARCH = "kubernetes.io/arch";

    /// The prefix of labels that say a node's role; the role is the rest of the key.
    public static final String ROLE = "node-role.kubernetes.io/";

    /// The label of Karpenter that names a node's pool.
    public static final String KARPENTER_POOL = "karpenter.sh/nodepool";

    /// The labels that name a node's pool, each of another provider: a node carries at most one.
    public static final List<String> PROVIDER_POOLS =
            List.of(
                    "eks.amazonaws.com/nodegroup",
                    "cloud.google.com/gke-nodepool",
                    "kubernetes.azure.com/agentpool",
                    KARPENTER_POOL,
                    "worker.gardener.cloud/pool",
                    "kops.k8s.io/instancegroup");

    /// The labels that name a node's pool. Nodes of Cluster API carry both of its labels.
    public static final List<String> POOLS =
            Stream.concat(
                            PROVIDER_POOLS.stream(),
                            Stream.of(
                                    "cluster.x-k8s.io/deployment-name",
                                    "cluster.x-k8s.io/set-name"))
                    .toList();

    /// The labels of nodes that are no machines: a provider runs each pod by itself.
    private static final List<Label> VIRTUAL =
            List.of(
                    new Label("type", "virtual-kubelet"),
                    new Label("eks.amazonaws.com/compute-type", "fargate"));

    /// The labels that say that a node is virtual.
    public static final List<String> VIRTUAL_LABELS = VIRTUAL.stream().map(Label::key).toList();

    /// The schedulers that place pods by the rules of kube-scheduler.
    public static final List<String> SCHEDULERS =
            List.of("default-scheduler", "gke.io/optimize-utilization-scheduler");

    /// The label of Karpenter that says whether a node is on demand or `spot`.
    public static final String SPOT = "karpenter.sh/capacity-type";

    /// The labels of spot nodes, each of another provider, with their values on them.
    private static final List<Label> SPOT_LABELS =
            List.of(
                    new Label(SPOT, "spot"),
                    new Label("eks.amazonaws.com/capacityType", "SPOT"),
                    new Label("cloud.google.com/gke-spot", "true"),
                    new Label("cloud.google.com/gke-preemptible", "true"),
                    new Label("kubernetes.azure.com/scalesetpriority", "spot"));

    /// The labels that say whether a node is on demand or spot.
    public static final List<String> CAPACITY_TYPES = SPOT_LABELS.stream().map(Label::key).toList();

    /// The taints of spot nodes: clouds and operators use the keys and values of the labels.
    public static final List<Taint> SPOT_TAINTS =
            SPOT_LABELS.stream()
                    .map(label -> new Taint(label.key(), label.value(), Effect.NO_SCHEDULE))
                    .toList();

    /// The label of GKE that names the model of attached GPUs.
    public static final String GKE_ACCELERATOR = "cloud.google.com/gke-accelerator";

    /// The labels that name the model of a node's GPUs.
    public static final List<String> ACCELERATORS =
            List.of(GKE_ACCELERATOR, "nvidia.com/gpu.product", "alibabacloud.com/gpu-card-model");

    /// The resource of NVIDIA's GPUs.
    public static final String NVIDIA_GPU = "nvidia.com/gpu";

    /// The resources that are GPUs.
    public static final List<String> GPUS =
            List.of(NVIDIA_GPU, "amd.com/gpu", "gpu.intel.com/i915", "gpu.intel.com/xe");

    /// The taint of a node that is not Ready.
    public static final String NOT_READY = "node.kubernetes.io/not-ready";

    /// The taint of a node that does not answer.
    public static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    /// The taint of a cordoned node.
    public static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

    /// The taints of nodes that take no new pods for a while, or are being removed.
    public static final List<String> LEAVING_TAINTS =
            List.of(
                    UNSCHEDULABLE,
                    "ToBeDeletedByClusterAutoscaler",
                    "DeletionCandidateOfClusterAutoscaler",
                    "karpenter.sh/disrupted",
                    UNREACHABLE,
                    "node.kubernetes.io/memory-pressure",
                    "node.kubernetes.io/disk-pressure",
                    "node.kubernetes.io/pid-pressure",
                    "node.kubernetes.io/out-of-service");

    /// The taints of nodes that go without our doing: a spot interruption, maintenance, a shutdown,
    /// or another autoscaler.
    public static final List<String> TERMINATION_TAINTS =
            List.of(
                    "aws-node-termination-handler/spot-itn",
                    "aws-node-termination-handler/scheduled-maintenance",
                    "aws-node-termination-handler/asg-lifecycle-termination",
                    "cloud.google.com/impending-node-termination",
                    "node.cloudprovider.kubernetes.io/shutdown",
                    "node.kubernetes.io/out-of-service",
                    "ToBeDeletedByClusterAutoscaler",
                    "karpenter.sh/disrupted");

    /// The prefix of taints that operators remove when a node has started.
    public static final String STARTUP_TAINT = "startup-taint.cluster-autoscaler.kubernetes.io/";

    /// The prefixes of taints that are removed when a node has started.
    public static final List<String> STARTING_TAINTS =
            List.of(
                    NOT_READY,
                    "node.kubernetes.io/network-unavailable",
                    "node.cloudprovider.kubernetes.io/uninitialized",
                    "karpenter.sh/unregistered",
                    STARTUP_TAINT);

    private record Label(String key, String value) {}

    private WellKnown() {}

    /// The value of the first of these keys that the labels have; empty if they have none.
    public static String first(Labels labels, List<String> keys) {
        return keys.stream().filter(labels::has).findFirst().map(labels::get).orElse("");
    }

    /// The labels of a spot node in place of a node with these, by the same keys; by Karpenter's if
    /// there are none.
    public static Labels asSpot(Labels labels) {
        var spot = labels;
        for (var label : SPOT_LABELS) {
            if (labels.has(label.key())) {
                spot = spot.with(label.key(), label.value());
            }
        }
        return isSpot(spot) ? spot : spot.with(SPOT, "spot");
    }

    /// `spot` or `on-demand`; empty if no label says it.
    public static String capacityType(Labels labels) {
        if (isSpot(labels)) {
            return "spot";
        }
        return CAPACITY_TYPES.stream().anyMatch(labels::has) ? "on-demand" : "";
    }

    /// The kind of virtual node that has these labels; empty for other nodes.
    public static String virtual(Labels labels) {
        for (var label : VIRTUAL) {
            if (labels.has(label.key(), label.value())) {
                return label.value();
            }
        }
        return "";
    }

    /// These are the labels of a virtual node.
    public static boolean isVirtual(Labels labels) {
        return !virtual(labels).isEmpty();
    }

    /// These are the labels of a spot or preemptible node.
    public static boolean isSpot(Labels labels) {
        return SPOT_LABELS.stream().anyMatch(label -> labels.has(label.key(), label.value()));
    }
}
