package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.scaling.Proposal.Waiting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Buys nodes for pods that wait: those that fit nowhere go on new nodes of the groups that take
/// them at the least price, or that rank best.
///
/// **Invariant:** equal clusters get equal proposals, in whatever order their parts were given; no
/// limit is passed; every pod that waits is placed or left; of the cheapest mix no alternative that
/// it tells is better: `ScaleUpTest`.
public final class ScaleUp {

    private ScaleUp() {}

    public static Proposal propose(Seen seen, Policy policy) {
        var pending = PendingPods.of(seen.cluster(), seen.surroundings().storage());
        var ceilings = new Ceilings(seen, policy.ceilings());
        var purchase = new Buyer(seen, ceilings, pending.pods());
        var chosen =
                switch (policy.strategy()) {
                    case ScaleUpStrategy.CheapestMix _ ->
                            new Cheapest(seen, purchase, pending.pods()).chosen();
                    case ScaleUpStrategy.ByRank byRank ->
                            new Rounds(seen, purchase, byRank).chosen();
                };
        var packing = purchase.nodeAfterNode(chosen.best().packing());
        var groups = chosen.best().groups();
        var telling = new ProposalReasons(seen, pending);
        return new Proposal(
                plan(groups),
                telling.reasons(groups, packing, chosen.why()),
                telling.warnings(groups, ceilings, packing),
                packing,
                groups,
                chosen.best().cost(),
                CostBound.of(seen, purchase.minimum(), packing),
                waiting(pending, packing.left()),
                chosen.others(),
                packing.after(seen.cluster().nodes()));
    }

    private static List<Waiting> waiting(PendingPods pending, List<Pods> left) {
        var counts = new LinkedHashMap<Shape, Integer>();
        left.forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
        return pending.pods().stream()
                .map(some -> new Waiting(some, counts.getOrDefault(some.shape(), 0)))
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
