package dev.plimsoll.simulator;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/// Counts the steps that a group takes back soon. It keeps only the steps of the last minutes.
final class RegretCounter {

    /// A number of machines at one time.
    private record Some(int machines, Instant at) {}

    private final Deque<Some> purchases = new ArrayDeque<>();
    private final Deque<Some> removals = new ArrayDeque<>();
    private long bought;
    private long drainedAfter;
    private long removed;
    private long boughtAfter;

    void bought(int machines, Instant now) {
        boughtAfter += recent(removals, now);
        bought += machines;
        purchases.addLast(new Some(machines, now));
    }

    void drained(Instant now) {
        drainedAfter += recent(purchases, now);
    }

    void removed(Instant now) {
        removed++;
        removals.addLast(new Some(1, now));
    }

    /// Empties the steps and counts the machines of those that are recent.
    private static int recent(Deque<Some> steps, Instant now) {
        int machines = 0;
        for (var some : steps) {
            boolean isRecent = !some.at().plus(Summary.Regrets.WINDOW).isBefore(now);
            machines += isRecent ? some.machines() : 0;
        }
        steps.clear();
        return machines;
    }

    Summary.Regrets regrets() {
        return new Summary.Regrets(bought, drainedAfter, removed, boughtAfter);
    }
}
