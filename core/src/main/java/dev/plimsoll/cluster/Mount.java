package dev.plimsoll.cluster;

import java.util.List;

/// A volume of a pod that restricts where it runs.
public sealed interface Mount {

    /// A claim in the pod's namespace.
    record Claim(String name) implements Mount {}

    /// A claim of a generic ephemeral volume, which must belong to the pod.
    ///
    /// @param podUid the uid of the pod
    record OwnClaim(String name, String podUid) implements Mount {}

    /// An in-tree disk that is named in the pod itself.
    ///
    /// @param plugin the volume plugin: `kubernetes.io/aws-ebs`
    /// @param id the name of the disk in its store
    /// @param monitors the addresses of the store; empty if it has one only
    /// @param access what the pod can do with it
    record Disk(String plugin, String id, List<String> monitors, Access access) implements Mount {

        private static final String AWS = "kubernetes.io/aws-ebs";

        public Disk {
            monitors = monitors.stream().distinct().sorted().toList();
        }

        /// Two pods with these disks cannot run on one node. Two readers can share a disk, except
        /// in one store.
        public boolean conflictsWith(Disk other) {
            boolean isSame =
                    plugin.equals(other.plugin)
                            && id.equals(other.id)
                            && (monitors.isEmpty()
                                    || monitors.stream().anyMatch(other.monitors::contains));
            boolean bothRead = access == Access.READ && other.access == Access.READ;
            return isSame && (plugin.equals(AWS) || !bothRead);
        }
    }

    /// An in-tree volume without a conflict rule, named in the pod itself.
    ///
    /// @param plugin the volume plugin: `kubernetes.io/azure-disk`
    record Inline(String plugin) implements Mount {}

    enum Access {
        READ,
        WRITE
    }
}
