package dev.plimsoll.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/// Virtual time and its planned events, by time and then in the order of planning.
final class Timeline {

    private record Event(Instant at, long number, Runnable what) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparing(Event::at).thenComparingLong(Event::number));
    private Instant now;
    private long planned;

    Timeline(Instant start) {
        now = start;
    }

    Instant now() {
        return now;
    }

    void after(Duration delay, Runnable what) {
        at(now.plus(delay), what);
    }

    void at(Instant moment, Runnable what) {
        if (moment.isBefore(now)) {
            throw new IllegalArgumentException("it is %s, too late for %s".formatted(now, moment));
        }
        events.add(new Event(moment, planned++, what));
    }

    /// Runs the next event up to that time; without one, advances to that time.
    ///
    /// @return whether there was an event
    boolean playNext(Instant until) {
        if (until.isBefore(now)) {
            throw new IllegalArgumentException("it is %s, past %s".formatted(now, until));
        }
        var next = events.peek();
        if (next == null || next.at().isAfter(until)) {
            now = until;
            return false;
        }
        events.remove();
        now = next.at();
        next.what().run();
        return true;
    }
}
