package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.groups.Missing;
import dev.plimsoll.quantity.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The memory of a group's loop: facts that the cluster does not show.
///
/// @param missing machines that were ordered and have not joined, oldest order first
/// @param template the newest Ready node when the group last had one
/// @param daemons the requests of the DaemonSet pods on it
/// @param starving pending pods for which the group grew
public record Past(
        CoolDown coolDown,
        List<Missing> missing,
        Template template,
        Resources daemons,
        List<Starving> starving) {

    public static final Past NONE =
            new Past(CoolDown.OVER, List.of(), Template.UNKNOWN, Resources.NONE, List.of());

    /// The pause after an order of machines.
    ///
    /// @param demand the requests of the group's pods at that time
    public record CoolDown(Instant until, Resources demand) {
        public static final CoolDown OVER = new CoolDown(Instant.EPOCH, Resources.NONE);
    }

    /// A pending pod for which the group grew. Other pods of its shape do not back off with it: the
    /// group may grow for the next one as soon as a pod has taken the new node.
    ///
    /// @param pod the first by name of the pending pods of the shape
    /// @param pods the number of pending pods of the shape; a smaller number later shows that the
    ///   node was used
    /// @param tries how often the group grew for it
    /// @param until the group does not grow for it again before
    public record Starving(String shape, String pod, int pods, int tries, Instant until) {

        private static final Duration FIRST_BACK_OFF = Duration.ofMinutes(5);
        private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(30);

        static Starving asked(Pods pods, int tries, Instant now) {
            return new Starving(
                    pods.shape().id(), pods.first(), pods.count(), tries, now.plus(backOff(tries)));
        }

        /// The entry without its last attempt and without a back-off; empty if that was the first.
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
