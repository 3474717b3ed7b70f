package dev.plimsoll.savings;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.scaling.PackedAnew;
import dev.plimsoll.scaling.PackedAnew.Task;
import dev.plimsoll.scaling.ScalingFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// The least that a row can cost: the nodes that stay, and the least that any others cost which
/// hold the pods that move. Existing nodes can be kept, at their price.
final class RowBounds {

    private final ScalingFacts facts;
    private final SpotPods spot;

    RowBounds(ScalingFacts facts, SpotPods spot) {
        this.facts = facts;
        this.spot = spot;
    }

    /// @param more groups beside those of the cluster
    /// @param like the group that each of them is like
    /// @param room placeholders that every such row has
    CostBound of(
            Division division,
            List<NodeGroup> more,
            SortedMap<String, String> like,
            List<Pods> room) {
        var pods = spot.marked(division);
        var emptied = division.emptied();
        var groups = new ArrayList<NodeGroup>();
        emptied.forEach(group -> groups.add(spot.marked(group)));
        more.forEach(group -> groups.add(spot.marked(group)));
        groups.addAll(NodeKinds.of(division.go(), pods, spot));
        var stay = division.stay().stream().map(each -> spot.marked(each.node())).toList();
        var task = new Task(stay, groups, like, pods, room);
        var staying = PricedNode.cost(division.stay());
        return switch (pods.isEmpty() && room.isEmpty()
                ? NOTHING
                : new PackedAnew(facts).bound(task)) {
            case CostBound.Least(var hour, var duals) ->
                    new CostBound.Least(staying.plus(max(hour, minimum(emptied))), duals);
            case CostBound.None none -> none;
        };
    }

    private static final CostBound NOTHING = new CostBound.Least(Money.NONE, List.of());

    /// The cost of the cheapest nodes that reach the minimum sizes of the groups.
    private static Money minimum(List<NodeGroup> groups) {
        var minimum = Money.NONE;
        for (var group : groups) {
            var cheapest =
                    group.offers().stream()
                            .map(NodeOffer::price)
                            .map(price ->
                                    price instanceof Price.Known(var hour, _) ? hour : Money.NONE)
                            .min(Money::compareTo)
                            .orElse(Money.NONE);
            minimum = minimum.plus(cheapest.times(group.belowMinimum()));
        }
        return minimum;
    }

    private static Money max(Money one, Money other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /// The larger one: both hold for the same row.
    static CostBound larger(CostBound one, CostBound other) {
        if (one instanceof CostBound.Least(var hour, _)
                && other instanceof CostBound.Least(var least, _)) {
            return hour.compareTo(least) < 0 ? other : one;
        }
        return one instanceof CostBound.Least ? one : other;
    }
}
