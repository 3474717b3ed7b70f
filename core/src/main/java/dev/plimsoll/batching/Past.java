package dev.plimsoll.batching;

import java.time.Duration;
import java.time.Instant;

/// What a subnet's loop remembers, because the world cannot show it.
///
/// @param subnet of which this is the past; another one has none
/// @param holdDown in force; it grows when a raise had to be undone
/// @param used addresses in use when last looked
/// @param undone the last raise that had to be undone soon
/// @param lastDrop nodes were told to keep nothing free
public record Past(
        String subnet,
        Change change,
        Duration holdDown,
        Others others,
        Count used,
        Undone undone,
        boolean lastDrop) {

    public static final Past NONE =
            new Past(
                    "",
                    Change.NONE,
                    Duration.ZERO,
                    Others.NONE,
                    Count.unknown(),
                    Undone.NONE,
                    false);

    /// The past of a loop that starts without one. Nobody knows when the batch last changed, so it
    /// counts as changed at that moment.
    public static Past begun(String subnet, Instant at) {
        return new Past(
                subnet,
                new Change(at, 0, 0, 0),
                Duration.ZERO,
                Others.NONE,
                Count.unknown(),
                Undone.NONE,
                false);
    }

    /// The last change that was decided.
    ///
    /// @param number how many there were
    public record Change(Instant at, int from, int to, long number) {

        public static final Change NONE = new Change(Instant.EPOCH, 0, 0, 0);

        boolean isRaise() {
            return to > from;
        }
    }

    /// A raise to that batch, and when it was undone.
    public record Undone(int batch, Instant at) {

        public static final Undone NONE = new Undone(0, Instant.EPOCH);
        private static final Duration REMEMBERED = Duration.ofDays(1);

        Instant until() {
            return at.plus(REMEMBERED);
        }

        /// A raise to that batch has to be safer than usual.
        boolean warns(int larger, Instant now) {
            return batch > 0 && larger >= batch && now.isBefore(until());
        }
    }

    /// What others hold, and held until a short while ago.
    ///
    /// @param most what counts: a fall is believed only when it has lasted
    /// @param last when last looked
    /// @param fellAt when they were first seen to hold less, or last to take some again
    public record Others(int most, int last, Instant fellAt) {

        public static final Others NONE = steady(0);

        static Others steady(int addresses) {
            return new Others(addresses, addresses, Instant.EPOCH);
        }

        Others next(int held, Instant now, Duration window) {
            if (held >= most) {
                return steady(held);
            }
            boolean again = last == most || held > last;
            var since = again ? now : fellAt;
            return now.isBefore(since.plus(window)) ? new Others(most, held, since) : steady(held);
        }
    }
}
