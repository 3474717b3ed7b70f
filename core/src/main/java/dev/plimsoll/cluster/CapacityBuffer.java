package dev.plimsoll.cluster;

import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.ObjectName;
import java.time.Instant;

/// A CapacityBuffer as it is reported. A [Cluster] shows it with the pods that it is for.
///
/// @param of the PodTemplate or the workload that describes its pods; without a kind if it names
///   none
/// @param created by the cluster's clock; the epoch if unknown
public record CapacityBuffer(ObjectName name, BufferSize size, KindName of, Instant created) {

    public KindName key() {
        return new KindName(Buffer.CAPACITY_BUFFER, name);
    }
}
