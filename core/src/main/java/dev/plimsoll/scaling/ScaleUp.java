package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.scaling.Proposal.PendingShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Proposes nodes for pending pods: pods that fit on no existing node go on new nodes of the
/// cheapest groups, or of the groups that rank best.
///
/// **Invariant:** equal clusters get equal proposals, in whatever order their parts were given; no
/// limit is exceeded; every pending pod is placed or left; no alternative of the cheapest mix is
/// better than it: `ScaleUpTest`.
public final class ScaleUp {

    private ScaleUp() {}

    public static Proposal propose(Seen seen, Policy policy) {
        var pending = PendingPods.of(seen.cluster(), seen.surroundings().storage());
        var ceilings = new Ceilings(seen, policy.ceilings());
        var buyer = new Buyer(seen, ceilings, pending.pods());
        var chosen =
                switch (policy.strategy()) {
                    case ScaleUpStrategy.CheapestMix _ ->
                            new Cheapest(seen, buyer, pending.pods()).chosen();
                    case ScaleUpStrategy.ByRank byRank -> new Rounds(seen, buyer, byRank).chosen();
                };
        var packing = buyer.nodeAfterNode(chosen.best().packing());
        var groups = chosen.best().groups();
        var explained = new ProposalReasons(seen, pending);
        return new Proposal(
                plan(groups),
                explained.reasons(groups, packing, chosen.why()),
                explained.warnings(groups, ceilings, packing),
                packing,
                groups,
                chosen.best().cost(),
                CostBound.of(seen, buyer.minimum(), packing),
                waiting(pending, packing.left()),
                chosen.others(),
                packing.after(seen.cluster().nodes()));
    }

    private static List<PendingShape> waiting(PendingPods pending, List<Pods> left) {
        var counts = new LinkedHashMap<Shape, Integer>();
        left.forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
        return pending.pods().stream()
                .map(some -> new PendingShape(some, counts.getOrDefault(some.shape(), 0)))
                .toList();
    }

    private static Plan plan(List<Grown> groups) {
        var steps = new ArrayList<Step>();
        for (var grown : groups) {
            if (grown.more() > 0) {
                int from = grown.group().nodes().size();
                steps.add(new Step.ResizeGroup(grown.group().name(), from, grown.wanted()));
            }
        }
        return new Plan(steps);
    }
}
