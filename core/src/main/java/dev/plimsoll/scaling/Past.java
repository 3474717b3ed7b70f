package dev.plimsoll.scaling;

import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Clock;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.slack.SlackPast;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The memory of the scaling loop.
///
/// @param groups by name
/// @param removals about nodes that are or were to go
/// @param keptFree the places of placeholders
/// @param growths about groups that grew
/// @param clock the last jump of the clock
public record Past(
        SortedMap<String, GroupPast> groups,
        Removals removals,
        SlackPast keptFree,
        Growths growths,
        Clock clock) {

    public static final Past NONE = new Past(new TreeMap<>());

    /// What is remembered of nodes that are or were to go.
    ///
    /// @param unneeded since when the pods of a node have had places elsewhere, by node
    /// @param takenBack when a node that could not be emptied took pods again, by node
    /// @param moved pods that were evicted lately
    /// @param replacements those that run, were found or were given up lately
    /// @param pauses after replacements that were given up, by the group of the nodes that were to
    ///   go
    public record Removals(
            SortedMap<String, Instant> unneeded,
            SortedMap<String, Instant> takenBack,
            List<Moved> moved,
            List<Replacement> replacements,
            SortedMap<String, BackOff> pauses) {

        public static final Removals NONE =
                new Removals(new TreeMap<>(), new TreeMap<>(), List.of(), List.of());

        public Removals {
            unneeded = Collections.unmodifiableSortedMap(new TreeMap<>(unneeded));
            takenBack = Collections.unmodifiableSortedMap(new TreeMap<>(takenBack));
            moved = List.copyOf(moved);
            replacements = List.copyOf(replacements);
            pauses = Collections.unmodifiableSortedMap(new TreeMap<>(pauses));
        }

        public Removals(
                SortedMap<String, Instant> unneeded,
                SortedMap<String, Instant> takenBack,
                List<Moved> moved,
                List<Replacement> replacements) {
            this(unneeded, takenBack, moved, replacements, new TreeMap<>());
        }

        /// The same with every time as much later.
        Removals later(Duration by) {
            var longer = new TreeMap<>(unneeded);
            longer.replaceAll((_, since) -> since.plus(by));
            var back = new TreeMap<>(takenBack);
            back.replaceAll((_, since) -> since.plus(by));
            var later = new TreeMap<>(pauses);
            later.replaceAll((_, pause) -> pause.later(by));
            return new Removals(
                    longer,
                    back,
                    moved.stream().map(one -> one.later(by)).toList(),
                    replacements.stream().map(one -> one.later(by)).toList(),
                    later);
        }
    }

    /// Pods of a shape that were evicted from a node of a group.
    ///
    /// @param shape its id
    /// @param until they should run elsewhere by then
    /// @param demand of the cluster when they were evicted
    public record Moved(String shape, String group, Instant until, Resources demand) {

        /// The same with a time as much later.
        Moved later(Duration by) {
            return new Moved(shape, group, until.plus(by), demand);
        }
    }

    public Past {
        groups = Collections.unmodifiableSortedMap(new TreeMap<>(groups));
    }

    /// The clock did not jump.
    public Past(
            SortedMap<String, GroupPast> groups,
            Removals removals,
            SlackPast keptFree,
            Growths growths) {
        this(groups, removals, keptFree, growths, Clock.STEADY);
    }

    public Past(SortedMap<String, GroupPast> groups) {
        this(groups, Removals.NONE, SlackPast.NONE, Growths.NONE);
    }

    /// The same, after the clock jumped.
    Past jumped(Instant now, Duration lost) {
        var later = new TreeMap<>(groups);
        later.replaceAll((_, group) -> group.jumped(now, lost));
        return new Past(
                later, removals.later(lost), keptFree, growths.later(lost), clock.jump(now, lost));
    }

    /// The last jump of the clock, of this loop or of one that handed a group over.
    Clock lastJump() {
        var last = clock;
        for (var group : groups.values()) {
            var other = group.timers().clock();
            last = other.jumped().isAfter(last.jumped()) ? other : last;
        }
        return last;
    }

    /// What is remembered of a group, with the last jump of the clock.
    GroupPast group(String name) {
        var group = groups.getOrDefault(name, GroupPast.NONE);
        return group.with(group.timers().with(lastJump()));
    }
}
