package dev.plimsoll.simulator;

import java.time.Duration;
import java.util.TreeMap;

/// Durations, counted by second.
final class Percentiles {

    private final TreeMap<Long, Long> seconds = new TreeMap<>();

    /// Adds a duration, rounded up to a second.
    void add(Duration time) {
        seconds.merge(time.plusSeconds(1).minusNanos(1).toSeconds(), 1L, Long::sum);
    }

    Percentiles copy() {
        var copy = new Percentiles();
        copy.seconds.putAll(seconds);
        return copy;
    }

    /// The number of durations.
    long count() {
        return seconds.values().stream().mapToLong(Long::longValue).sum();
    }

    /// The number of durations that exceed it.
    long above(Duration time) {
        return seconds.tailMap(time.toSeconds(), false).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /// The mean, rounded up to milliseconds; zero if there is no duration.
    Duration mean() {
        long millis = 0;
        for (var some : seconds.entrySet()) {
            millis += Math.multiplyExact(1_000 * some.getKey(), some.getValue());
        }
        return Duration.ofMillis(Math.ceilDiv(millis, Math.max(1, count())));
    }

    /// The shortest duration that `ofHundred` percent of the durations do not exceed.
    Duration at(int ofHundred) {
        long rank = Math.ceilDiv(Math.multiplyExact(count(), ofHundred), 100L);
        long passed = 0;
        for (var some : seconds.entrySet()) {
            passed += some.getValue();
            if (passed >= rank) {
                return Duration.ofSeconds(some.getKey());
            }
        }
        return Duration.ZERO;
    }
}
