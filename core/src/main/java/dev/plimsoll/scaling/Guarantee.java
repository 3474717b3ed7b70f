package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.Exclusion;
import dev.plimsoll.packing.Fit;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.bound.Bound;
import dev.plimsoll.packing.bound.Dual;
import dev.plimsoll.packing.bound.Market;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/// How little the pods that got a place could cost, proven, or why that is not told.
public sealed interface Guarantee {

    /// @param hour what new nodes for these pods cost at least
    /// @param duals what one more unit of what is scarce adds
    record Least(Money hour, List<Dual> duals) implements Guarantee {}

    record None(String why) implements Guarantee {}

    static Guarantee of(Seen seen, Packing packing) {
        var growing = seen.candidates().stream().filter(group -> group.room() > 0).toList();
        if (packing.opened().isEmpty()) {
            return new None("nothing is bought");
        }
        if (growing.stream().anyMatch(group -> group.price() instanceof Price.Unknown)) {
            return new None("some groups that could grow have no known price");
        }
        return switch (Bound.of(market(seen, growing, packing))) {
            case Bound.Proven(var hour, var duals, _) -> new Least(hour, duals);
            case Bound.Impossible _ -> new None("the room that is there cannot be counted");
        };
    }

    private static Market market(Seen seen, List<Candidate> growing, Packing packing) {
        var types = new ArrayList<Node>();
        var offers = new ArrayList<Market.Offer>();
        for (var node : seen.cluster().nodes()) {
            types.add(node);
            offers.add(offer(node, Money.NONE, 1));
        }
        for (var group : growing) {
            if (group.price() instanceof Price.Known(var hour, _)) {
                types.add(group.template());
                boolean hasLimit = !group.isUnlimited();
                offers.add(
                        offer(group.template(), hour, hasLimit ? group.room() : Market.UNLIMITED));
            }
        }
        var placed = new TreeMap<Shape, Integer>();
        packing.placed().forEach(one -> placed.merge(one.shape(), one.count(), Integer::sum));
        var exclusion = new Exclusion(types, seen.surroundings());
        var needs = new ArrayList<Market.Need>();
        placed.forEach((shape, count) -> {
            var takers = takers(shape, types);
            takers.andNot(exclusion.closed(shape));
            needs.add(new Market.Need(shape.requests(), count, takers));
        });
        return new Market(offers, needs, exclusion.aparts(List.copyOf(placed.keySet())));
    }

    private static Market.Offer offer(Node node, Money hour, long most) {
        return new Market.Offer(node.name(), hour, node.allocatable().less(node.asked()), most);
    }

    private static BitSet takers(Shape shape, List<Node> types) {
        var takers = new BitSet(types.size());
        for (int i = 0; i < types.size(); i++) {
            takers.set(i, Fit.onEmpty(types.get(i), shape).fits());
        }
        return takers;
    }
}
