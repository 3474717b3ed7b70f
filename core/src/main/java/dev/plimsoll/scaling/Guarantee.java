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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

/// How little the pods that got a place could cost, proven, or why that is not told.
public sealed interface Guarantee {

    /// @param hour what new nodes for these pods cost at least
    /// @param duals what one more unit of what is scarce adds
    record Least(Money hour, List<Dual> duals) implements Guarantee {}

    record None(String why) implements Guarantee {}

    /// @param minimum what is bought whatever waits
    static Guarantee of(Seen seen, Packing minimum, Packing packing) {
        var growing = seen.candidates().stream().filter(group -> group.room() > 0).toList();
        if (packing.opened().isEmpty()) {
            return new None("nothing is bought");
        }
        if (growing.stream().anyMatch(group -> group.price() instanceof Price.Unknown)) {
            return new None("some groups that could grow have no known price");
        }
        return switch (Bound.of(market(seen, minimum, packing))) {
            case Bound.Proven(var hour, var duals, _) ->
                    new Least(hour.plus(minimum.cost()), duals);
            case Bound.Impossible _ -> new None("the room that is there cannot be counted");
        };
    }

    private static Market market(Seen seen, Packing minimum, Packing packing) {
        var types = new ArrayList<Node>();
        var offers = new ArrayList<Market.Offer>();
        for (var node : minimum.after(seen.cluster().nodes())) {
            types.add(node);
            offers.add(offer(node, Money.NONE, 1));
        }
        for (var group : seen.candidates()) {
            if (group.room() > 0 && group.price() instanceof Price.Known(var hour, _)) {
                types.add(group.template());
                boolean hasLimit = !group.isUnlimited();
                offers.add(
                        offer(group.template(), hour, hasLimit ? group.room() : Market.UNLIMITED));
            }
        }
        var placed = new TreeMap<Shape, Integer>();
        packing.placed().forEach(one -> placed.merge(one.shape(), one.count(), Integer::sum));
        var exclusion = new Exclusion(types, seen.surroundings());
        var doors = new LinkedHashMap<List<Object>, BitSet>();
        var needs = new ArrayList<Market.Need>();
        placed.forEach((shape, count) -> {
            var choice = List.of(shape.nodeSelector(), shape.affinity(), shape.tolerations());
            var open = doors.computeIfAbsent(choice, _ -> admitting(types, shape));
            var takers = (BitSet) open.clone();
            takers.andNot(exclusion.closed(shape));
            needs.add(new Market.Need(shape.requests(), count, takers));
        });
        return new Market(offers, needs, exclusion.aparts(List.copyOf(placed.keySet())));
    }

    private static Market.Offer offer(Node node, Money hour, long most) {
        return new Market.Offer(node.name(), hour, node.allocatable().less(node.asked()), most);
    }

    /// The numbers of the nodes that admit a pod, whether it has room or not.
    private static BitSet admitting(List<Node> nodes, Shape shape) {
        var admitting = new BitSet(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            admitting.set(i, Fit.admits(nodes.get(i), shape).fits());
        }
        return admitting;
    }
}
