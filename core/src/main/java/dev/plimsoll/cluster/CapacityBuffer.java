package dev.plimsoll.cluster;

import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.ObjectName;

/// A CapacityBuffer as it is reported. A [Cluster] shows it with the pods that it is for.
///
/// @param of the PodTemplate or the workload that describes its pods; without a kind if it names
///   none
public record CapacityBuffer(ObjectName name, BufferSize size, KindName of) {

    public KindName key() {
        return new KindName(Buffer.CAPACITY_BUFFER, name);
    }
}
