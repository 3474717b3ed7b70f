package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The kinds of objects that a cluster is made of.
public enum ObjectKind {
    NODE("Node", "nodes", "v1", "nodes", Scope.CLUSTER),
    POD("Pod", "pods", "v1", "pods", Scope.NAMESPACE),
    BUDGET("PodDisruptionBudget", "pdb", "policy/v1", "poddisruptionbudgets", Scope.NAMESPACE),
    NAMESPACE("Namespace", "ns", "v1", "namespaces", Scope.CLUSTER),
    VOLUME("PersistentVolume", "pv", "v1", "persistentvolumes", Scope.CLUSTER),
    CLAIM("PersistentVolumeClaim", "pvc", "v1", "persistentvolumeclaims", Scope.NAMESPACE),
    VOLUME_CLASS("StorageClass", "sc", "storage.k8s.io/v1", "storageclasses", Scope.CLUSTER),
    NODE_DRIVERS("CSINode", "csinodes", "storage.k8s.io/v1", "csinodes", Scope.CLUSTER),
    DRIVER("CSIDriver", "csidrivers", "storage.k8s.io/v1", "csidrivers", Scope.CLUSTER),
    CAPACITY(
            "CSIStorageCapacity",
            "csistoragecapacities",
            "storage.k8s.io/v1",
            "csistoragecapacities",
            Scope.NAMESPACE),
    ATTACHMENT(
            "VolumeAttachment",
            "volumeattachments",
            "storage.k8s.io/v1",
            "volumeattachments",
            Scope.CLUSTER),
    /// Of Karpenter.
    NODE_POOL("NodePool", "", "karpenter.sh/v1", "nodepools", Scope.CLUSTER),
    NODE_CLAIM("NodeClaim", "", "karpenter.sh/v1", "nodeclaims", Scope.CLUSTER),
    /// Of Cluster Autoscaler.
    CAPACITY_BUFFER(
            "CapacityBuffer",
            "",
            "autoscaling.x-k8s.io/v1beta1",
            "capacitybuffers",
            Scope.NAMESPACE),
    /// They limit CapacityBuffers.
    RESOURCE_QUOTA("ResourceQuota", "", "v1", "resourcequotas", Scope.NAMESPACE),
    /// They describe pods. Not needed without CapacityBuffers and annotations of workloads.
    POD_TEMPLATE("PodTemplate", "", "v1", "podtemplates", Scope.NAMESPACE),
    DEPLOYMENT("Deployment", "", "apps/v1", "deployments", Scope.NAMESPACE),
    REPLICA_SET("ReplicaSet", "", "apps/v1", "replicasets", Scope.NAMESPACE),
    STATEFUL_SET("StatefulSet", "", "apps/v1", "statefulsets", Scope.NAMESPACE),
    JOB("Job", "", "batch/v1", "jobs", Scope.NAMESPACE),
    REPLICATION_CONTROLLER(
            "ReplicationController", "", "v1", "replicationcontrollers", Scope.NAMESPACE),
    /// Any other; it is passed over.
    OTHER("", "", "", "", Scope.NAMESPACE);

    /// The scope of its objects' names.
    enum Scope {
        NAMESPACE,
        CLUSTER
    }

    private final String text;
    private final String resource;
    private final String apiVersion;
    private final String plural;
    private final Scope scope;

    ObjectKind(String text, String resource, String apiVersion, String plural, Scope scope) {
        this.text = text;
        this.resource = resource;
        this.apiVersion = apiVersion;
        this.plural = plural;
        this.scope = scope;
    }

    /// The kinds that every cluster has, in the order in which they are best read: nodes before the
    /// pods on them.
    public static List<ObjectKind> ofEveryCluster() {
        return Arrays.stream(values()).filter(kind -> !kind.resource.isEmpty()).toList();
    }

    /// The kinds by which room is asked for: CapacityBuffers, which not every cluster has, what
    /// limits them, and what describes pods.
    public static List<ObjectKind> ofRoom() {
        return List.of(
                CAPACITY_BUFFER,
                RESOURCE_QUOTA,
                POD_TEMPLATE,
                DEPLOYMENT,
                REPLICA_SET,
                STATEFUL_SET,
                JOB,
                REPLICATION_CONTROLLER);
    }

    /// The kinds that a controller watches.
    public static List<ObjectKind> watched() {
        var kinds = new ArrayList<>(ofEveryCluster());
        kinds.addAll(ofRoom());
        return kinds;
    }

    /// The kinds of Karpenter.
    public static List<ObjectKind> ofKarpenter() {
        return List.of(NODE_POOL, NODE_CLAIM);
    }

    /// The path of all its objects at the API server.
    public String path() {
        return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion + "/" + plural;
    }

    /// The path of all its objects in an older version, where an API server may have only that;
    /// else the same path.
    public String olderPath() {
        return this == CAPACITY_BUFFER ? path().replace("v1beta1", "v1alpha1") : path();
    }

    /// Whether an API server may lack the kind.
    public boolean isOptional() {
        return this == CAPACITY_BUFFER;
    }

    /// The name of its objects in a path and in roles: `poddisruptionbudgets`.
    public String plural() {
        return plural;
    }

    /// Its part of an inventory; none for kinds whose objects are not kept there.
    Optional<Inventory.Kind> part() {
        return switch (this) {
            case NODE, NODE_CLAIM -> Optional.of(Inventory.Kind.NODE);
            case POD -> Optional.of(Inventory.Kind.POD);
            case BUDGET -> Optional.of(Inventory.Kind.BUDGET);
            case NAMESPACE -> Optional.of(Inventory.Kind.NAMESPACE);
            case VOLUME -> Optional.of(Inventory.Kind.VOLUME);
            case CLAIM -> Optional.of(Inventory.Kind.CLAIM);
            case VOLUME_CLASS -> Optional.of(Inventory.Kind.VOLUME_CLASS);
            case NODE_DRIVERS -> Optional.of(Inventory.Kind.NODE_DRIVERS);
            case DRIVER -> Optional.of(Inventory.Kind.DRIVER);
            case CAPACITY -> Optional.of(Inventory.Kind.CAPACITY);
            case ATTACHMENT -> Optional.of(Inventory.Kind.ATTACHMENT);
            case CAPACITY_BUFFER -> Optional.of(Inventory.Kind.CAPACITY_BUFFER);
            case RESOURCE_QUOTA -> Optional.of(Inventory.Kind.RESOURCE_QUOTA);
            case POD_TEMPLATE -> Optional.of(Inventory.Kind.POD_TEMPLATE);
            case DEPLOYMENT -> Optional.of(Inventory.Kind.DEPLOYMENT);
            case REPLICA_SET -> Optional.of(Inventory.Kind.REPLICA_SET);
            case STATEFUL_SET -> Optional.of(Inventory.Kind.STATEFUL_SET);
            case JOB -> Optional.of(Inventory.Kind.JOB);
            case REPLICATION_CONTROLLER -> Optional.of(Inventory.Kind.REPLICATION_CONTROLLER);
            case NODE_POOL, OTHER -> Optional.empty();
        };
    }

    /// The name that kubectl has for it; empty if not every cluster has the kind: kubectl prints
    /// nothing if it does not know one of the names.
    String resource() {
        return resource;
    }

    /// The API group and version in which its objects are read.
    String apiVersion() {
        return apiVersion;
    }

    Scope scope() {
        return scope;
    }

    /// The kind that a type stands for. Other makers have their own kinds of these names (Longhorn
    /// has a Node): the API group tells.
    static ObjectKind named(Type type) {
        for (var kind : values()) {
            if (kind.text.equals(type.name())) {
                return kind.isOfGroup(type.apiVersion()) ? kind : OTHER;
            }
        }
        return OTHER;
    }

    /// Any version of a named API group counts.
    private boolean isOfGroup(String version) {
        int end = apiVersion.indexOf('/') + 1;
        return version.isEmpty()
                || (end > 0
                        ? version.startsWith(apiVersion.substring(0, end))
                        : version.equals(apiVersion));
    }

    /// The kind of an object.
    ///
    /// @param type its own, or that of its list
    static ObjectKind of(Value.Mapping object, Type type) {
        return type.isKnown() ? type.kind() : shaped(object);
    }

    /// The kind of an object that does not say it, as in the lists of the API server: by what only
    /// this kind has.
    static ObjectKind shaped(Value.Mapping object) {
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
