package dev.plimsoll.decision;

import java.time.Duration;
import java.time.Instant;

/// The last jump of the clock. Time that passed in a jump does not count: nothing expires in it.
///
/// @param jumped the time after the jump
/// @param lost how far it jumped, with jumps shortly before
public record Clock(Instant jumped, Duration lost) {

    /// A clock that did not jump.
    public static final Clock STEADY = new Clock(Instant.EPOCH, Duration.ZERO);

    /// Jumps in this time add up.
    private static final Duration SHORTLY = Duration.ofDays(1);

    /// The clock after another jump.
    public Clock jump(Instant now, Duration more) {
        boolean isShortly = now.isBefore(jumped.plus(SHORTLY));
        return new Clock(now, isShortly ? lost.plus(more) : more);
    }

    /// The moment from which a time counts that began then: as much later as the clock jumped
    /// since, but not after the jump. An unknown time stays unknown.
    public Instant counted(Instant moment) {
        if (!moment.isBefore(jumped)) {
            return moment;
        }
        var counted = later(moment, lost);
        return counted.isAfter(jumped) ? jumped : counted;
    }

    /// A moment that is as much later; the marks for unknown and for ever stay.
    public static Instant later(Instant moment, Duration by) {
        boolean isMark = moment.equals(Instant.EPOCH) || moment.equals(Instant.MAX);
        return isMark ? moment : moment.plus(by);
    }
}
