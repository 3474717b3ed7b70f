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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The least that new nodes for the placed pods can cost, with proof, or why there is no bound.
/// Pods on new nodes without a price are left out.
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
        var unpriced =
                packing.opened().stream()
                        .filter(node -> !isPriced(facts, node))
                        .map(Packing.Opened::node)
                        .collect(Collectors.toCollection(LinkedHashSet::new));
        if (unpriced.size() == packing.opened().size()) {
            return new None("the price of the new nodes is unknown");
        }
        var placed = new TreeMap<Shape, Integer>();
        packing.placed().stream()
                .filter(one -> !unpriced.contains(one.node()))
                .forEach(one -> placed.merge(one.shape(), one.count(), Integer::sum));
        return switch (of(facts, minimum, placed)) {
            case Least(var hour, var duals) -> new Least(hour.plus(cost(minimum, unpriced)), duals);
            case None none -> none;
        };
    }

    /// The least that new nodes for some pods cost beside the existing nodes.
    ///
    /// @param minimum nodes that are bought in any case; their cost does not count
    static CostBound of(ScalingFacts facts, Packing minimum, SortedMap<Shape, Integer> placed) {
        return switch (Bound.ofWholeNodes(market(facts, minimum, placed))) {
            case Bound.Proven(var hour, var duals, _) -> new Least(hour, duals);
            case Bound.Impossible _ ->
                    new None("the free room of existing nodes is too large to count");
        };
    }

    private static Money cost(Packing minimum, Set<String> unpriced) {
        var cost = Money.NONE;
        for (var node : minimum.opened()) {
            if (!unpriced.contains(node.node())) {
                cost = cost.plus(node.offer().priceHour());
            }
        }
        return cost;
    }

    private static boolean isPriced(ScalingFacts facts, Packing.Opened node) {
        return facts.groups().stream()
                .filter(group -> group.name().equals(node.offer().group()))
                .allMatch(group -> group.offer(node.offer().name()).isPriced());
    }

    private static Market market(
            ScalingFacts facts, Packing minimum, SortedMap<Shape, Integer> placed) {
        var there = minimum.after(facts.nodesWithRoom());
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
