package dev.plimsoll.cluster;

import java.util.List;

/// Storage outside the node that a pod uses, and that has a say in where it runs.
public sealed interface Mount {

    /// A claim of the pod's namespace.
    record Claim(String name) implements Mount {}

    /// A claim made for one pod only, which it must belong to.
    ///
    /// @param podUid the identity of that pod
    record OwnClaim(String name, String podUid) implements Mount {}

    /// A disk of an outside store, named in the pod itself.
    ///
    /// @param plugin the kind of store: `kubernetes.io/aws-ebs`
    /// @param id what the store calls it
    /// @param monitors where the store is reached; empty where it has one place
    /// @param access what the pod may do with it
    record Disk(String plugin, String id, List<String> monitors, Access access) implements Mount {

        private static final String AWS = "kubernetes.io/aws-ebs";

        public Disk {
            monitors = monitors.stream().distinct().sorted().toList();
        }

        /// Two pods cannot have both on one node. Two readers can share a disk, but for one store.
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

    /// A volume of a store that has no rule of its own, named in the pod itself.
    ///
    /// @param plugin the kind of store: `kubernetes.io/azure-disk`
    record Inline(String plugin) implements Mount {}

    enum Access {
        READ,
        WRITE
    }
}
