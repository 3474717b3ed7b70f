package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.quantity.Resources;
import java.time.Instant;
import java.util.List;

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

    /// @param since the first turn that saw the target above the nodes
    public record Missing(int nodes, Instant since) {}

    /// A pod that a node was asked for. Others of its shape do not wait for it: where pods of one
    /// shape come in a stream, or in a crowd, each may ask once the node of the one before is used.
    ///
    /// @param pod the first by name of those that waited
    /// @param pods how many waited; fewer now mean that the node was used
    /// @param tries how many nodes were asked for
    /// @param until no other is asked for before
    public record Starving(String shape, String pod, int pods, int tries, Instant until) {

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
