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

    /// The shortest duration that `ofHundred` percent of the durations do not exceed.
    Duration at(int ofHundred) {
        long all = seconds.values().stream().mapToLong(Long::longValue).sum();
        long rank = Math.ceilDiv(Math.multiplyExact(all, ofHundred), 100L);
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
