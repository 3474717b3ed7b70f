package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.flag;
import static dev.plimsoll.checker.Tree.has;
import static dev.plimsoll.checker.Tree.map;
import static dev.plimsoll.checker.Tree.name;
import static dev.plimsoll.checker.Tree.namespace;
import static dev.plimsoll.checker.Tree.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All objects by kind and name.
final class World {

    private final List<Map<String, Object>> objects;

    World(List<? extends Map<String, Object>> objects) {
        this.objects = new ArrayList<>(objects);
    }

    List<Map<String, Object>> all(String kind) {
        return objects.stream().filter(object -> text(object, "kind").equals(kind)).toList();
    }

    Optional<Map<String, Object>> find(String kind, String namespace, String name) {
        return all(kind).stream()
                .filter(object -> name(object).equals(name) && namespace(object).equals(namespace))
                .findFirst();
    }

    Optional<Map<String, Object>> find(String kind, String name) {
        return find(kind, "", name);
    }

    /// Adds the object, or replaces the one of its kind and name.
    void put(Map<String, Object> object) {
        objects.removeIf(old ->
                text(old, "kind").equals(text(object, "kind"))
                        && name(old).equals(name(object))
                        && namespace(old).equals(namespace(object)));
        objects.add(object);
    }

    /// Pods on a node that have not finished, including those being deleted.
    List<Map<String, Object>> podsOn(Map<String, Object> node) {
        return all("Pod").stream()
                .filter(pod -> text(pod, "spec", "nodeName").equals(name(node)))
                .filter(pod -> !finished(pod))
                .toList();
    }

    private static boolean finished(Map<String, Object> pod) {
        return List.of("Succeeded", "Failed").contains(text(pod, "status", "phase"));
    }

    /// An API server sets the time; a case that is not created yet has only the annotation.
    static boolean terminating(Map<String, Object> object) {
        return has(object, "metadata", "deletionTimestamp")
                || text(object, "metadata", "annotations", "oracle/terminating").equals("true");
    }

    /// Labels of a namespace; an unlisted one has the label that every namespace has.
    Map<String, Object> labelsOf(String namespace) {
        return find("Namespace", namespace)
                .map(Tree::labels)
                .orElse(Map.of("kubernetes.io/metadata.name", namespace));
    }

    /// The claims of a pod's volumes, in their order.
    static List<Claimed> claimed(Map<String, Object> pod) {
        var claimed = new ArrayList<Claimed>();
        for (var volume : Tree.maps(pod, "spec", "volumes")) {
            if (has(volume, "persistentVolumeClaim")) {
                var claim = text(volume, "persistentVolumeClaim", "claimName");
                claimed.add(new Claimed(claim, Claimed.Kind.NAMED));
            } else if (has(volume, "ephemeral")) {
                var claim = name(pod) + "-" + text(volume, "name");
                claimed.add(new Claimed(claim, Claimed.Kind.EPHEMERAL));
            }
        }
        return claimed;
    }

    Optional<Map<String, Object>> claim(Map<String, Object> pod, Claimed claimed) {
        return find("PersistentVolumeClaim", namespace(pod), claimed.name());
    }

    /// The class of a claim or volume: the old annotation takes precedence over the field.
    static String storageClass(Map<String, Object> claimOrVolume) {
        var annotations = map(claimOrVolume, "metadata", "annotations");
        var old = "volume.beta.kubernetes.io/storage-class";
        return has(annotations, old)
                ? text(annotations, old)
                : text(claimOrVolume, "spec", "storageClassName");
    }

    static boolean controlledBy(Map<String, Object> claim, Map<String, Object> pod) {
        return Tree.maps(claim, "metadata", "ownerReferences").stream()
                .filter(owner -> flag(owner, "controller"))
                .findFirst()
                .filter(owner -> text(owner, "uid").equals(text(pod, "metadata", "uid")))
                .isPresent();
    }

    /// @param name of the claim
    record Claimed(String name, Kind kind) {

        enum Kind {
            NAMED,
            EPHEMERAL
        }

        boolean ephemeral() {
            return kind == Kind.EPHEMERAL;
        }
    }
}
