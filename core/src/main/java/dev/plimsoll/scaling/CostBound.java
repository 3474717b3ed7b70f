package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.packing.Exclusion;
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
import java.util.SortedMap;
import java.util.TreeMap;

/// The least that new nodes for the placed pods can cost, with proof, or why there is no bound.
public sealed interface CostBound {

    /// @param hour the least that new nodes for these pods cost an hour
    /// @param duals the cost of one more unit of each scarce resource
    record Least(Money hour, List<Dual> duals) implements CostBound {}

    record None(String why) implements CostBound {}

    /// @param minimum the nodes bought for minimum sizes
    static CostBound of(ScalingFacts facts, Packing minimum, Packing packing) {
        if (packing.opened().isEmpty()) {
            return new None("no node is bought");
        }
        if (packing.opened().stream().anyMatch(node -> !isPriced(facts, node))) {
            return new None("some of the new nodes have no price");
        }
        return switch (Bound.ofWholeNodes(market(facts, minimum, packing))) {
            case Bound.Proven(var hour, var duals, _) ->
                    new Least(hour.plus(minimum.cost()), duals);
            case Bound.Impossible _ ->
                    new None("the free room of existing nodes is too large to count");
        };
    }

    private static boolean isPriced(ScalingFacts facts, Packing.Opened node) {
        return facts.groups().stream()
                .filter(group -> group.name().equals(node.offer().group()))
                .allMatch(group -> group.offer(node.offer().name()).isPriced());
    }

    private static Market market(ScalingFacts facts, Packing minimum, Packing packing) {
        var there = minimum.after(facts.nodes());
        var types = new ArrayList<>(there);
        var offers = new ArrayList<Market.Offer>();
        there.forEach(node -> offers.add(offer(node, Money.NONE, 1)));
        for (var group : facts.growing()) {
            long most = group.isUnlimited() ? Market.UNLIMITED : group.room();
            for (var each : group.offers()) {
                if (each.price() instanceof Price.Known(var hour, _)) {
                    types.add(each.node());
                    offers.add(offer(each.node(), hour, most));
                }
            }
        }
        var placed = new TreeMap<Shape, Integer>();
        packing.placed().forEach(one -> placed.merge(one.shape(), one.count(), Integer::sum));
        var exclusion = new Exclusion(types, facts.cluster());
        return new Market(
                offers,
                needs(placed, types, exclusion),
                exclusion.aparts(List.copyOf(placed.keySet())));
    }

    private static List<Market.Need> needs(
            SortedMap<Shape, Integer> placed, List<Node> types, Exclusion exclusion) {
        var admitting = new LinkedHashMap<List<Object>, BitSet>();
        var needs = new ArrayList<Market.Need>();
        placed.forEach((shape, count) -> {
            var asked = List.of(shape.nodeSelector(), shape.affinity(), shape.tolerations());
            var takers =
                    (BitSet) admitting.computeIfAbsent(asked, _ -> admitting(types, shape)).clone();
            takers.andNot(exclusion.closed(shape));
            needs.add(new Market.Need(shape.requests(), count, takers));
        });
        return needs;
    }

    private static Market.Offer offer(Node node, Money hour, long most) {
        return new Market.Offer(node.name(), hour, node.allocatable().less(node.asked()), most);
    }

    /// The indices of the nodes that admit a pod, whether or not it has room.
    private static BitSet admitting(List<Node> nodes, Shape shape) {
        var admitting = new BitSet(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            admitting.set(i, Fit.admits(nodes.get(i), shape).fits());
        }
        return admitting;
    }
}
