package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.flag;
import static dev.plimsoll.checker.Tree.has;
import static dev.plimsoll.checker.Tree.map;
import static dev.plimsoll.checker.Tree.maps;
import static dev.plimsoll.checker.Tree.name;
import static dev.plimsoll.checker.Tree.namespace;
import static dev.plimsoll.checker.Tree.text;
import static dev.plimsoll.checker.Tree.texts;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/// The rules for disks and claims that only one pod can use.
final class DiskRules {

    static Optional<String> disks(World world, Map<String, Object> pod, Map<String, Object> node) {
        for (var volume : maps(pod, "spec", "volumes")) {
            for (var other : world.podsOn(node)) {
                for (var taken : maps(other, "spec", "volumes")) {
                    if (collide(volume, taken)) {
                        return Optional.of("disks: " + name(other) + " has the same disk");
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean collide(Map<String, Object> one, Map<String, Object> other) {
        return same(one, other, "awsElasticBlockStore", "volumeID")
                || (same(one, other, "gcePersistentDisk", "pdName")
                        && !readOnly(one, other, "gcePersistentDisk"))
                || (same(one, other, "iscsi", "iqn") && !readOnly(one, other, "iscsi"))
                || (sameImage(one, other) && !readOnly(one, other, "rbd"));
    }

    private static boolean same(
            Map<String, Object> one, Map<String, Object> other, String kind, String id) {
        return has(one, kind)
                && has(other, kind)
                && text(one, kind, id).equals(text(other, kind, id));
    }

    private static boolean readOnly(
            Map<String, Object> one, Map<String, Object> other, String kind) {
        return flag(one, kind, "readOnly") && flag(other, kind, "readOnly");
    }

    private static boolean sameImage(Map<String, Object> one, Map<String, Object> other) {
        return same(one, other, "rbd", "image")
                && pool(one).equals(pool(other))
                && !Collections.disjoint(
                        texts(one, "rbd", "monitors"), texts(other, "rbd", "monitors"));
    }

    private static String pool(Map<String, Object> volume) {
        return (String) map(volume, "rbd").getOrDefault("pool", "rbd");
    }

    /// A ReadWriteOncePod claim is in use if any pod lists it, on any node.
    static Optional<String> oncePerPod(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        for (var claimed : World.claimed(pod)) {
            boolean once =
                    world.claim(pod, claimed)
                            .filter(claim ->
                                    texts(claim, "spec", "accessModes")
                                            .contains("ReadWriteOncePod"))
                            .isPresent();
            if (once && !claimed.ephemeral() && used(world, pod, claimed)) {
                return Optional.of("once: claim " + claimed.name() + " is in use");
            }
        }
        return Optional.empty();
    }

    private static boolean used(World world, Map<String, Object> pod, World.Claimed claimed) {
        return world.all("Node").stream()
                .flatMap(node -> world.podsOn(node).stream())
                .filter(other -> namespace(other).equals(namespace(pod)))
                .anyMatch(other -> World.claimed(other).contains(claimed));
    }

    private DiskRules() {}
}
