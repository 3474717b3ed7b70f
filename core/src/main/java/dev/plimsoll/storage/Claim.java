package dev.plimsoll.storage;

import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Selector;
import java.util.List;

/// A PersistentVolumeClaim.
///
/// @param uid empty if unknown
/// @param owner the uid of the pod that it was created for; empty if there is none
/// @param volume the name of its volume; empty if it has none yet
/// @param asks the requirements on its volume
/// @param selectedNode the node for which its volume is being provisioned; empty if none is
///   selected
public record Claim(
        String namespace,
        String name,
        String uid,
        String owner,
        State state,
        String volume,
        Ask asks,
        String selectedNode) {

    /// The state of its binding.
    public enum State {
        /// It has no volume.
        UNBOUND,
        /// It names a volume that is not bound to it yet.
        PREBOUND,
        BOUND,
        /// Its volume does not exist any more.
        LOST,
        /// It is being deleted.
        TERMINATING
    }

    /// The requirements on a volume.
    ///
    /// @param volumeClass the name of its storage class; empty if none
    /// @param bytes the smallest size; [#NO_SIZE] if there is none
    /// @param modes the access modes, all of which are required
    /// @param volumeMode a file system or a block device
    /// @param attributes the name of its VolumeAttributesClass; empty if none
    public record Ask(
            String volumeClass,
            long bytes,
            List<String> modes,
            String volumeMode,
            String attributes,
            Selector selector) {

        public static final long NO_SIZE = -1;
    }

    public ObjectName key() {
        return new ObjectName(namespace, name);
    }

    /// Only one pod in the whole cluster can use it: ReadWriteOncePod.
    public boolean isForOnePod() {
        return asks.modes().contains("ReadWriteOncePod");
    }
}
