package dev.plimsoll.storage;

import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import java.util.List;

/// A PersistentVolume.
///
/// @param labels its own; zone and region labels restrict the nodes that can use it
/// @param reach its node affinity
/// @param claimed the claim that it is reserved for; [Claimed#NOBODY] if there is none
/// @param offers its properties
/// @param source the driver that attaches it
public record Volume(
        String name,
        Labels labels,
        Affinity reach,
        Claimed claimed,
        Offer offers,
        Source source,
        State state) {

    /// Whether it can be bound to a claim.
    public enum State {
        AVAILABLE,
        /// It is bound to a claim, or not usable.
        TAKEN,
        /// It is being deleted.
        TERMINATING
    }

    /// @param claim the name of the claim; empty if there is none
    /// @param uid of the claim; empty if unknown
    public record Claimed(ObjectName claim, String uid) {

        public static final Claimed NOBODY = new Claimed(new ObjectName("", ""), "");
    }

    /// @param volumeClass the name of its storage class; empty if none
    /// @param modes its access modes
    /// @param volumeMode a file system or a block device
    /// @param attributes the name of its VolumeAttributesClass; empty if none
    public record Offer(
            String volumeClass,
            long bytes,
            List<String> modes,
            String volumeMode,
            String attributes) {}

    /// @param driver the CSI driver that attaches it; empty if it needs none
    /// @param handle its name in the driver
    /// @param plugin its in-tree volume plugin; empty if none
    public record Source(String driver, String handle, String plugin) {}

    public boolean isFree() {
        return claimed.equals(Claimed.NOBODY);
    }

    public boolean belongsTo(Claim claim) {
        return claimed.claim().equals(claim.key())
                && (claimed.uid().isEmpty() || claimed.uid().equals(claim.uid()));
    }

    /// It meets the requirements of the claim, apart from storage class and labels.
    public boolean suits(Claim claim) {
        var asks = claim.asks();
        return offers.bytes() >= asks.bytes()
                && offers.volumeMode().equals(asks.volumeMode())
                && offers.attributes().equals(asks.attributes())
                && state != State.TERMINATING;
    }
}
