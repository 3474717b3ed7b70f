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
/// @param groups the groups of the nodes that go
/// @param bought the number of new nodes, by group
/// @param since when it was found; from the order on, when it was ordered; when it was given up. It
///   is as much later as the clock jumped since
/// @param ordered when it was ordered, by the clock that also says when nodes are created; the
///   epoch before
public record Replacement(
        Stage stage,
        SortedSet<String> old,
        SortedSet<String> groups,
        SortedMap<String, Integer> bought,
        Instant since,
        Instant ordered) {

    /// How far it is.
    public enum Stage {
        /// It pays, but not for long enough.
        FOUND,
        /// The new nodes are on their way.
        ORDERED,
        /// The old nodes drain.
        DRAINING,
        /// It failed. Its new nodes that are empty go back.
        GIVEN_UP
    }

    public Replacement {
        old = Collections.unmodifiableSortedSet(new TreeSet<>(old));
        groups = Collections.unmodifiableSortedSet(new TreeSet<>(groups));
        bought = Collections.unmodifiableSortedMap(new TreeMap<>(bought));
    }

    /// Whether its nodes are in use by it.
    boolean isRunning() {
        return stage == Stage.ORDERED || stage == Stage.DRAINING;
    }

    /// Whether nodes of the group go or come.
    boolean concerns(String group) {
        return groups.contains(group) || bought.containsKey(group);
    }

    Replacement at(Stage other) {
        return new Replacement(other, old, groups, bought, since, ordered);
    }

    Replacement orderedAt(Instant now) {
        return new Replacement(Stage.ORDERED, old, groups, bought, now, now);
    }

    Replacement givenUp(Instant now) {
        return new Replacement(Stage.GIVEN_UP, old, groups, bought, now, ordered);
    }

    Replacement later(Duration by) {
        return new Replacement(stage, old, groups, bought, since.plus(by), ordered);
    }
}
