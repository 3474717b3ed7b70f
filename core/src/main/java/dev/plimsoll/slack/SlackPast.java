package dev.plimsoll.slack;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What slack remembers.
///
/// @param seats the node of every placeholder that has one, by the name of the placeholder
public record SlackPast(SortedMap<String, String> seats) {

    public static final SlackPast NONE = new SlackPast(new TreeMap<>());

    public SlackPast {
        seats = Collections.unmodifiableSortedMap(new TreeMap<>(seats));
    }
}
