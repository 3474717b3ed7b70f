package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.quantity.Percent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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

    /// A sentence that names the windows of a policy, for decisions that do not wait for them; none
    /// if the policy has none.
    static List<Reason> leftOut(Policy policy) {
        var windows = policy.scaleDown().windows();
        if (windows.isEmpty()) {
            return List.of();
        }
        var limits = windows.stream().map(DisruptionWindow::text).collect(Collectors.joining("; "));
        return List.of(
                Reason.because(
                        RemovalRules.WINDOWS_LEFT_OUT,
                        "cluster",
                        fact("windows", windows.size()),
                        fact("limits", limits)));
    }

    /// `at most 10% of a group, 0 9 * * mon-fri UTC for 480 min`.
    private String text() {
        var share = "at most " + nodes + " of a group";
        return switch (times) {
            case Times.Always _ -> share + " at any time";
            case Times.Scheduled(var schedule, var lasts) ->
                    share
                            + " at "
                            + schedule.text()
                            + " "
                            + schedule.zone()
                            + " for "
                            + lasts.toMinutes()
                            + " min";
        };
    }

    /// The most nodes of a group that may be disrupted at once.
    int most(int size) {
        return Math.toIntExact(Math.ceilDivExact((long) size * nodes.hundredths(), 10_000L));
    }
}
