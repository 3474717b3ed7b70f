package dev.plimsoll.storage;

import dev.plimsoll.selection.Selector;
import java.util.List;

/// A request for a volume: a PersistentVolumeClaim.
///
/// @param uid its identity; empty if not known
/// @param owner the identity of the pod that it was made for; empty if for none
/// @param volume the name of its volume; empty while it has none
/// @param asks what a volume must be like
/// @param selectedNode the node for which its volume is being made; empty if none was chosen
public record Claim(
        String namespace,
        String name,
        String uid,
        String owner,
        State state,
        String volume,
        Ask asks,
        String selectedNode) {

    /// How far its binding is.
    public enum State {
        /// It has no volume.
        UNBOUND,
        /// It names a volume that is not yet its own.
        PREBOUND,
        BOUND,
        /// Its volume is gone.
        LOST,
        /// It is being deleted.
        TERMINATING
    }

    /// What a volume must be like.
    ///
    /// @param volumeClass the name of its class; empty if none
    /// @param bytes its least size; [#NO_SIZE] if that is not said
    /// @param modes who may use it how, all of these
    /// @param volumeMode a file system or a bare device
    /// @param attributes the name of its attributes' class; empty if none
    public record Ask(
            String volumeClass,
            long bytes,
            List<String> modes,
            String volumeMode,
            String attributes,
            Selector selector) {

        public static final long NO_SIZE = -1;
    }

    public String key() {
        return namespace + "/" + name;
    }

    /// One pod at a time may use it, in the whole cluster.
    public boolean isForOnePod() {
        return asks.modes().contains("ReadWriteOncePod");
    }
}
