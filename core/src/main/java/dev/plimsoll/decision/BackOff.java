package dev.plimsoll.decision;

import java.time.Duration;
import java.time.Instant;

/// A pause after failures, twice as long after each.
///
/// @param failures how many failed in a row; failures that make no pause longer do not count
/// @param since when the number last changed
/// @param until the end of the pause
public record BackOff(int failures, Instant since, Instant until) {

    public static final BackOff NONE = new BackOff(0, Instant.EPOCH, Instant.EPOCH);

    public boolean isNone() {
        return failures == 0;
    }

    public boolean lasts(Instant now) {
        return now.isBefore(until);
    }

    /// One more failure.
    ///
    /// @param first the pause after the first failure
    /// @param longest of all pauses
    public BackOff failed(Instant now, Duration first, Duration longest) {
        int counted = Math.min(failures + 1, most(first, longest));
        return new BackOff(counted, now, now.plus(pause(counted, first, longest)));
    }

    /// The failures after which the pause is the longest. More would only take longer to forget.
    private static int most(Duration first, Duration longest) {
        int failures = 1;
        while (pause(failures, first, longest).compareTo(longest) < 0) {
            failures++;
        }
        return failures;
    }

    /// One failure is forgotten; a pause that lasts goes on.
    public BackOff succeeded(Instant now) {
        return failures <= 1 ? NONE : new BackOff(failures - 1, now, until);
    }

    /// The same pause, as much later.
    public BackOff later(Duration by) {
        return new BackOff(failures, Clock.later(since, by), Clock.later(until, by));
    }

    /// The same failures, with a pause that lasts longer.
    public BackOff plus(Duration more) {
        return new BackOff(failures, since, Clock.later(until, more));
    }

    private static Duration pause(int failures, Duration first, Duration longest) {
        var pause = first;
        for (int i = 1; i < failures && pause.compareTo(longest) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(longest) > 0 ? longest : pause;
    }
}
