package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// When the next turn is due: after the usual time, or earlier if a step was taken, a loop wants to
/// be woken, more pods of a shape are pending than in the turn before, or some pods are still
/// pending after others were bound and the scheduler has come to rest.
///
/// Turns that come early take at most a third of the time. Times are of [System#nanoTime].
final class NextTurn {

    private static final Duration LEAST = Duration.ofSeconds(1);

    /// The scheduler rests if the pending pods do not change for this long.
    private static final Duration REST = Duration.ofSeconds(1);

    /// An early turn comes after this many times the length of the turn before.
    private static final int TIMES = 3;

    private final Duration every;
    private long usual;
    private long earliest;
    private long wake;
    private List<Pods> pending = List.of();
    private List<Pods> latest = List.of();
    private long latestSince;

    /// @param every the usual time between turns
    NextTurn(Duration every) {
        this.every = every;
    }

    /// A turn begins; without a report of it, the next one comes after the usual time.
    void begins(long nanos) {
        usual = nanos + every.toNanos();
        earliest = usual;
        wake = usual;
    }

    /// A turn has ended.
    ///
    /// @param turn what was seen and done
    /// @param wakeIn when a loop wants to be woken, from the begin of the turn
    void ended(TurnReport turn, Duration wakeIn) {
        var gap = turn.took().multipliedBy(TIMES);
        var begin = usual - every.toNanos();
        earliest = begin + (gap.compareTo(LEAST) > 0 ? gap : LEAST).toNanos();
        boolean hasChanged = turn.loops().stream().anyMatch(TurnReport.LoopTurn::hasChanged);
        wake =
                hasChanged
                        ? earliest
                        : wakeIn.compareTo(every) < 0 ? begin + wakeIn.toNanos() : usual;
        pending = turn.cluster().pending();
        latest = pending;
    }

    /// Whether a turn is due.
    ///
    /// @param cluster as it is now
    boolean isDue(long nanos, Supplier<Cluster> cluster) {
        if (nanos - usual >= 0) {
            return true;
        }
        if (nanos - earliest < 0) {
            return false;
        }
        return nanos - wake >= 0 || isWorthATurn(cluster.get().pending(), nanos);
    }

    private boolean isWorthATurn(List<Pods> now, long nanos) {
        if (!now.equals(latest)) {
            latest = now;
            latestSince = nanos;
        }
        if (now.isEmpty() || now.equals(pending)) {
            return false;
        }
        return hasMore(now) || nanos - latestSince >= REST.toNanos();
    }

    /// A time that ends with the usual time between turns at the latest.
    Duration atMost(Duration time, long nanos) {
        return Duration.ofNanos(Math.clamp(usual - nanos, 0, time.toNanos()));
    }

    private boolean hasMore(List<Pods> now) {
        Map<Shape, Integer> before = new LinkedHashMap<>();
        pending.forEach(pods -> before.merge(pods.shape(), pods.count(), Integer::sum));
        return now.stream().anyMatch(pods -> pods.count() > before.getOrDefault(pods.shape(), 0));
    }
}
