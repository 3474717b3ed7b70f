package dev.plimsoll.scaling;

import dev.plimsoll.quantity.Percent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A time in which only a share of the nodes of each group may be disrupted at once: a disruption
/// budget of Karpenter.
///
/// @param nodes the share, rounded up to nodes
/// @param times when it counts
public record DisruptionWindow(Percent nodes, Times times) {

    /// When a window is open.
    public sealed interface Times {

        record Always() implements Times {}

        /// @param schedule the times at which it opens
        /// @param lasts how long it stays open
        record Scheduled(CronSchedule schedule, Duration lasts) implements Times {

            public Scheduled {
                if (lasts.isZero() || lasts.isNegative()) {
                    throw new IllegalArgumentException("a window lasts some time, got " + lasts);
                }
            }
        }
    }

    /// The end of the window if it is open; nothing if it is closed.
    Optional<Instant> openUntil(Instant now) {
        return switch (times) {
            case Times.Always _ -> Optional.of(Instant.MAX);
            case Times.Scheduled(var schedule, var lasts) ->
                    schedule.last(now, lasts).map(start -> start.plus(lasts));
        };
    }

    /// The most nodes of a group that may be disrupted at once.
    int most(int size) {
        return Math.toIntExact(Math.ceilDivExact((long) size * nodes.hundredths(), 10_000L));
    }
}
