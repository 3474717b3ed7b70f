package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.packing.Fit;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Rooms;
import dev.plimsoll.packing.Verdict;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.Candidate.Growth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Tells for pods that wait, group by group, whether one more node would take one of them.
public final class Waiters {

    private final Seen seen;
    private final List<Node> nodes;
    private final Packing bought;
    private final Ceilings ceilings;
    private final Map<String, Integer> more = new LinkedHashMap<>();
    private final boolean isAnyoneApart;

    private Waiters(Seen seen, Policy policy, List<Node> nodes, Packing bought) {
        this.seen = seen;
        this.nodes = nodes;
        this.bought = bought;
        this.ceilings = new Ceilings(seen, policy.ceilings());
        bought.opened().forEach(node -> more.merge(node.offer().name(), 1, Integer::sum));
        this.isAnyoneApart = nodes.stream().anyMatch(Waiters::keepsApart);
    }

    /// Before anything is bought.
    ///
    /// @param nodes beside which the new one would stand
    public static Waiters before(Seen seen, Policy policy, List<Node> nodes) {
        return new Waiters(seen, policy, nodes, Packing.NOTHING);
    }

    /// Once a proposal is carried out.
    public static Waiters after(Seen seen, Policy policy, Proposal proposal) {
        return new Waiters(seen, policy, proposal.nodes(), proposal.packing());
    }

    /// The verdict of a group on each of some pods, in their order.
    public List<Verdict> verdicts(Candidate group, List<Pods> pods) {
        if (group.template().allocatable().isEmpty()) {
            return pods.stream().map(_ -> limited(group).getFirst()).toList();
        }
        var verdicts = new ArrayList<Verdict>();
        var rooms = new ArrayList<Rooms>();
        for (var some : pods) {
            var shape = some.shape();
            if (!looksAround(shape)) {
                verdicts.add(verdict(group, Fit.on(group.template(), shape)));
                continue;
            }
            if (rooms.isEmpty()) {
                rooms.add(Rooms.of(nodes, seen.surroundings()));
                rooms.getFirst().add(group.template());
            }
            verdicts.add(verdict(group, rooms.getFirst().verdict(shape, nodes.size())));
        }
        return verdicts;
    }

    private Verdict verdict(Candidate group, Verdict alone) {
        return alone.fits() ? limited(group).stream().findFirst().orElse(alone) : alone;
    }

    /// The first limit that keeps the group from growing, if there is one.
    private List<Verdict> limited(Candidate group) {
        return switch (group.growth()) {
            case Growth.Never(var why) -> List.of(new Verdict.Refused(why));
            case Growth.Within(var limits, _) -> {
                boolean isFull = group.room() <= more.getOrDefault(group.name(), 0);
                var most = fact("most", limits.most());
                var own =
                        isFull
                                ? List.of(because(Rules.AT_MOST, group.name(), most))
                                : shared(group);
                yield own.stream().<Verdict>map(Verdict.Refused::new).toList();
            }
        };
    }

    private List<Reason> shared(Candidate group) {
        var offer = new Offer(group.name(), group.template(), Money.NONE, group.room());
        return ceilings.against(offer, bought);
    }

    /// Other pods, of other nodes or of its own, have a say in where it goes.
    private boolean looksAround(Shape shape) {
        return isAnyoneApart
                || !shape.company().isAny()
                || !shape.ports().isEmpty()
                || !shape.mounts().isEmpty()
                || !shape.placement().unknown().isEmpty();
    }

    private static boolean keepsApart(Node node) {
        return node.pods().stream().anyMatch(pods -> !pods.shape().company().apart().isEmpty());
    }
}
