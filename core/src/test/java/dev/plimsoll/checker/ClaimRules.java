package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.has;
import static dev.plimsoll.checker.Tree.labels;
import static dev.plimsoll.checker.Tree.map;
import static dev.plimsoll.checker.Tree.text;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rules for claims that are the same for all nodes, and for the zones of volumes.
final class ClaimRules {

    private static final String OLD = "failure-domain.beta.kubernetes.io/";
    private static final String NEW = "topology.kubernetes.io/";
    private static final List<String> ZONES =
            List.of(OLD + "zone", OLD + "region", NEW + "zone", NEW + "region");

    static Optional<String> ready(World world, Map<String, Object> pod, Map<String, Object> node) {
        for (var claimed : World.claimed(pod)) {
            var claim = world.claim(pod, claimed);
            var trouble =
                    claim.isEmpty()
                            ? Optional.of("is missing")
                            : trouble(world, pod, claimed, claim.get());
            if (trouble.isPresent()) {
                return Optional.of("claims: " + claimed.name() + " " + trouble.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> trouble(
            World world,
            Map<String, Object> pod,
            World.Claimed claimed,
            Map<String, Object> claim) {
        if (text(claim, "status", "phase").equals("Lost")) {
            return Optional.of("has lost its volume");
        }
        if (World.terminating(claim)) {
            return Optional.of("is being deleted");
        }
        if (claimed.ephemeral() && !World.controlledBy(claim, pod)) {
            return Optional.of("is not the pod's own");
        }
        var volume = text(claim, "spec", "volumeName");
        if (!volume.isEmpty() && world.find("PersistentVolume", volume).isEmpty()) {
            return Optional.of("has no volume " + volume);
        }
        return bound(claim) || waits(world, claim) ? Optional.empty() : Optional.of("is not bound");
    }

    static boolean bound(Map<String, Object> claim) {
        return !text(claim, "spec", "volumeName").isEmpty()
                && has(claim, "metadata", "annotations", "pv.kubernetes.io/bind-completed");
    }

    /// The claim is bound only when its pod has a node.
    private static boolean waits(World world, Map<String, Object> claim) {
        return text(claim, "spec", "volumeName").isEmpty()
                && world.find("StorageClass", World.storageClass(claim))
                        .filter(found ->
                                text(found, "volumeBindingMode").equals("WaitForFirstConsumer"))
                        .isPresent();
    }

    /// Labels of volumes that list the zones or regions in which the volume can be used.
    static Optional<String> zones(World world, Map<String, Object> pod, Map<String, Object> node) {
        if (ZONES.stream().noneMatch(labels(node)::containsKey)) {
            return Optional.empty();
        }
        for (var claimed : World.claimed(pod)) {
            var volume =
                    claimed.ephemeral()
                            ? Optional.<Map<String, Object>>empty()
                            : world.claim(pod, claimed)
                                    .flatMap(claim ->
                                            world.find(
                                                    "PersistentVolume",
                                                    text(claim, "spec", "volumeName")));
            for (var key : ZONES) {
                if (volume.isPresent() && !inZone(labels(volume.get()), key, node)) {
                    return Optional.of("zone: " + claimed.name() + " is elsewhere by " + key);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean inZone(
            Map<String, Object> volume, String key, Map<String, Object> node) {
        if (!volume.containsKey(key)) {
            return true;
        }
        var here = map(node, "metadata", "labels");
        var found = here.containsKey(key) ? here.get(key) : here.get(key.replace(OLD, NEW));
        return found != null
                && Arrays.asList(text(volume, key).split("__", -1)).contains(found.toString());
    }

    private ClaimRules() {}
}
