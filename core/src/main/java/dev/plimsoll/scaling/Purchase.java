package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.packing.Balance.Part;
import dev.plimsoll.packing.Estimate;
import dev.plimsoll.packing.Ground;
import dev.plimsoll.packing.Mix;
import dev.plimsoll.packing.Naming;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Packing.Opened;
import dev.plimsoll.packing.Supply;
import dev.plimsoll.packing.Twins;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Packs pods on the nodes that are there and on new ones of some groups, within all limits.
///
/// Groups get their minimum first, whatever waits. Groups whose price is not known come last: they
/// get the pods that no other can take. Between them size stands in for the price; it is told to
/// nobody.
final class Purchase {

    private final List<Candidate> groups;
    private final List<Pods> pods;
    private final Packing minimum;
    private final Ground ground;
    private final Supply all;
    private final Supply supply;
    private final List<Node> there;
    private final Ground before;

    Purchase(Seen seen, Ceilings ceilings, List<Pods> pods) {
        this.groups = seen.candidates().stream().filter(group -> group.room() > 0).toList();
        this.pods = pods;
        var offers = groups.stream().map(Purchase::offer).toList();
        this.all = new Supply(offers, ceilings.quotas());
        this.there = seen.cluster().nodes();
        this.minimum = minimum(all);
        this.supply = all.after(minimum);
        this.before = Ground.of(there, seen.surroundings());
        this.ground = before.after(minimum);
    }

    private Packing minimum(Supply whole) {
        var naming = new Naming(there);
        var minimum = Packing.NOTHING;
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).missing() > 0) {
                var offer = whole.offers().get(i);
                int most = whole.after(minimum).alone(offer).most();
                var opened = new ArrayList<Opened>();
                for (int node = 0; node < Math.min(groups.get(i).missing(), most); node++) {
                    opened.add(new Opened(naming.next(offer), offer));
                }
                minimum = minimum.and(new Packing(opened, List.of(), List.of()));
            }
        }
        return minimum;
    }

    /// The nodes that groups get whatever waits.
    Packing minimum() {
        return minimum;
    }

    /// The nodes that are there, and those of the minimum.
    Ground ground() {
        return ground;
    }

    /// What can be had beside them.
    Supply supply() {
        return supply;
    }

    /// On room that is there alone.
    Packing onRoom() {
        return Mix.cheapest(ground, List.of(), pods);
    }

    /// Of groups with a known price first, then of the others.
    Packing mix() {
        var priced = Mix.cheapest(ground, only(Purchase::isPriced), pods);
        return thenUnpriced(priced);
    }

    /// Of one group alone.
    Packing alone(Candidate group) {
        var offer = supply.offers().get(groups.indexOf(group));
        return Estimate.besides(ground, supply.alone(offer), pods);
    }

    /// The pods that a packing leaves, on nodes of any groups.
    Packing filledUp(Packing packing) {
        return thenUnpriced(then(packing, only(Purchase::isPriced)));
    }

    /// A packing that was made in parts.
    Packing settled(Packing packing) {
        return ground.settled(pods, packing);
    }

    /// The pods that a packing leaves, on nodes of groups without a known price.
    Packing thenUnpriced(Packing packing) {
        return then(packing, only(group -> !isPriced(group)));
    }

    private Packing then(Packing first, Supply others) {
        if (first.left().isEmpty() || others.offers().isEmpty()) {
            return first;
        }
        var second = Mix.cheapest(ground.after(first), others.after(first), first.left());
        return settled(first.and(second));
    }

    private Supply only(Predicate<Candidate> which) {
        return of(supply, which);
    }

    private Supply of(Supply whole, Predicate<Candidate> which) {
        var some = new ArrayList<Offer>();
        for (int i = 0; i < groups.size(); i++) {
            if (which.test(groups.get(i))) {
                some.add(whole.offers().get(i));
            }
        }
        return new Supply(some, whole.quotas());
    }

    /// All that is bought, with the nodes of the minimum, shared among groups that are alike.
    Packing whole(Packing packing) {
        var naming = new Naming(there);
        var both = minimum.and(packing);
        both.opened().forEach(node -> naming.taken(node.node()));
        var twins = new ArrayList<>(Twins.of(ground, of(all, Purchase::isPriced), pods));
        twins.addAll(Twins.of(ground, of(all, group -> !isPriced(group)), pods));
        return minimum.and(new Balancing(parts(), naming).of(packing, twins));
    }

    /// The whole with its pods node after node, if they may come in that order.
    Packing nodeAfterNode(Packing whole) {
        return before.nodeAfterNode(pods, whole);
    }

    private Map<String, Part> parts() {
        var sizes = new LinkedHashMap<String, Integer>();
        minimum.opened().forEach(node -> sizes.merge(node.offer().name(), 1, Integer::sum));
        var parts = new LinkedHashMap<String, Part>();
        for (var group : groups) {
            int size = group.nodes().size();
            int most = size + group.room();
            parts.put(group.name(), new Part(size + sizes.getOrDefault(group.name(), 0), most));
        }
        return parts;
    }

    private static boolean isPriced(Candidate group) {
        return group.price() instanceof Price.Known;
    }

    private static Offer offer(Candidate group) {
        var hour =
                switch (group.price()) {
                    case Price.Known(var known, _) -> known;
                    case Price.Unknown _ -> size(group);
                };
        return new Offer(group.name(), group.template(), hour, group.room());
    }

    private static Money size(Candidate group) {
        return UnitPrices.BASE.machine(group.template().allocatable());
    }
}
