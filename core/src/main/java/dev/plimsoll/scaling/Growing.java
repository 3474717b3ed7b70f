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
/// group passes its most; every pod that waits is placed or left; no alternative that it tells is
/// better: `GrowingTest`.
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
        var options = options();
        var best = options.getFirst();
        var nodes = Purchase.after(seen.cluster().nodes(), best.packing());
        var waiting =
                new Waiters(seen, nodes, best.packing()).of(backlog.pods(), best.packing().left());
        var telling = new Telling(seen, backlog);
        return new Proposal(
                plan(best.groups()),
                telling.reasons(best.groups(), best.packing()),
                telling.warnings(),
                best.packing(),
                best.groups(),
                best.cost(),
                Guarantee.of(seen, best.packing()),
                waiting,
                alternatives(options),
                nodes);
    }

    /// Something to buy.
    private record Option(Packing packing, List<Grown> groups, Cost cost) {

        private List<Grown> growing() {
            return groups.stream().filter(grown -> grown.more() > 0).toList();
        }
    }

    /// A mix of all groups, and where that grows one, each group alone; those first that leave the
    /// fewest pods, then by dollars.
    private List<Option> options() {
        var purchase = new Purchase(seen);
        var options = new ArrayList<Option>();
        options.add(option(purchase.of(seen.candidates(), backlog.pods())));
        if (!options.getFirst().growing().isEmpty()) {
            for (var group : seen.candidates()) {
                if (group.room() > 0) {
                    options.add(option(purchase.of(List.of(group), backlog.pods())));
                }
            }
        }
        options.sort(
                Comparator.comparingInt((Option option) -> Backlog.count(option.packing().left()))
                        .thenComparingInt(option -> option.cost().unpricedAfter())
                        .thenComparing(option -> option.cost().after())
                        .thenComparingInt(option -> option.packing().opened().size()));
        return options;
    }

    private Option option(Packing packing) {
        var groups = seen.candidates().stream().map(group -> grown(group, packing)).toList();
        return new Option(packing, groups, cost(groups));
    }

    /// All but the best, and what is the same as one before.
    private static List<Alternative> alternatives(List<Option> options) {
        var told = new ArrayList<List<Grown>>();
        var alternatives = new ArrayList<Alternative>();
        for (var option : options) {
            var growing = option.growing();
            if (!told.isEmpty() && !growing.isEmpty() && !told.contains(growing)) {
                int left = Backlog.count(option.packing().left());
                alternatives.add(new Alternative(growing, left, option.cost()));
            }
            told.add(growing);
        }
        return alternatives;
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
            if (grown.more() > 0) {
                int from = grown.group().nodes().size();
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
}
