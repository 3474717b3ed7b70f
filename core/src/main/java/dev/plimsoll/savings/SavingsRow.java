package dev.plimsoll.savings;

import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.CostBound;
import dev.plimsoll.slack.Placeholders;
import java.util.List;

/// A row of savings.
///
/// @param hour the cost of its nodes an hour, of those whose price is known
/// @param bound the least that nodes which the row permits cost an hour
/// @param nodes with their pods and placeholders
/// @param moves the pods and placeholders that are placed again, in an order that the rules allow
public record SavingsRow(
        Name name,
        Money hour,
        CostBound bound,
        Origin origin,
        List<PricedNode> nodes,
        List<Placed> moves) {

    /// What a row permits.
    public enum Name {
        AS_IT_IS,
        AFTER_THE_PLAN,
        /// New nodes of the same groups, within their limits.
        SAME_GROUPS,
        /// Also instance types that no group has.
        ANY_TYPE,
        /// Also spot nodes, for the pods that may run on them.
        WITH_SPOT
    }

    /// Where the nodes of a row come from. All but [#FOUND] take over the nodes of the row above.
    public enum Origin {
        FOUND,
        /// No packing that was found costs less.
        NOTHING_CHEAPER,
        /// Not all pods and placeholders fit within the limits.
        NOT_ALL_FIT,
        /// No instance types with prices are known for the groups.
        NO_TYPES,
        /// No pod may run on spot nodes.
        NO_SPOT_PODS,
        /// No spot prices are known for the groups.
        NO_SPOT_PRICES
    }

    public SavingsRow {
        nodes = List.copyOf(nodes);
        moves = List.copyOf(moves);
    }

    /// The same nodes in the next row.
    SavingsRow takenOver(Name next, Origin why) {
        return new SavingsRow(next, hour, bound, why, nodes, moves);
    }

    SavingsRow with(CostBound other) {
        return new SavingsRow(name, hour, other, origin, nodes, moves);
    }

    /// The number of its pods, without those that belong to a node.
    public int pods() {
        int pods = 0;
        for (var each : nodes) {
            for (var some : each.node().pods()) {
                boolean counts =
                        !some.shape().owner().staysWithNode() && !Placeholders.areOf(some.shape());
                pods += counts ? some.count() : 0;
            }
        }
        return pods;
    }
}
