package dev.plimsoll.oracle;

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

/// Claims, created when a pod needs one, with their bound volumes.
final class RandomClaims {

    private static final String BOUND = "pv.kubernetes.io/bind-completed";

    private final Draw draw;
    private final RandomStorage storage;
    private final List<Map<String, Object>> claims = new ArrayList<>();

    RandomClaims(Draw draw, RandomStorage storage) {
        this.draw = draw;
        this.storage = storage;
    }

    List<Map<String, Object>> claims() {
        return claims;
    }

    List<String> names(String namespace) {
        return claims.stream()
                .filter(claim -> namespace(claim).equals(namespace))
                .map(Trees::name)
                .toList();
    }

    /// A claim that a running pod can have: bound, or about to be provisioned.
    String usable(String namespace) {
        var known = names(namespace);
        if (!known.isEmpty() && draw.percent(25)) {
            return draw.oneOf(known);
        }
        return name(draw.percent(80) ? bound(namespace) : waiting(namespace, "fast"));
    }

    /// The name of a claim of any kind, possibly of a missing one.
    String any(String namespace) {
        return switch (draw.weighted(40, 10, 18, 8, 10, 10, 4)) {
            case 0 -> name(bound(namespace));
            case 1 -> name(waiting(namespace, "fast"));
            case 2 -> name(waiting(namespace, "local"));
            case 3 -> name(waiting(namespace, "zonal"));
            case 4 -> name(waiting(namespace, "roomy"));
            case 5 -> name(hopeless(namespace));
            default -> "missing";
        };
    }

    private Map<String, Object> claim(String namespace, Map<String, Object> spec) {
        var claim = object("v1", "PersistentVolumeClaim", "c" + (claims.size() + 1));
        metadata(claim).put("namespace", namespace);
        claim.put("spec", spec);
        claim.put("status", tree("phase", "Pending"));
        claims.add(claim);
        return claim;
    }

    static Map<String, Object> claimSpec(String storageClass, String size) {
        return tree(
                "accessModes",
                list("ReadWriteOnce"),
                "storageClassName",
                storageClass,
                "resources",
                tree("requests", tree("storage", size)));
    }

    private Map<String, Object> bound(String namespace) {
        var claim = claim(namespace, claimSpec("slow", "1Gi"));
        if (draw.percent(15)) {
            spec(claim).put("accessModes", list("ReadWriteOncePod"));
        }
        bind(claim, name(storage.bound(claim)), "Bound");
        return claim;
    }

    private static void bind(Map<String, Object> claim, String volume, String phase) {
        spec(claim).put("volumeName", volume);
        within(metadata(claim), "annotations").put(BOUND, "yes");
        within(claim, "status").put("phase", phase);
    }

    /// A claim that is bound only when a pod has a node.
    private Map<String, Object> waiting(String namespace, String storageClass) {
        var claim = claim(namespace, claimSpec(storageClass, draw.one("1Gi", "2Gi", "3Gi", "5Gi")));
        if (draw.percent(15)) {
            spec(claim).put("volumeMode", draw.one("Block", "Filesystem"));
        }
        if (draw.percent(15)) {
            spec(claim)
                    .put(
                            "accessModes",
                            draw.one(
                                    list("ReadWriteMany"),
                                    list("ReadWriteOnce", "ReadOnlyMany"),
                                    list("ReadWriteOncePod")));
        }
        if (storageClass.equals("local") && draw.percent(20)) {
            spec(claim)
                    .put(
                            "selector",
                            draw.percent(20)
                                    ? tree()
                                    : tree("matchLabels", tree("kind", draw.one("a", "b"))));
        }
        if (storageClass.equals("local") && draw.percent(15)) {
            storage.reserve(claim);
        }
        if (draw.percent(5)) {
            within(metadata(claim), "annotations")
                    .put("volume.kubernetes.io/selected-node", "n" + draw.between(1, 3));
        }
        return claim;
    }

    /// A claim for which the pod fits on no node.
    private Map<String, Object> hopeless(String namespace) {
        var claim = claim(namespace, claimSpec("slow", "1Gi"));
        switch (draw.weighted(1, 1, 1, 1, 1, 1)) {
            case 0 -> spec(claim).put("storageClassName", "missing");
            case 1 -> spec(claim).put("storageClassName", "");
            case 2 -> spec(claim).put("volumeName", name(storage.bound(claim)));
            case 3 ->
                    bind(claim, draw.percent(50) ? "missing" : name(storage.bound(claim)), "Lost");
            case 4 -> bind(claim, "missing", "Bound");
            default -> spec(claim).put("storageClassName", draw.one("slow", "slow", "oldslow"));
        }
        return claim;
    }

    /// The claim of an ephemeral volume. It is kept separately, because it is created after its
    /// pod.
    Map<String, Object> ephemeral(String namespace, String name) {
        var claim = object("v1", "PersistentVolumeClaim", name);
        metadata(claim).put("namespace", namespace);
        claim.put("spec", claimSpec("fast", "1Gi"));
        claim.put("status", tree("phase", "Pending"));
        if (draw.percent(40)) {
            bind(claim, name(storage.bound(claim)), "Bound");
        }
        return claim;
    }
}
