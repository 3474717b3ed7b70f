package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.quantity.Money;

/// A kind of node that can be had.
///
/// @param name of the group it comes from
/// @param node as it would come: with its labels, taints and what DaemonSets put on it; its name
///   stands for the names that new ones get
/// @param priceHour what one costs
/// @param most how many more can be had
public record Offer(String name, Node node, Money priceHour, int most) {

    /// The node as it comes, under a name of its own.
    public Node node(String ownName) {
        return node.withName(ownName).withLabels(node.labels().with(Node.HOSTNAME, ownName));
    }

    Offer at(Money hour) {
        return new Offer(name, node, hour, most);
    }

    Offer atMost(int number) {
        return new Offer(name, node, priceHour, number);
    }
}
