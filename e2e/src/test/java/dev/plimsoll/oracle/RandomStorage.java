package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.RandomNodes.HOSTNAME;
import static dev.plimsoll.oracle.RandomNodes.OLD_REGION;
import static dev.plimsoll.oracle.RandomNodes.OLD_ZONE;
import static dev.plimsoll.oracle.RandomNodes.REGION;
import static dev.plimsoll.oracle.RandomNodes.ZONE;
import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.metadata;
import static dev.plimsoll.oracle.Trees.name;
import static dev.plimsoll.oracle.Trees.namespace;
import static dev.plimsoll.oracle.Trees.object;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;
import static dev.plimsoll.oracle.Trees.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Volumes: those of bound claims, and available ones.
final class RandomStorage {

    static final String DISKS = "disk.csi.test";

    private final Draw draw;
    private final List<Map<String, Object>> volumes = new ArrayList<>();

    RandomStorage(Draw draw) {
        this.draw = draw;
    }

    List<Map<String, Object>> volumes() {
        return volumes;
    }

    /// The volume of a bound claim.
    Map<String, Object> bound(Map<String, Object> claim) {
        var volume = volume("slow", "10Gi", "Bound");
        if (draw.percent(75)) {
            spec(volume)
                    .put(
                            "csi",
                            tree(
                                    "driver",
                                    draw.one(DISKS, DISKS, DISKS, "other.csi.test"),
                                    "volumeHandle",
                                    "h" + draw.between(1, 12)));
        } else {
            spec(volume).put("hostPath", tree("path", "/none"));
        }
        if (claim.toString().contains("ReadWriteOncePod")) {
            spec(volume).put("accessModes", list("ReadWriteOncePod"));
        }
        spec(volume).put("claimRef", claimReference(claim));
        limitTo(volume);
        return volume;
    }

    private static Map<String, Object> claimReference(Map<String, Object> claim) {
        return tree(
                "apiVersion",
                "v1",
                "kind",
                "PersistentVolumeClaim",
                "namespace",
                namespace(claim),
                "name",
                name(claim));
    }

    private Map<String, Object> volume(String storageClass, String size, String phase) {
        var volume = object("v1", "PersistentVolume", "pv" + (volumes.size() + 1));
        spec(volume).put("capacity", tree("storage", size));
        spec(volume).put("accessModes", list("ReadWriteOnce"));
        spec(volume).put("storageClassName", storageClass);
        spec(volume).put("persistentVolumeReclaimPolicy", "Retain");
        volume.put("status", tree("phase", phase));
        volumes.add(volume);
        return volume;
    }

    private void limitTo(Map<String, Object> volume) {
        switch (draw.weighted(35, 30, 35)) {
            case 0 -> {}
            case 1 -> spec(volume).put("nodeAffinity", affinity());
            default -> label(volume);
        }
    }

    private void label(Map<String, Object> volume) {
        var labels = within(metadata(volume), "labels");
        switch (draw.weighted(30, 20, 20, 15, 15)) {
            case 0 -> labels.put(ZONE, draw.one("z1", "z2"));
            case 1 -> labels.put(ZONE, draw.one("z1__z2", "z2__z3"));
            case 2 -> labels.put(OLD_ZONE, draw.one("z1", "z2__z3"));
            case 3 -> labels.put(REGION, draw.one("r1", "r2", "r1__r2"));
            default -> labels.put(OLD_REGION, draw.one("r1", "r2"));
        }
    }

    private Map<String, Object> affinity() {
        var terms = list(term());
        if (draw.percent(25)) {
            terms.add(term());
        }
        return tree("required", tree("nodeSelectorTerms", terms));
    }

    private Map<String, Object> term() {
        return switch (draw.weighted(40, 35, 10, 5, 10)) {
            case 0 -> expressions(ZONE, "In", draw.some(2, "z1", "z2", "z3"));
            case 1 -> expressions(HOSTNAME, "In", draw.some(3, "n1", "n2", "n3", "n4"));
            case 2 ->
                    expressions("size", draw.one("Gt", "Lt"), list((Object) draw.one("5", "abc")));
            case 3 ->
                    tree(
                            "matchFields",
                            list(
                                    tree(
                                            "key",
                                            "metadata.name",
                                            "operator",
                                            "In",
                                            "values",
                                            list("n1"))));
            default -> expressions("rack", "NotIn", list("k1"));
        };
    }

    private static Map<String, Object> expressions(
            String key, String operator, List<Object> values) {
        return tree(
                "matchExpressions", list(tree("key", key, "operator", operator, "values", values)));
    }

    /// Available volumes of the class without a provisioner. No two have the same size, because the
    /// scheduler's choice among equal ones is random.
    void free() {
        int count = draw.between(0, 6);
        for (int number = 1; number <= count; number++) {
            var volume =
                    volume(
                            "local",
                            number + "Gi",
                            draw.percent(85) ? "Available" : draw.one("Released", "Pending"));
            spec(volume).put("hostPath", tree("path", "/none"));
            if (draw.percent(65)) {
                spec(volume).put("nodeAffinity", affinity());
            }
            if (draw.percent(15)) {
                spec(volume).put("volumeMode", "Block");
            }
            if (draw.percent(25)) {
                spec(volume).put("accessModes", list("ReadWriteOnce", "ReadWriteMany"));
            }
            if (draw.percent(50)) {
                within(metadata(volume), "labels").put("kind", draw.one("a", "b"));
            }
        }
    }

    /// An available volume that is reserved for the claim.
    void reserve(Map<String, Object> claim) {
        var volume = volume("local", draw.one("2Gi", "20Gi"), draw.one("Available", "Pending"));
        spec(volume).put("hostPath", tree("path", "/none"));
        spec(volume).put("claimRef", claimReference(claim));
        limitTo(volume);
    }
}
