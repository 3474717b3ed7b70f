package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Rooms;
import dev.plimsoll.packing.Verdict;
import dev.plimsoll.scaling.Candidate.Growth;
import dev.plimsoll.scaling.Proposal.Waiting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Tells for pods that wait, group by group, whether one more node would take one of them.
public final class Waiters {

    private final Seen seen;
    private final List<Node> nodes;
    private final Map<String, Integer> bought = new LinkedHashMap<>();

    /// @param nodes beside which the new one would stand
    public Waiters(Seen seen, List<Node> nodes) {
        this.seen = seen;
        this.nodes = nodes;
    }

    /// Once a packing is done.
    Waiters(Seen seen, List<Node> nodes, Packing packing) {
        this(seen, nodes);
        packing.opened().forEach(node -> bought.merge(node.offer().name(), 1, Integer::sum));
    }

    List<Waiting> of(List<Pods> pods, List<Pods> left) {
        if (pods.isEmpty()) {
            return List.of();
        }
        var leftOver = new LinkedHashMap<Shape, Integer>();
        left.forEach(some -> leftOver.merge(some.shape(), some.count(), Integer::sum));
        var verdicts = new ArrayList<TreeMap<String, Verdict>>();
        pods.forEach(_ -> verdicts.add(new TreeMap<>()));
        for (var group : seen.candidates()) {
            var own = verdicts(group, pods);
            for (int i = 0; i < pods.size(); i++) {
                verdicts.get(i).put(group.name(), own.get(i));
            }
        }
        var waiting = new ArrayList<Waiting>();
        for (int i = 0; i < pods.size(); i++) {
            var some = pods.get(i);
            waiting.add(new Waiting(some, leftOver.getOrDefault(some.shape(), 0), verdicts.get(i)));
        }
        return waiting;
    }

    /// The verdict of a group on each of some pods, in their order.
    public List<Verdict> verdicts(Candidate group, List<Pods> pods) {
        if (group.template().allocatable().isEmpty()) {
            return pods.stream().map(_ -> limited(group)).toList();
        }
        var rooms = Rooms.of(nodes, seen.surroundings());
        int index = rooms.add(group.template());
        return pods.stream().map(some -> verdict(group, rooms, some.shape(), index)).toList();
    }

    private Verdict verdict(Candidate group, Rooms rooms, Shape shape, int index) {
        var verdict = rooms.verdict(shape, index);
        int room = group.room() - bought.getOrDefault(group.name(), 0);
        return verdict.fits() && room == 0 ? limited(group) : verdict;
    }

    private static Verdict limited(Candidate group) {
        return switch (group.growth()) {
            case Growth.Never(var why) -> new Verdict.Refused(why);
            case Growth.UpTo(var most) ->
                    new Verdict.Refused(because(Rules.AT_MOST, group.name(), fact("most", most)));
        };
    }
}
