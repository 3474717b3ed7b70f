package dev.plimsoll.scaling;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Nodes that make way for cheaper ones, remembered as one thing until it is done.
///
/// @param old the names of the nodes that go
/// @param bought the number of new nodes, by group
/// @param since when it was found; from the order on, when it was ordered; when it was given up
public record Replacement(
        Stage stage, SortedSet<String> old, SortedMap<String, Integer> bought, Instant since) {

    /// How far it is.
    public enum Stage {
        /// It pays, but not for long enough.
        FOUND,
        /// The new nodes are on their way.
        ORDERED,
        /// The old nodes drain.
        DRAINING,
        /// It failed. For a while no other replacement begins.
        GIVEN_UP
    }

    public Replacement {
        old = Collections.unmodifiableSortedSet(new TreeSet<>(old));
        bought = Collections.unmodifiableSortedMap(new TreeMap<>(bought));
    }

    /// Whether its nodes are in use by it.
    boolean isRunning() {
        return stage == Stage.ORDERED || stage == Stage.DRAINING;
    }

    Replacement at(Stage other) {
        return new Replacement(other, old, bought, since);
    }

    Replacement givenUp(Instant now) {
        return new Replacement(Stage.GIVEN_UP, old, bought, now);
    }

    Replacement later(Duration by) {
        return new Replacement(stage, old, bought, since.plus(by));
    }
}
