package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroups.GroupState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// The nodes of each group that may be drained in this turn by the windows that are open. The
/// strictest one counts. Nodes that drain, leave by themselves or are not Ready are disrupted
/// already; nodes that are starting are no nodes of the group yet.
final class Disruptions {

    private record Room(int most, int size, int used, Instant until) {}

    private final Map<String, Room> rooms = new LinkedHashMap<>();
    private final Map<String, Integer> drained = new LinkedHashMap<>();
    private final TreeMap<String, Integer> refused = new TreeMap<>();

    Disruptions(ScalingFacts facts) {
        for (var window : facts.policy().scaleDown().windows()) {
            window.openUntil(facts.now())
                    .ifPresent(until ->
                            facts.states().forEach(state -> limit(state, facts, window, until)));
        }
    }

    private void limit(
            GroupState state, ScalingFacts facts, DisruptionWindow window, Instant until) {
        var name = state.group().name();
        var starting = state.byState().starting();
        int size = 0;
        int used = 0;
        for (var node : facts.cluster().nodesOf(name)) {
            if (!starting.contains(node)) {
                size++;
                used += isDisrupted(node) ? 1 : 0;
            }
        }
        var room = new Room(window.most(size), size, used, until);
        rooms.merge(name, room, (one, other) -> other.most() < one.most() ? other : one);
    }

    private static boolean isDisrupted(Node node) {
        return switch (node.state()) {
            case NodeState.Draining _, NodeState.Forced _, NodeState.Leaving _ -> true;
            case NodeState.Active _, NodeState.Paused _, NodeState.Cordoned _ -> !node.ready();
            case NodeState.Closed _ -> !node.ready();
        };
    }

    /// Counts one more node of the group, if the windows allow it.
    boolean allow(String group) {
        if (isFull(group)) {
            refused.merge(group, 1, Integer::sum);
            return false;
        }
        count(group);
        return true;
    }

    /// Why a node of the group is not drained in this turn, after it was not allowed.
    Reason against(String node, String group) {
        var room = Objects.requireNonNull(rooms.get(group));
        return because(
                RemovalRules.DISRUPTION_WINDOW,
                node,
                fact("node", node),
                fact("most", room.most()),
                fact("of", room.size()),
                fact("used", room.used() + drained.getOrDefault(group, 0)));
    }

    /// Why a replacement is not ordered in this turn: the windows allow none of its nodes to go.
    Reason against(Replacement one, String group) {
        var room = Objects.requireNonNull(rooms.get(group));
        return because(
                RemovalRules.REPLACEMENT_WAITS,
                one.old().getFirst(),
                fact("most", room.most()),
                fact("of", room.size()),
                fact("group", group),
                fact("used", room.used() + drained.getOrDefault(group, 0)));
    }

    /// When the window closes that limits the group; the end of time if none does.
    Instant closes(String group) {
        var room = rooms.get(group);
        return room == null ? Instant.MAX : room.until();
    }

    /// Whether the windows allow no more node of the group.
    boolean isFull(String group) {
        var room = rooms.get(group);
        return room != null && room.used() + drained.getOrDefault(group, 0) >= room.most();
    }

    /// Counts one more node of the group.
    void count(String group) {
        drained.merge(group, 1, Integer::sum);
    }

    /// Why nodes of groups are not drained in this turn.
    List<Reason> reasons() {
        var reasons = new ArrayList<Reason>();
        refused.forEach((group, nodes) -> {
            var room = rooms.get(group);
            if (room != null) {
                reasons.add(
                        because(
                                RemovalRules.DISRUPTION_WINDOW,
                                group,
                                fact("nodes", nodes),
                                fact("group", group),
                                fact("most", room.most()),
                                fact("of", room.size()),
                                fact("used", room.used() + drained.getOrDefault(group, 0))));
            }
        });
        return reasons;
    }

    /// When the first window closes that kept a node; the end of time if none did.
    Instant closes() {
        var closes = Instant.MAX;
        for (var group : refused.keySet()) {
            var room = rooms.get(group);
            closes = room != null && room.until().isBefore(closes) ? room.until() : closes;
        }
        return closes;
    }
}
