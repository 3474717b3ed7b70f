package dev.plimsoll.scaling;

import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.Proposal.Alternative;
import dev.plimsoll.scaling.Proposal.Cost;
import dev.plimsoll.scaling.Proposal.Grown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Buys nodes for pods that wait: those that fit nowhere go on new nodes of the groups that take
/// them at the least price.
///
/// **Invariant:** equal clusters get equal proposals, in whatever order their parts were given; no
/// group passes its most; every pod that waits is placed or left: `GrowingTest`.
public final class Growing {

    private final Seen seen;
    private final Backlog backlog;

    private Growing(Seen seen) {
        this.seen = seen;
        this.backlog = Backlog.of(seen.cluster(), seen.surroundings().storage());
    }

    public static Proposal propose(Seen seen) {
        return new Growing(seen).propose();
    }

    private Proposal propose() {
        var purchase = new Purchase(seen);
        var packing = purchase.of(seen.candidates(), backlog.pods());
        var nodes = Purchase.after(seen.cluster().nodes(), packing);
        var groups = seen.candidates().stream().map(group -> grown(group, packing)).toList();
        var waiting = new Waiters(seen, nodes, packing).of(backlog.pods(), packing.left());
        var plan = plan(groups);
        var telling = new Telling(seen, backlog);
        return new Proposal(
                plan,
                telling.reasons(groups, packing),
                telling.warnings(),
                packing,
                groups,
                cost(groups),
                Guarantee.of(seen, packing),
                waiting,
                alternatives(purchase, packing),
                nodes);
    }

    private static Grown grown(Candidate group, Packing packing) {
        var nodes = new ArrayList<>(group.nodes());
        for (var opened : packing.opened()) {
            if (opened.offer().name().equals(group.name())) {
                nodes.add(opened.node());
            }
        }
        return new Grown(group, List.copyOf(nodes));
    }

    private static Plan plan(List<Grown> groups) {
        var steps = new ArrayList<Step>();
        for (var grown : groups) {
            int from = grown.group().nodes().size();
            if (grown.wanted() > from) {
                steps.add(new Step.ResizeGroup(grown.group().name(), from, grown.wanted()));
            }
        }
        return new Plan(steps);
    }

    private static Cost cost(List<Grown> groups) {
        var cost = new Cost(Money.NONE, Money.NONE, 0, 0);
        for (var grown : groups) {
            int now = grown.group().nodes().size();
            cost =
                    switch (grown.group().price()) {
                        case Price.Known(var hour, _) ->
                                new Cost(
                                        cost.now().plus(hour.times(now)),
                                        cost.after().plus(hour.times(grown.wanted())),
                                        cost.unpricedNow(),
                                        cost.unpricedAfter());
                        case Price.Unknown _ ->
                                new Cost(
                                        cost.now(),
                                        cost.after(),
                                        cost.unpricedNow() + now,
                                        cost.unpricedAfter() + grown.wanted());
                    };
        }
        return cost;
    }

    /// Each group that can grow, alone, unless that is the plan; those first that leave the fewest
    /// pods, then by dollars.
    private List<Alternative> alternatives(Purchase purchase, Packing chosen) {
        var bought = chosen.opened().stream().map(node -> node.offer().name()).distinct().toList();
        var alternatives = new ArrayList<Alternative>();
        for (var group : seen.candidates()) {
            boolean isOther = !bought.isEmpty() && !bought.equals(List.of(group.name()));
            if (isOther && group.room() > 0) {
                alternatives.add(alone(group, purchase));
            }
        }
        alternatives.removeIf(alternative -> alternative.nodes() == 0);
        alternatives.sort(
                Comparator.comparingInt(Alternative::left)
                        .thenComparingInt(alternative -> alternative.cost().unpricedAfter())
                        .thenComparing(alternative -> alternative.cost().after())
                        .thenComparing(Alternative::group));
        return alternatives;
    }

    private Alternative alone(Candidate group, Purchase purchase) {
        var packing = purchase.of(List.of(group), backlog.pods());
        var groups = seen.candidates().stream().map(other -> grown(other, packing)).toList();
        int left = Backlog.count(packing.left());
        return new Alternative(group.name(), packing.opened().size(), left, cost(groups));
    }
}
