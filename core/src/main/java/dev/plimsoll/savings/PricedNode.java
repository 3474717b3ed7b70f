package dev.plimsoll.savings;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Proposal.Grown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// A node of a row, with its pods and placeholders.
///
/// @param group its group; for an instance type that no group has, the group that it is like
public record PricedNode(Node node, String group, VariantKey key, Price price) {

    /// The existing nodes.
    static List<PricedNode> before(Proposal proposal) {
        return of(proposal, proposal.facts().nodes(), grown -> grown.group().members());
    }

    /// The nodes after the plan, with placeholders.
    static List<PricedNode> after(Proposal proposal) {
        return of(proposal, proposal.nodesWithRoom(), Grown::members);
    }

    private static List<PricedNode> of(
            Proposal proposal, List<Node> nodes, Function<Grown, List<Member>> members) {
        var byName = new LinkedHashMap<String, Node>();
        nodes.forEach(node -> byName.put(node.name(), node));
        var priced = new ArrayList<PricedNode>();
        for (var grown : proposal.groups()) {
            for (var member : members.apply(grown)) {
                var node = Objects.requireNonNull(byName.get(member.node()));
                priced.add(
                        new PricedNode(node, grown.group().name(), member.key(), member.price()));
            }
        }
        return priced;
    }

    /// The price of all whose price is known.
    static Money cost(List<PricedNode> nodes) {
        var cost = Money.NONE;
        for (var each : nodes) {
            if (each.price() instanceof Price.Known(var hour, _)) {
                cost = cost.plus(hour);
            }
        }
        return cost;
    }
}
