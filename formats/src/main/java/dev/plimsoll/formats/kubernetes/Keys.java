package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Node;

/// The taints and annotations that Plimsoll sets or reads on objects.
public final class Keys {

    /// A taint: Plimsoll drains the node. [DrainingTaint] reads its value.
    public static final String DRAINING = Node.DRAINING_TAINT;

    /// A taint: an operator wants the node removed.
    public static final String FORCE_DRAIN = Node.FORCE_DRAIN_TAINT;

    /// An annotation: an operator wants to keep the node; its value is the reason.
    public static final String NO_DELETE = "plimsoll.dev/no-delete";

    /// An annotation: an operator wants the node left alone.
    public static final String PAUSED = "plimsoll.dev/paused";

    /// An annotation of pods: the number of placeholders to keep for pods like this one.
    public static final String RESERVE = "plimsoll.dev/reserve";

    /// Cluster Autoscaler's annotation of nodes that it must not remove.
    static final String SCALE_DOWN_DISABLED =
            "cluster-autoscaler.kubernetes.io/scale-down-disabled";

    /// Cluster Autoscaler's annotation of pods that may be evicted, or must not be.
    static final String SAFE_TO_EVICT = "cluster-autoscaler.kubernetes.io/safe-to-evict";

    /// The value of that annotation of pods that are evicted only when they have ended.
    static final String ON_COMPLETION = "on-completion";

    /// Cluster Autoscaler's annotation of pods: the names of local volumes that may be lost.
    static final String SAFE_LOCAL_VOLUMES =
            "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes";

    /// Karpenter's annotation of pods and nodes that must not be disrupted.
    static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";

    /// The API server's copy of a static pod.
    static final String MIRROR = "kubernetes.io/config.mirror";

    /// The kubelet's source of a pod: `file` and `http` mark static pods.
    static final String CONFIG_SOURCE = "kubernetes.io/config.source";

    /// An annotation of a claim: it and its volume belong together.
    static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    /// An annotation of a claim: its volume is being made for that node.
    static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    /// An annotation that once named the class of a claim or a volume.
    static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

    /// An annotation of a CSINode: the stores that drivers have taken over.
    static final String MIGRATED_PLUGINS = "storage.alpha.kubernetes.io/migrated-plugins";

    /// An annotation of a list: it has every object of its cluster.
    static final String COMPLETE = "plimsoll.dev/complete";

    private Keys() {}
}
