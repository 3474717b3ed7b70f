package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.quantity.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The memory of a group's loop: facts that the cluster does not show.
///
/// @param unbound pending pods for which Ready nodes have room
/// @param moved shapes of the pods that were evicted lately
/// @param peaks of the demand, oldest first, as far as the policy looks back
/// @param graces nodes whose grace periods do not count from the drain that the cluster shows
public record Past(
        GroupPast group,
        List<Unbound> unbound,
        List<Moved> moved,
        List<Peak> peaks,
        List<Grace> graces) {

    public static final Past NONE =
            new Past(GroupPast.NONE, List.of(), List.of(), List.of(), List.of());

    /// The past of a loop that starts.
    public static final Past START = NONE.with(GroupPast.START);

    /// Pending pods of a shape for which Ready nodes have room, so that the scheduler should bind
    /// them.
    ///
    /// @param shape its id
    /// @param pods how many
    /// @param since the first turn that saw them
    /// @param backOff the pause in which they ask for no node
    public record Unbound(String shape, int pods, Instant since, BackOff backOff) {

        boolean isFor(Pods pending) {
            return shape.equals(pending.shape().id());
        }
    }

    /// Pods of a shape that were evicted from a draining node.
    ///
    /// @param shape its id
    /// @param until they should run elsewhere by then
    public record Moved(String shape, Instant until) {}

    /// The highest demand of a part of the time that the policy looks back.
    ///
    /// @param since when the part began
    /// @param demand the highest sum of the requests, by resource
    public record Peak(Instant since, Resources demand) {}

    /// A node whose removal someone else requested, or whose pods had to wait for another place.
    ///
    /// @param since the time from which its grace periods count: the first turn that saw the
    ///   request, or the one at which the hard grace period ends with the last turn in which the
    ///   pods waited
    public record Grace(String node, Instant since) {}

    public Past {
        unbound = List.copyOf(unbound);
        moved = List.copyOf(moved);
        peaks = List.copyOf(peaks);
        graces = List.copyOf(graces);
    }

    public CoolDown coolDown() {
        return group.coolDown();
    }

    /// The same with every time as much later as the clock jumped.
    Past jumped(Instant now, Duration lost) {
        return new Past(
                group.jumped(now, lost),
                unbound.stream()
                        .map(some ->
                                new Unbound(
                                        some.shape(),
                                        some.pods(),
                                        some.since().plus(lost),
                                        some.backOff().later(lost)))
                        .toList(),
                moved.stream()
                        .map(some -> new Moved(some.shape(), some.until().plus(lost)))
                        .toList(),
                peaks.stream()
                        .map(peak -> new Peak(peak.since().plus(lost), peak.demand()))
                        .toList(),
                graces.stream()
                        .map(node -> new Grace(node.node(), node.since().plus(lost)))
                        .toList());
    }

    Past with(GroupPast other) {
        return new Past(other, unbound, moved, peaks, graces);
    }
}
