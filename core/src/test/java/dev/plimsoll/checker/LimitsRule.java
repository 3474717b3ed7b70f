package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.flag;
import static dev.plimsoll.checker.Tree.has;
import static dev.plimsoll.checker.Tree.maps;
import static dev.plimsoll.checker.Tree.name;
import static dev.plimsoll.checker.Tree.namespace;
import static dev.plimsoll.checker.Tree.text;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The rule for the number of volumes that a driver can attach to a node.
final class LimitsRule {

    /// One volume, used by any number of pods.
    ///
    /// @param handle its name in the driver, or a made-up name if there is no volume yet
    private record Volume(String driver, String handle) {}

    static Optional<String> refusal(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        var brought = volumes(world, pod);
        for (var volume : brought) {
            if (missing(world, volume.driver(), node)) {
                return Optional.of("volume limits: " + volume.driver() + " is not on the node");
            }
        }
        var used = new LinkedHashSet<Volume>();
        world.podsOn(node).forEach(other -> used.addAll(volumes(world, other)));
        brought.removeAll(used);
        used.addAll(attached(world, node));
        for (var volume : brought) {
            var limit = limit(world, volume.driver(), node);
            long count = count(used, volume.driver()) + count(brought, volume.driver());
            if (limit.isPresent() && count > limit.get()) {
                return Optional.of(
                        "volume limits: %d of %s, most %d"
                                .formatted(count, volume.driver(), limit.get()));
            }
        }
        return Optional.empty();
    }

    private static long count(Set<Volume> volumes, String driver) {
        return volumes.stream().filter(volume -> volume.driver().equals(driver)).count();
    }

    private static Set<Volume> volumes(World world, Map<String, Object> pod) {
        var volumes = new LinkedHashSet<Volume>();
        for (var claimed : World.claimed(pod)) {
            world.claim(pod, claimed)
                    .flatMap(claim -> volume(world, claim))
                    .ifPresent(volumes::add);
        }
        return volumes;
    }

    private static Optional<Volume> volume(World world, Map<String, Object> claim) {
        var volume = world.find("PersistentVolume", text(claim, "spec", "volumeName"));
        if (volume.isPresent()) {
            return volume.filter(found -> has(found, "spec", "csi"))
                    .map(found ->
                            new Volume(
                                    text(found, "spec", "csi", "driver"),
                                    text(found, "spec", "csi", "volumeHandle")));
        }
        return world.find("StorageClass", World.storageClass(claim))
                .map(found ->
                        new Volume(
                                text(found, "provisioner"),
                                "claim " + namespace(claim) + "/" + name(claim)));
    }

    private static Set<Volume> attached(World world, Map<String, Object> node) {
        var attached = new LinkedHashSet<Volume>();
        for (var attachment : world.all("VolumeAttachment")) {
            var volume =
                    world.find(
                            "PersistentVolume",
                            text(attachment, "spec", "source", "persistentVolumeName"));
            if (text(attachment, "spec", "nodeName").equals(name(node))
                    && volume.filter(found -> has(found, "spec", "csi")).isPresent()) {
                attached.add(
                        new Volume(
                                text(attachment, "spec", "attacher"),
                                text(volume.get(), "spec", "csi", "volumeHandle")));
            }
        }
        return attached;
    }

    /// A driver can require that pods stay off nodes without it.
    private static boolean missing(World world, String driver, Map<String, Object> node) {
        return world.find("CSIDriver", driver)
                        .filter(found -> flag(found, "spec", "preventPodSchedulingIfMissing"))
                        .isPresent()
                && entry(world, driver, node).isEmpty();
    }

    private static Optional<Integer> limit(World world, String driver, Map<String, Object> node) {
        return entry(world, driver, node)
                .filter(entry -> has(entry, "allocatable", "count"))
                .map(entry -> Integer.valueOf(text(entry, "allocatable", "count")));
    }

    private static Optional<Map<String, Object>> entry(
            World world, String driver, Map<String, Object> node) {
        return maps(world.find("CSINode", name(node)).orElse(Map.of()), "spec", "drivers").stream()
                .filter(entry -> text(entry, "name").equals(driver))
                .findFirst();
    }

    private LimitsRule() {}
}
