package dev.plimsoll.storage;

import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import java.util.List;

/// How volumes of a kind come to be: a StorageClass.
///
/// @param topologies the nodes for which it makes volumes: those that meet all conditions of one of
///   these; none: all; one without conditions means no node
public record VolumeClass(
        String name, String provisioner, Binding binding, List<List<Requirement>> topologies) {

    /// When a claim gets its volume.
    public enum Binding {
        AT_ONCE,
        /// Only once a pod needs it, so that it lies where the pod can run.
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
