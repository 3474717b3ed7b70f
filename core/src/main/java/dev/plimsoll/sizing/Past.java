package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The memory of a group's loop: facts that the cluster does not show.
///
/// @param starving pending pods for which the group grew
public record Past(GroupPast group, List<Starving> starving) {

    public static final Past NONE = new Past(GroupPast.NONE, List.of());

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
        starving = List.copyOf(starving);
    }

    public CoolDown coolDown() {
        return group.coolDown();
    }

    /// This memory without the last order, and with other starving pods.
    Past withoutOrder(List<Starving> others) {
        return new Past(
                new GroupPast(
                        CoolDown.OVER,
                        group.missing(),
                        group.template(),
                        group.daemons(),
                        group.created()),
                others);
    }
}
