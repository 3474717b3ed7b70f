package dev.plimsoll.storage;

import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import java.util.List;

/// A piece of storage that exists: a PersistentVolume.
///
/// @param labels its own, of which those for zones bind it to them
/// @param reach the nodes that can use it
/// @param claimed by which claim; [Claimed#NOBODY] if free
/// @param offers what it is like
/// @param source who attaches it
public record Volume(
        String name,
        Labels labels,
        Affinity reach,
        Claimed claimed,
        Offer offers,
        Source source,
        State state) {

    /// Whether it can be given to a claim.
    public enum State {
        AVAILABLE,
        /// It belongs to a claim, or is not usable.
        TAKEN,
        /// It is being deleted.
        TERMINATING
    }

    /// @param claim namespace and name of the claim; empty if free
    /// @param uid the claim's identity; empty if not said
    public record Claimed(String claim, String uid) {

        public static final Claimed NOBODY = new Claimed("", "");
    }

    /// @param volumeClass the name of its class; empty if none
    /// @param modes who may use it how
    /// @param volumeMode a file system or a bare device
    /// @param attributes the name of its attributes' class; empty if none
    public record Offer(
            String volumeClass,
            long bytes,
            List<String> modes,
            String volumeMode,
            String attributes) {}

    /// @param driver the driver that attaches it; empty if it needs none
    /// @param handle what the driver calls it
    /// @param plugin the kind of store that Kubernetes itself once knew; empty if none
    public record Source(String driver, String handle, String plugin) {}

    public boolean isFree() {
        return claimed.equals(Claimed.NOBODY);
    }

    public boolean belongsTo(Claim claim) {
        return claimed.claim().equals(claim.key())
                && (claimed.uid().isEmpty() || claimed.uid().equals(claim.uid()));
    }

    /// It is what the claim asks for, its class and labels left aside.
    public boolean suits(Claim claim) {
        var asks = claim.asks();
        return offers.bytes() >= asks.bytes()
                && offers.volumeMode().equals(asks.volumeMode())
                && offers.attributes().equals(asks.attributes())
                && state != State.TERMINATING;
    }
}
