package dev.plimsoll.storage;

import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import java.util.List;

/// A StorageClass.
///
/// @param topologies the nodes for which it provisions volumes: nodes that meet all conditions of
///   at least one entry; none: all nodes. An entry without conditions matches no node
public record VolumeClass(
        String name, String provisioner, Binding binding, List<List<Requirement>> topologies) {

    /// When a claim is bound to a volume.
    public enum Binding {
        AT_ONCE,
        /// When a pod uses it, so that the volume is where the pod can run.
        WITH_POD
    }

    private static final String BY_HAND = "kubernetes.io/no-provisioner";

    public boolean makesVolumes() {
        return !provisioner.isEmpty() && !provisioner.equals(BY_HAND);
    }

    public boolean reaches(Labels node) {
        return topologies.isEmpty()
                || topologies.stream().anyMatch(conditions -> all(conditions, node));
    }

    private static boolean all(List<Requirement> conditions, Labels node) {
        return !conditions.isEmpty()
                && conditions.stream().allMatch(condition -> condition.matches(node));
    }
}
