package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.slack.QuotaLimits;
import dev.plimsoll.slack.QuotaLimits.Allowed;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The room that a CapacityBuffer has.
///
/// @param problem why it cannot be held; empty if it can
/// @param allowed the number of placeholders; zero if it cannot be held
/// @param held the number of placeholders with a place
record BufferRoom(String problem, Allowed allowed, int held) {

    private static final Allowed NOTHING = new Allowed(0, 0, List.of());

    /// That of all CapacityBuffers whose room is kept, by name.
    static Map<ObjectName, BufferRoom> all(Cluster cluster, Past past) {
        var seats = seats(past);
        var limits = QuotaLimits.of(cluster);
        var all = new TreeMap<ObjectName, BufferRoom>();
        for (var buffer : cluster.buffers().values()) {
            if (buffer.isCapacityBuffer()) {
                var name = buffer.name().object();
                all.put(
                        name,
                        new BufferRoom(
                                buffer.problem(),
                                limits.getOrDefault(buffer.name(), NOTHING),
                                seats.getOrDefault("buffer-" + name, 0)));
            }
        }
        return all;
    }

    /// The number of placeholders with a place, by the names of their buffers.
    private static Map<String, Integer> seats(Past past) {
        var seats = new TreeMap<String, Integer>();
        for (var name : past.keptFree().seats().keySet()) {
            int end = name.lastIndexOf('-');
            seats.merge(name.substring(0, Math.max(0, end)), 1, Integer::sum);
        }
        return seats;
    }

    boolean isReady() {
        return problem.isEmpty();
    }
}
