package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Shape;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The removals whose evicted pods find no node, as the world sees it: an evicted pod is pending
/// after the scheduler has tried it.
final class WatchedMoves {

    /// As long as the loop watches them.
    private static final Duration WATCHED = Duration.ofMinutes(10);

    /// @param before pods of the shape that were pending already
    private record Moved(Shape shape, String group, String node, int before, Instant until) {}

    private final List<Moved> moved = new ArrayList<>();
    private Map<Shape, Integer> last = new TreeMap<>();
    private final Set<String> failedNodes = new TreeSet<>();
    private final SortedMap<String, SortedSet<Instant>> failures = new TreeMap<>();

    void evicted(Shape shape, String group, String node, Instant now) {
        int before = last.getOrDefault(shape, 0);
        moved.add(new Moved(shape, group, node, before, now.plus(WATCHED)));
    }

    /// The cluster changed by itself, so pods may be pending for another cause.
    void forget() {
        moved.clear();
    }

    /// @param pending how many pods of each shape the scheduler found no node for
    void judge(Map<Shape, Integer> pending, Instant now) {
        last = pending;
        moved.removeIf(one -> one.until().isBefore(now));
        for (var one : moved) {
            boolean isMore = pending.getOrDefault(one.shape(), 0) > one.before();
            if (isMore && failedNodes.add(one.node())) {
                failures.computeIfAbsent(one.group(), _ -> new TreeSet<>()).add(now);
            }
        }
    }

    /// The times at which removals failed, by group.
    SortedMap<String, SortedSet<Instant>> failures() {
        return failures;
    }
}
