package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.groups.Missing;
import dev.plimsoll.quantity.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a group's loop remembers, because the world cannot show it.
///
/// @param missing machines that the provider owes, oldest ask first
/// @param template what a node of the group offered when one was last seen
/// @param daemons what DaemonSets took of it
/// @param starving pods that a node was asked for
public record Past(
        CoolDown coolDown,
        List<Missing> missing,
        Template template,
        Resources daemons,
        List<Starving> starving) {

    public static final Past NONE =
            new Past(CoolDown.OVER, List.of(), Template.UNKNOWN, Resources.NONE, List.of());

    /// After growing at the provider.
    ///
    /// @param demand what was asked for when it grew
    public record CoolDown(Instant until, Resources demand) {
        public static final CoolDown OVER = new CoolDown(Instant.EPOCH, Resources.NONE);
    }

    /// A pod that a node was asked for. Others of its shape do not wait for it: where pods of one
    /// shape come in a stream, or in a crowd, each may ask once the node of the one before is used.
    ///
    /// @param pod the first by name of those that waited
    /// @param pods how many waited; fewer now mean that the node was used
    /// @param tries how many nodes were asked for
    /// @param until no other is asked for before
    public record Starving(String shape, String pod, int pods, int tries, Instant until) {

        private static final Duration FIRST_BACK_OFF = Duration.ofMinutes(5);
        private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(30);

        static Starving asked(Pods pods, int tries, Instant now) {
            return new Starving(
                    pods.shape().id(), pods.first(), pods.count(), tries, now.plus(backOff(tries)));
        }

        /// The entry before the last try, which may be had at once; none before the first.
        Optional<Starving> undone() {
            return tries == 1
                    ? Optional.empty()
                    : Optional.of(new Starving(shape, pod, pods, tries - 1, Instant.EPOCH));
        }

        boolean wasAskedAt(Instant moment) {
            return until.equals(moment.plus(backOff(tries)));
        }

        private static Duration backOff(int tries) {
            var wait = FIRST_BACK_OFF.multipliedBy(1L << Math.min(tries - 1, 3));
            return wait.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : wait;
        }

        public boolean isFor(Pods waiting) {
            return shape.equals(waiting.shape().id())
                    && pod.equals(waiting.first())
                    && pods <= waiting.count();
        }
    }

    public Past {
        missing = List.copyOf(missing);
        starving = List.copyOf(starving);
    }
}
