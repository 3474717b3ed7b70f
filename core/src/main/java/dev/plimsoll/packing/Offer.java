package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.quantity.Money;

/// A type of node that can be bought.
///
/// @param name of the group that it belongs to
/// @param node a new node, with its labels, taints and the pods of DaemonSets; its name is the
///   prefix of the names of new nodes
/// @param priceHour the price of one node
/// @param most how many more can be bought
public record Offer(String name, Node node, Money priceHour, int most) {

    /// A new node with a name of its own.
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
