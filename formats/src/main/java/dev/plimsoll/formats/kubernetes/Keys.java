package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Node;

/// The taints and annotations that Plimsoll sets or reads on objects.
public final class Keys {

    /// A taint: Plimsoll drains the node. Its value is the time, in seconds since 1970.
    public static final String DRAINING = Node.DRAINING_TAINT;

    /// A taint: an operator wants the node removed.
    public static final String FORCE_DRAIN = "plimsoll.dev/force-drain";

    /// An annotation: an operator wants to keep the node; its value is the reason.
    public static final String NO_DELETE = "plimsoll.dev/no-delete";

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

    private Keys() {}
}
