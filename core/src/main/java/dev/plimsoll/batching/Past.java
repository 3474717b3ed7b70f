package dev.plimsoll.batching;

import dev.plimsoll.quantity.Count;
import java.time.Duration;
import java.time.Instant;

/// The memory of a subnet's loop between turns.
///
/// @param subnet the subnet of this past; it is ignored for any other
/// @param holdDown the hold-down in force, which grows when a raise has to be undone
/// @param used addresses in use in the last turn
/// @param undone the last raise that had to be undone soon
/// @param lastDrop whether nodes keep no addresses free
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

    /// The past of a loop that starts without one. The time of the last change is unknown, so the
    /// start counts as a change.
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
    /// @param number the number of changes so far
    public record Change(Instant at, int from, int to, long number) {

        public static final Change NONE = new Change(Instant.EPOCH, 0, 0, 0);

        boolean isRaise() {
            return to > from;
        }
    }

    /// A raise that was undone.
    ///
    /// @param batch the batch it raised to
    public record Undone(int batch, Instant at) {

        public static final Undone NONE = new Undone(0, Instant.EPOCH);
        private static final Duration REMEMBERED = Duration.ofDays(1);

        Instant until() {
            return at.plus(REMEMBERED);
        }

        /// Whether a raise to that batch needs more spare room than usual.
        boolean warns(int larger, Instant now) {
            return batch > 0 && larger >= batch && now.isBefore(until());
        }
    }

    /// Addresses held by other users, now and recently.
    ///
    /// @param most the number that counts: a decrease counts only after some time
    /// @param last the number held in the last turn
    /// @param fellAt the time of the decrease, or of the last increase after it
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
