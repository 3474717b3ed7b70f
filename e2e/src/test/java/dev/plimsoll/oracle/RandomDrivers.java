package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.RandomStorage.DISKS;
import static dev.plimsoll.oracle.Trees.items;
import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.metadata;
import static dev.plimsoll.oracle.Trees.name;
import static dev.plimsoll.oracle.Trees.object;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Storage classes and drivers, attach limits and attachments of nodes, and storage capacities.
final class RandomDrivers {

    private static final String ROOM = "room.csi.test";

    private final Draw draw;
    private final List<Map<String, Object>> objects = new ArrayList<>();

    RandomDrivers(Draw draw) {
        this.draw = draw;
    }

    List<Map<String, Object>> objects(List<Map<String, Object>> nodes) {
        storageClass("slow", DISKS, "Immediate");
        storageClass("fast", DISKS, "WaitForFirstConsumer");
        storageClass("local", "kubernetes.io/no-provisioner", "WaitForFirstConsumer");
        storageClass("zonal", "zone.csi.test", "WaitForFirstConsumer")
                .put("allowedTopologies", topologies());
        storageClass("roomy", ROOM, "WaitForFirstConsumer");
        driver(DISKS, "preventPodSchedulingIfMissing");
        driver(ROOM, "storageCapacity");
        nodes.forEach(this::attachable);
        capacities();
        return objects;
    }

    private Map<String, Object> storageClass(String name, String provisioner, String mode) {
        var storageClass = object("storage.k8s.io/v1", "StorageClass", name);
        storageClass.put("provisioner", provisioner);
        storageClass.put("volumeBindingMode", mode);
        objects.add(storageClass);
        return storageClass;
    }

    private List<Object> topologies() {
        var terms =
                list(
                        tree(
                                "matchLabelExpressions",
                                list(
                                        tree(
                                                "key",
                                                RandomNodes.ZONE,
                                                "values",
                                                draw.one(list("z1"), list("z2", "z3"))))));
        if (draw.percent(30)) {
            terms.add(
                    tree("matchLabelExpressions", list(tree("key", "rack", "values", list("k1")))));
        }
        return terms;
    }

    private void driver(String name, String wish) {
        if (draw.percent(75)) {
            var driver = object("storage.k8s.io/v1", "CSIDriver", name);
            spec(driver).put(wish, draw.percent(75));
            objects.add(driver);
        }
    }

    private void attachable(Map<String, Object> node) {
        if (draw.percent(15)) {
            return;
        }
        var attachable = object("storage.k8s.io/v1", "CSINode", name(node));
        spec(attachable).put("drivers", list());
        for (var driver : List.of(DISKS, ROOM, "other.csi.test")) {
            if (draw.percent(80)) {
                var entry = tree("name", driver, "nodeID", name(node), "topologyKeys", list());
                if (draw.percent(80)) {
                    entry.put("allocatable", tree("count", draw.one(0, 1, 1, 2, 2, 3, 4)));
                }
                items(spec(attachable), "drivers").add(entry);
            }
        }
        objects.add(attachable);
    }

    private void capacities() {
        int count = draw.between(0, 4);
        for (int number = 1; number <= count; number++) {
            var capacity = object("storage.k8s.io/v1", "CSIStorageCapacity", "room" + number);
            metadata(capacity).put("namespace", "grey");
            capacity.put("storageClassName", draw.one("roomy", "roomy", "roomy", "fast"));
            if (draw.percent(90)) {
                capacity.put("nodeTopology", topology());
            }
            if (draw.percent(90)) {
                capacity.put("capacity", draw.one("0", "2Gi", "3Gi", "10Gi"));
            }
            if (draw.percent(30)) {
                capacity.put("maximumVolumeSize", draw.one("1Gi", "3Gi"));
            }
            objects.add(capacity);
        }
    }

    private Map<String, Object> topology() {
        return switch (draw.weighted(2, 5, 2)) {
            case 0 -> tree();
            case 1 -> tree("matchLabels", tree(RandomNodes.ZONE, draw.one("z1", "z2", "z3")));
            default ->
                    tree("matchExpressions", list(tree("key", "rack", "operator", "DoesNotExist")));
        };
    }

    /// Attachments of some volumes to some nodes.
    List<Map<String, Object>> attachments(
            List<Map<String, Object>> volumes, List<Map<String, Object>> nodes) {
        var attachments = new ArrayList<Map<String, Object>>();
        for (var volume : volumes) {
            if (draw.percent(20)) {
                var attachment =
                        object("storage.k8s.io/v1", "VolumeAttachment", "on-" + name(volume));
                spec(attachment).put("attacher", draw.one(DISKS, DISKS, "other.csi.test"));
                spec(attachment).put("nodeName", name(draw.oneOf(nodes)));
                spec(attachment).put("source", tree("persistentVolumeName", name(volume)));
                attachments.add(attachment);
            }
        }
        return attachments;
    }
}
