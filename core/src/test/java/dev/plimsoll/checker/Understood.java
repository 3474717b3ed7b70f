package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.flag;
import static dev.plimsoll.checker.Tree.has;
import static dev.plimsoll.checker.Tree.maps;
import static dev.plimsoll.checker.Tree.text;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/// The properties that the checker does not judge; it reports them.
final class Understood {

    static Optional<String> refusal(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        var strange = new ArrayList<String>();
        if (has(pod, "spec", "resourceClaims")) {
            strange.add("resource claims");
        }
        if (has(pod, "spec", "workloadRef") || has(pod, "spec", "schedulingGroup")) {
            strange.add("pod groups");
        }
        if (needsFeature(pod)) {
            strange.add("declared features of nodes");
        }
        if (migrates(world, pod, node)) {
            strange.add("migrated volumes");
        }
        return strange.isEmpty()
                ? Optional.empty()
                : Optional.of("not understood: " + String.join(", ", strange));
    }

    private static boolean needsFeature(Map<String, Object> pod) {
        boolean hostUsers = has(pod, "spec", "hostUsers") && !flag(pod, "spec", "hostUsers");
        var containers = new ArrayList<>(maps(pod, "spec", "containers"));
        containers.addAll(maps(pod, "spec", "initContainers"));
        return (hostUsers && flag(pod, "spec", "hostNetwork"))
                || containers.stream().anyMatch(Understood::containerNeedsFeature);
    }

    private static boolean containerNeedsFeature(Map<String, Object> container) {
        return maps(container, "restartPolicyRules").stream()
                        .anyMatch(rule -> text(rule, "action").equals("RestartAllContainers"))
                || maps(container, "volumeMounts").stream()
                        .anyMatch(mount -> has(mount, "bindMountOptions"));
    }

    private static boolean migrates(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        return has(pod, "spec", "volumes")
                && world.find("CSINode", Tree.name(node))
                        .filter(found ->
                                has(
                                        found,
                                        "metadata",
                                        "annotations",
                                        "storage.alpha.kubernetes.io/migrated-plugins"))
                        .isPresent();
    }

    private Understood() {}
}
