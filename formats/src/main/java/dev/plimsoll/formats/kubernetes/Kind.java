package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.Value;

/// The kinds of objects that a cluster is made of.
enum Kind {
    NODE("Node", "nodes", "v1", Scope.CLUSTER),
    POD("Pod", "pods", "v1", Scope.NAMESPACE),
    BUDGET("PodDisruptionBudget", "pdb", "policy/", Scope.NAMESPACE),
    NAMESPACE("Namespace", "ns", "v1", Scope.CLUSTER),
    VOLUME("PersistentVolume", "pv", "v1", Scope.CLUSTER),
    CLAIM("PersistentVolumeClaim", "pvc", "v1", Scope.NAMESPACE),
    VOLUME_CLASS("StorageClass", "sc", "storage.k8s.io/", Scope.CLUSTER),
    NODE_DRIVERS("CSINode", "csinodes", "storage.k8s.io/", Scope.CLUSTER),
    DRIVER("CSIDriver", "csidrivers", "storage.k8s.io/", Scope.CLUSTER),
    CAPACITY("CSIStorageCapacity", "csistoragecapacities", "storage.k8s.io/", Scope.NAMESPACE),
    ATTACHMENT("VolumeAttachment", "volumeattachments", "storage.k8s.io/", Scope.CLUSTER),
    /// Of Karpenter.
    NODE_POOL("NodePool", "", "karpenter.sh/", Scope.CLUSTER),
    NODE_CLAIM("NodeClaim", "", "karpenter.sh/", Scope.CLUSTER),
    /// Any other; it is passed over.
    OTHER("", "", "", Scope.NAMESPACE);

    /// The scope of its objects' names.
    enum Scope {
        NAMESPACE,
        CLUSTER
    }

    private final String text;
    private final String resource;
    private final String group;
    private final Scope scope;

    Kind(String text, String resource, String group, Scope scope) {
        this.text = text;
        this.resource = resource;
        this.group = group;
        this.scope = scope;
    }

    /// The name that kubectl has for it; empty if not every cluster has the kind: kubectl prints
    /// nothing if it does not know one of the names.
    String resource() {
        return resource;
    }

    Scope scope() {
        return scope;
    }

    /// The kind that a type stands for. Other makers have their own kinds of these names (Longhorn
    /// has a Node): the API group tells.
    static Kind named(Type type) {
        for (var kind : values()) {
            if (kind.text.equals(type.name())) {
                return kind.isOfGroup(type.apiVersion()) ? kind : OTHER;
            }
        }
        return OTHER;
    }

    private boolean isOfGroup(String apiVersion) {
        return apiVersion.isEmpty()
                || (group.endsWith("/") ? apiVersion.startsWith(group) : apiVersion.equals(group));
    }

    /// The kind of an object that does not say it, as in the lists of the API server: by what only
    /// this kind has.
    static Kind shaped(Value.Mapping object) {
        if (has(object, "spec", "containers")) {
            return POD;
        }
        if (has(object, "status", "allocatable") || has(object, "status", "nodeInfo")) {
            return NODE;
        }
        return has(object, "status", "disruptionsAllowed") ? BUDGET : OTHER;
    }

    private static boolean has(Value.Mapping object, String part, String key) {
        return object.get(part) instanceof Value.Mapping mapping
                && !(mapping.get(key) instanceof Value.Nothing);
    }

    @Override
    public String toString() {
        return text;
    }
}
