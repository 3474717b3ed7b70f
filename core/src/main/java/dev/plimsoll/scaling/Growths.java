package dev.plimsoll.scaling;

import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What is remembered of groups that grew.
///
/// @param forPods the pods that new nodes are to take, and the back-offs after nodes that did not
/// @param forRoom when a group last grew for room to keep free alone, by group
/// @param before when the groups that grew for pods in the last turn had grown before, by group
public record Growths(
        List<Growth> forPods,
        SortedMap<String, Instant> forRoom,
        SortedMap<String, Instant> before) {

    public static final Growths NONE = new Growths(List.of(), new TreeMap<>(), new TreeMap<>());

    /// The growth of a group for pods of one shape.
    ///
    /// @param shape its id
    /// @param since when the group last grew for them; the epoch if that is settled
    /// @param started when its nodes had started; the end of time while one is starting; the epoch
    ///   if none was seen starting
    /// @param backOff the pause in which the group does not grow for them
    public record Growth(
            String group, String shape, Instant since, Instant started, BackOff backOff) {

        /// Growth none of whose nodes was seen starting.
        public Growth(String group, String shape, Instant since, BackOff backOff) {
            this(group, shape, since, Instant.EPOCH, backOff);
        }

        /// Whether it is not known yet if the new nodes take the pods.
        boolean isOpen() {
            return !since.equals(Instant.EPOCH);
        }

        /// The same while a node of the group is starting.
        Growth whileStarting() {
            return new Growth(group, shape, since, Instant.MAX, backOff);
        }

        /// The same when no node of the group is starting.
        Growth started(Instant now) {
            return started.equals(Instant.MAX)
                    ? new Growth(group, shape, since, now, backOff)
                    : this;
        }

        Growth settled() {
            return new Growth(group, shape, Instant.EPOCH, backOff);
        }

        Growth again(Instant now) {
            return new Growth(group, shape, now, backOff);
        }

        Growth failed(BackOff pause) {
            return new Growth(group, shape, Instant.EPOCH, pause);
        }

        private Growth later(Duration by) {
            return new Growth(
                    group,
                    shape,
                    Clock.later(since, by),
                    Clock.later(started, by),
                    backOff.later(by));
        }
    }

    public Growths {
        forPods = List.copyOf(forPods);
        forRoom = Collections.unmodifiableSortedMap(new TreeMap<>(forRoom));
        before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
    }

    /// Without the growth of a group in the last turn.
    Growths without(String group) {
        var others = new TreeMap<>(forRoom);
        if (!before.containsKey(group)) {
            others.remove(group);
        }
        return new Growths(
                forPods.stream()
                        .map(growth -> growth.group().equals(group) ? growth.settled() : growth)
                        .toList(),
                others,
                before);
    }

    /// The same with every time as much later.
    Growths later(Duration by) {
        var longer = new TreeMap<>(forRoom);
        longer.replaceAll((_, since) -> since.plus(by));
        var earlier = new TreeMap<>(before);
        earlier.replaceAll((_, since) -> Clock.later(since, by));
        return new Growths(
                forPods.stream().map(growth -> growth.later(by)).toList(), longer, earlier);
    }
}
