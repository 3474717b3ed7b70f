package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.formats.document.SizedGroup;
import dev.plimsoll.simulator.EmbeddedCluster;
import dev.plimsoll.simulator.Summary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A run at one moment, as a screen shows it.
///
/// @param groups by name
/// @param summary of the run so far
/// @param lines the last decisions and messages, the newest last
record RunState(Times times, List<GroupState> groups, Summary summary, List<String> lines) {

    RunState {
        groups = List.copyOf(groups);
        lines = List.copyOf(lines);
    }

    /// The clock of a run.
    ///
    /// @param length virtual time to run; [Run#FOR_EVER] if it has no end
    record Times(Instant begin, Instant now, Duration length, String speed) {

        boolean hasEnd() {
            return length.compareTo(Run.FOR_EVER) < 0;
        }

        /// The share of its length that has passed, in percent, rounded down.
        long percent() {
            long passed = Duration.between(begin, now).toSeconds();
            return length.toSeconds() == 0 ? 100 : 100 * passed / length.toSeconds();
        }
    }

    /// @param sized the thresholds of groups
    static RunState of(
            EmbeddedCluster world, Times times, List<SizedGroup> sized, List<String> lines) {
        var cluster = world.observe();
        var summary = world.summary();
        return new RunState(times, groups(cluster, summary, sized), summary, lines);
    }

    private static List<GroupState> groups(
            Cluster cluster, Summary summary, List<SizedGroup> sized) {
        return summary.groups().stream()
                .map(group -> GroupState.of(cluster, group, band(group.name(), sized)))
                .toList();
    }

    private static GroupState.Band band(String group, List<SizedGroup> sized) {
        return sized.stream()
                .filter(one -> one.name().equals(group))
                .map(one -> GroupState.Band.of(one.policy()))
                .findFirst()
                .orElse(GroupState.Band.ANY);
    }
}
