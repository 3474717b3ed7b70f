package dev.plimsoll.cluster;

import dev.plimsoll.selection.Labels;
import java.util.List;

/// What the pods of one owner have in common: namespace, kind of owner, and labels, without those
/// that tell its pods or its revisions apart.
///
/// Owners are not reported by name. Pods of two owners with equal labels count as siblings.
record Siblings(String namespace, Owner owner, Labels labels) {

    private static final List<String> OF_ONE_POD =
            List.of(
                    "apps.kubernetes.io/pod-index",
                    "batch.kubernetes.io/job-completion-index",
                    "controller-revision-hash",
                    "pod-template-hash",
                    "statefulset.kubernetes.io/pod-name");

    /// @param labels all labels of the pod
    static Siblings of(Shape shape, Labels labels) {
        var shared = labels;
        for (var key : OF_ONE_POD) {
            shared = shared.without(key);
        }
        return new Siblings(shape.namespace(), shape.owner(), shared);
    }

    /// Without an owner or labels, nothing tells siblings.
    boolean areKnown() {
        return owner != Owner.NOBODY && !labels.isEmpty();
    }
}
