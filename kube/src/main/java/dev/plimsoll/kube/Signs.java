package dev.plimsoll.kube;

import java.time.Duration;

/// The state of a controller at one moment, for threads other than its own.
///
/// @param isRead whether the cluster was read once
/// @param isCurrent whether every watch reports
/// @param leads whether this replica holds the lease; never in a dry run
/// @param sinceMove the time since the thread that takes turns last moved
/// @param longestMove how long it may stand still before it counts as dead
/// @param silence the longest time since a watch last reported
/// @param requests to the API server so far
public record Signs(
        boolean isRead,
        boolean isCurrent,
        boolean leads,
        Duration sinceMove,
        Duration longestMove,
        Duration silence,
        long requests) {

    /// It takes turns, or waits for its first one.
    boolean isAlive() {
        return !isRead || sinceMove.compareTo(longestMove) <= 0;
    }

    /// It knows the cluster. A standby replica does too.
    boolean isReady() {
        return isRead && isCurrent;
    }
}
