package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Resources;

/// The size that a buffer asks for.
///
///     wanted = max(replicas, ⌈ percentage · replicas of the workload ÷ 100 ⌉), within the limits
///
/// Source: the CapacityBuffer of Cluster Autoscaler, `spec.replicas`, `spec.percentage` and
/// `spec.limits`.
///
/// @param replicas unknown if it is not given
/// @param percentage of the replicas of a workload; unknown if it is not given
/// @param limits the most that all of it may request; empty if they are not given
public record BufferSize(Count replicas, Count percentage, Resources limits) {

    private static final int NONE = -1;

    /// A number that is known.
    public static BufferSize of(int replicas) {
        return new BufferSize(Count.of(replicas), Count.unknown(), Resources.NONE);
    }

    /// The number of placeholders; unknown if nothing says how many.
    ///
    /// @param each the requests of one
    /// @param workload the replicas of the workload; unknown if there is none
    public Count placeholders(Resources each, Count workload) {
        int wanted = Math.max(replicas.orElse(NONE), share(workload));
        if (limits.isEmpty()) {
            return wanted == NONE ? Count.unknown() : Count.of(wanted);
        }
        long most = Long.MAX_VALUE;
        for (var resource : limits.names()) {
            long request = each.asked(resource);
            if (request > 0) {
                most = Math.min(most, limits.asked(resource) / request);
            }
        }
        if (most == Long.MAX_VALUE) {
            return Count.unknown();
        }
        return Count.of((int) Math.min(wanted == NONE ? Integer.MAX_VALUE : wanted, most));
    }

    private int share(Count workload) {
        if (percentage instanceof Count.Known(int percent)
                && workload instanceof Count.Known(int number)) {
            long share = Math.ceilDiv((long) percent * number, 100);
            return (int) Math.min(share, Integer.MAX_VALUE);
        }
        return NONE;
    }
}
