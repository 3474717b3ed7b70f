package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.items;
import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.metadata;
import static dev.plimsoll.oracle.Trees.name;
import static dev.plimsoll.oracle.Trees.namespace;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The volumes of pods: claims of all kinds, disks named in the pod, and ephemeral claims.
final class RandomVolumes {

    private final Draw draw;
    private final RandomClaims claims;
    private final List<Map<String, Object>> owned = new ArrayList<>();

    RandomVolumes(Draw draw, RandomClaims claims) {
        this.draw = draw;
        this.claims = claims;
    }

    /// Volumes of a running pod: only claims with which a pod can run.
    void running(Map<String, Object> pod) {
        switch (draw.weighted(45, 45, 10)) {
            case 0 -> claim(pod, claims.usable(namespace(pod)));
            case 1 -> disk(pod);
            default -> ephemeral(pod);
        }
    }

    void ask(Map<String, Object> pod) {
        switch (draw.weighted(66, 26, 8)) {
            case 0 -> {
                claim(pod, claimName(pod));
                if (draw.percent(25)) {
                    claim(pod, claimName(pod));
                }
            }
            case 1 -> disk(pod);
            default -> ephemeral(pod);
        }
    }

    private String claimName(Map<String, Object> pod) {
        var known = claims.names(namespace(pod));
        if (!known.isEmpty() && draw.percent(40)) {
            return draw.oneOf(known);
        }
        return claims.any(namespace(pod));
    }

    private static void claim(Map<String, Object> pod, String name) {
        volume(pod, "persistentVolumeClaim", tree("claimName", name));
    }

    private static void volume(Map<String, Object> pod, String kind, Map<String, Object> source) {
        var volumes = items(spec(pod), "volumes");
        volumes.add(tree("name", "v" + (volumes.size() + 1), kind, source));
    }

    private void disk(Map<String, Object> pod) {
        var name = draw.one("d1", "d1", "d2");
        switch (draw.weighted(3, 2, 3, 3)) {
            case 0 -> volume(pod, "gcePersistentDisk", readOnly(tree("pdName", name)));
            case 1 -> volume(pod, "awsElasticBlockStore", readOnly(tree("volumeID", name)));
            case 2 ->
                    volume(
                            pod,
                            "iscsi",
                            readOnly(
                                    tree(
                                            "targetPortal",
                                            draw.one("10.0.0.1:3260", "10.0.0.2:3260"),
                                            "iqn",
                                            "iqn.2020-01.test.plimsoll:" + name,
                                            "lun",
                                            draw.between(0, 1))));
            default ->
                    volume(
                            pod,
                            "rbd",
                            readOnly(
                                    tree(
                                            "monitors",
                                            draw.some(2, "m1:6789", "m2:6789"),
                                            "image",
                                            name,
                                            "pool",
                                            draw.one("rbd", "rbd", "other"))));
        }
    }

    private Map<String, Object> readOnly(Map<String, Object> source) {
        if (draw.percent(55)) {
            source.put("readOnly", true);
        }
        return source;
    }

    /// An ephemeral claim of the pod that exists, is missing, or belongs to another pod. A claim of
    /// another pod would make the scheduler give up on the node of a running pod.
    private void ephemeral(Map<String, Object> pod) {
        var template = tree("spec", RandomClaims.claimSpec("fast", "1Gi"));
        volume(pod, "ephemeral", tree("volumeClaimTemplate", template));
        var volume = "v" + items(spec(pod), "volumes").size();
        boolean runs = spec(pod).containsKey("nodeName");
        if (draw.percent(25)) {
            return;
        }
        var claim = claims.ephemeral(namespace(pod), name(pod) + "-" + volume);
        if (runs || draw.percent(75)) {
            var uid = "uid-of-" + name(pod);
            metadata(pod).put("uid", uid);
            metadata(claim)
                    .put(
                            "ownerReferences",
                            list(
                                    tree(
                                            "apiVersion",
                                            "v1",
                                            "kind",
                                            "Pod",
                                            "name",
                                            name(pod),
                                            "uid",
                                            uid,
                                            "controller",
                                            true)));
        }
        owned.add(claim);
    }

    /// Claims that belong to pods, to be created after them.
    List<Map<String, Object>> owned() {
        return owned;
    }
}
