package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Node;

/// The keys by which we mark objects, and people tell us what to do with them.
public final class Keys {

    /// A taint: we drain the node. Its value is the moment, in seconds since 1970.
    public static final String DRAINING = Node.DRAINING_TAINT;

    /// A taint: somebody wants the node gone.
    public static final String FORCE_DRAIN = "plimsoll.dev/force-drain";

    /// An annotation: somebody wants to keep the node; its value says why.
    public static final String NO_DELETE = "plimsoll.dev/no-delete";

    /// The API server's copy of a pod that a node runs by itself.
    static final String MIRROR = "kubernetes.io/config.mirror";

    /// Where a node has a pod from, as the node itself tells.
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
