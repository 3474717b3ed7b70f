package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.quantity.Money;

/// A type of node that can be bought.
///
/// @param name unique among all offers
/// @param group the group that it belongs to
/// @param node a new node, with its labels, taints and the pods of DaemonSets; its name is the
///   prefix of the names of new nodes
/// @param priceHour the price of one node
/// @param most how many more can be bought
public record Offer(String name, String group, Node node, Money priceHour, int most) {

    /// The only offer of its group.
    public Offer(String name, Node node, Money priceHour, int most) {
        this(name, name, node, priceHour, most);
    }

    /// A new node with a name of its own.
    public Node node(String ownName) {
        return node.withName(ownName).withLabels(node.labels().with(Node.HOSTNAME, ownName));
    }

    Offer at(Money hour) {
        return new Offer(name, group, node, hour, most);
    }

    /// The same offer, of which at most this many can be bought.
    public Offer atMost(int number) {
        return new Offer(name, group, node, priceHour, number);
    }
}
