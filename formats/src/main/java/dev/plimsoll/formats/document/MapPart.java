package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Nomination;
import dev.plimsoll.cluster.ResourceQuota;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.storage.Attachment;
import dev.plimsoll.storage.Capacity;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Driver;
import dev.plimsoll.storage.NodeDrivers;
import dev.plimsoll.storage.Storage;
import dev.plimsoll.storage.Volume;
import dev.plimsoll.storage.VolumeClass;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/// A part of a cluster that is a map of objects by name: how it reads, prints and is replaced. All
/// parts of a cluster but its nodes and its pods are such maps.
///
/// @param key of the part in a document
/// @param named makes a name of its text
/// @param tree an object with its name
/// @param name reads the name of an object
/// @param value reads an object
public record MapPart<K extends Comparable<K>, V>(
        String key,
        Function<Cluster, SharedMap<K, V>> of,
        BiFunction<Cluster, SharedMap<K, V>, Cluster> with,
        Function<String, K> named,
        BiFunction<K, V, Map<String, Object>> tree,
        Function<Fields, K> name,
        Function<Fields, V> value) {

    private static final MapPart<String, Group> GROUPS =
            new MapPart<>(
                    "groups",
                    Cluster::groups,
                    Cluster::withGroups,
                    String::toString,
                    (_, group) -> ClusterParts.tree(group),
                    MapPart::readName,
                    ClusterParts::group);
    private static final MapPart<ObjectName, Budget> BUDGETS =
            new MapPart<>(
                    "budgets",
                    Cluster::budgets,
                    Cluster::withBudgets,
                    ObjectName::of,
                    (_, budget) -> ClusterParts.tree(budget),
                    ClusterParts::objectName,
                    ClusterParts::budget);
    private static final MapPart<String, Labels> NAMESPACES =
            new MapPart<>(
                    "namespaces",
                    Cluster::namespaces,
                    Cluster::withNamespaces,
                    String::toString,
                    (name, labels) -> Trees.ordered("name", name, "labels", Trees.labels(labels)),
                    MapPart::readName,
                    fields -> fields.labels("labels"));
    private static final MapPart<ObjectName, Nomination> NOMINATIONS =
            new MapPart<>(
                    "nominations",
                    Cluster::nominations,
                    Cluster::withNominations,
                    ObjectName::of,
                    MapPart::tree,
                    ClusterParts::objectName,
                    fields ->
                            new Nomination(
                                    fields.requiredText("node"),
                                    fields.whole(
                                            "priority", 0, Integer.MIN_VALUE, Integer.MAX_VALUE)));
    private static final MapPart<String, Subnet> SUBNETS =
            new MapPart<>(
                    "subnets",
                    Cluster::subnets,
                    Cluster::withSubnets,
                    String::toString,
                    (_, subnet) -> ClusterParts.tree(subnet),
                    MapPart::readName,
                    ClusterParts::subnet);
    private static final MapPart<ObjectName, Claim> CLAIMS =
            new MapPart<>(
                    "claims",
                    cluster -> cluster.storage().claims(),
                    (cluster, claims) -> {
                        var old = cluster.storage();
                        return cluster.with(
                                new Storage(
                                        claims,
                                        old.volumes(),
                                        old.classes(),
                                        old.drivers(),
                                        old.nodes(),
                                        old.attachments(),
                                        old.capacities()));
                    },
                    ObjectName::of,
                    (_, claim) -> StorageParts.tree(claim),
                    ClusterParts::objectName,
                    StorageParts::claim);
    private static final MapPart<String, Volume> VOLUMES =
            new MapPart<>(
                    "volumes",
                    cluster -> cluster.storage().volumes(),
                    (cluster, volumes) -> {
                        var old = cluster.storage();
                        return cluster.with(
                                new Storage(
                                        old.claims(),
                                        volumes,
                                        old.classes(),
                                        old.drivers(),
                                        old.nodes(),
                                        old.attachments(),
                                        old.capacities()));
                    },
                    String::toString,
                    (_, volume) -> StorageParts.tree(volume),
                    MapPart::readName,
                    StorageParts::volume);
    private static final MapPart<String, VolumeClass> CLASSES =
            new MapPart<>(
                    "storageClasses",
                    cluster -> cluster.storage().classes(),
                    (cluster, classes) -> {
                        var old = cluster.storage();
                        return cluster.with(
                                new Storage(
                                        old.claims(),
                                        old.volumes(),
                                        classes,
                                        old.drivers(),
                                        old.nodes(),
                                        old.attachments(),
                                        old.capacities()));
                    },
                    String::toString,
                    (_, volumeClass) -> StorageParts.tree(volumeClass),
                    MapPart::readName,
                    StorageParts::volumeClass);
    private static final MapPart<String, Driver> DRIVERS =
            new MapPart<>(
                    "drivers",
                    cluster -> cluster.storage().drivers(),
                    (cluster, drivers) -> {
                        var old = cluster.storage();
                        return cluster.with(
                                new Storage(
                                        old.claims(),
                                        old.volumes(),
                                        old.classes(),
                                        drivers,
                                        old.nodes(),
                                        old.attachments(),
                                        old.capacities()));
                    },
                    String::toString,
                    (_, driver) -> StorageParts.tree(driver),
                    MapPart::readName,
                    StorageParts::driver);
    private static final MapPart<String, NodeDrivers> NODE_DRIVERS =
            new MapPart<>(
                    "nodeDrivers",
                    cluster -> cluster.storage().nodes(),
                    (cluster, nodes) -> {
                        var old = cluster.storage();
                        return cluster.with(
                                new Storage(
                                        old.claims(),
                                        old.volumes(),
                                        old.classes(),
                                        old.drivers(),
                                        nodes,
                                        old.attachments(),
                                        old.capacities()));
                    },
                    String::toString,
                    (_, drivers) -> StorageParts.tree(drivers),
                    MapPart::readName,
                    StorageParts::nodeDrivers);
    private static final MapPart<String, Attachment> ATTACHMENTS =
            new MapPart<>(
                    "attachments",
                    cluster -> cluster.storage().attachments(),
                    (cluster, attachments) -> {
                        var old = cluster.storage();
                        return cluster.with(
                                new Storage(
                                        old.claims(),
                                        old.volumes(),
                                        old.classes(),
                                        old.drivers(),
                                        old.nodes(),
                                        attachments,
                                        old.capacities()));
                    },
                    String::toString,
                    (_, attachment) -> StorageParts.tree(attachment),
                    MapPart::readName,
                    StorageParts::attachment);
    private static final MapPart<ObjectName, Capacity> CAPACITIES =
            new MapPart<>(
                    "storageCapacities",
                    cluster -> cluster.storage().capacities(),
                    (cluster, capacities) -> {
                        var old = cluster.storage();
                        return cluster.with(
                                new Storage(
                                        old.claims(),
                                        old.volumes(),
                                        old.classes(),
                                        old.drivers(),
                                        old.nodes(),
                                        old.attachments(),
                                        capacities));
                    },
                    ObjectName::of,
                    (_, capacity) -> StorageParts.tree(capacity),
                    ClusterParts::objectName,
                    StorageParts::capacity);

    private static final MapPart<KindName, Buffer> BUFFERS =
            new MapPart<>(
                    "buffers",
                    Cluster::buffers,
                    Cluster::withBuffers,
                    KindName::of,
                    (_, buffer) -> BufferParts.tree(buffer),
                    BufferParts::name,
                    BufferParts::buffer);

    private static final MapPart<ObjectName, ResourceQuota> QUOTAS =
            new MapPart<>(
                    "resourceQuotas",
                    Cluster::resourceQuotas,
                    Cluster::withResourceQuotas,
                    ObjectName::of,
                    (_, quota) -> BufferParts.tree(quota),
                    ClusterParts::objectName,
                    BufferParts::quota);

    /// All parts of a cluster that are maps.
    public static final List<MapPart<?, ?>> ALL =
            List.of(
                    GROUPS,
                    BUDGETS,
                    NAMESPACES,
                    NOMINATIONS,
                    SUBNETS,
                    CLAIMS,
                    VOLUMES,
                    CLASSES,
                    DRIVERS,
                    NODE_DRIVERS,
                    ATTACHMENTS,
                    CAPACITIES,
                    BUFFERS,
                    QUOTAS);

    private static String readName(Fields fields) {
        return fields.requiredText("name");
    }

    private static Map<String, Object> tree(ObjectName pod, Nomination nomination) {
        var tree = new LinkedHashMap<String, Object>();
        ClusterParts.put(tree, "namespace", pod.namespace());
        tree.put("name", pod.name());
        tree.put("node", nomination.node());
        tree.put("priority", nomination.priority());
        return tree;
    }
}
