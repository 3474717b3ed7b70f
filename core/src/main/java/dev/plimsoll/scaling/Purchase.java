package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.Ground;
import dev.plimsoll.packing.Mix;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Packs pods on the nodes that are there and on new ones of some groups.
///
/// Groups whose price is not known come second: they get the pods that no other can take. Between
/// them size stands in for the price; it is told to nobody.
final class Purchase {

    private final Seen seen;

    Purchase(Seen seen) {
        this.seen = seen;
    }

    Packing of(List<Candidate> groups, List<Pods> pods) {
        var priced = new ArrayList<Offer>();
        var others = new ArrayList<Offer>();
        for (var group : groups) {
            if (group.room() > 0) {
                switch (group.price()) {
                    case Price.Known(var hour, _) -> priced.add(offer(group, hour));
                    case Price.Unknown _ -> others.add(offer(group, size(group)));
                }
            }
        }
        var nodes = seen.cluster().nodes();
        if (priced.isEmpty()) {
            return pack(nodes, others, pods);
        }
        var first = pack(nodes, priced, pods);
        return others.isEmpty()
                ? first
                : both(first, pack(after(nodes, first), others, first.left()));
    }

    private Packing pack(List<Node> nodes, List<Offer> offers, List<Pods> pods) {
        return pods.isEmpty()
                ? new Packing(List.of(), List.of(), List.of())
                : Mix.cheapest(Ground.of(nodes, seen.surroundings()), offers, pods);
    }

    private static Offer offer(Candidate group, Money hour) {
        return new Offer(group.name(), group.template(), hour, group.room());
    }

    private static Money size(Candidate group) {
        return UnitPrices.BASE.machine(group.template().allocatable());
    }

    private static Packing both(Packing first, Packing second) {
        var opened = new ArrayList<>(first.opened());
        opened.addAll(second.opened());
        var placed = new ArrayList<>(first.placed());
        placed.addAll(second.placed());
        return new Packing(opened, placed, second.left());
    }

    /// The nodes as a packing leaves them, new ones last.
    static List<Node> after(List<Node> nodes, Packing packing) {
        var byName = new LinkedHashMap<String, Node>();
        nodes.forEach(node -> byName.put(node.name(), node));
        packing.opened()
                .forEach(opened -> byName.put(opened.node(), opened.offer().node(opened.node())));
        var placed = new LinkedHashMap<String, Map<Shape, Pods>>();
        for (var one : packing.placed()) {
            placed.computeIfAbsent(one.node(), _ -> new TreeMap<>())
                    .merge(one.shape(), new Pods(one.shape(), one.count(), ""), Purchase::sum);
        }
        placed.forEach(
                (name, more) -> byName.computeIfPresent(name, (_, node) -> with(node, more)));
        return List.copyOf(byName.values());
    }

    private static Node with(Node node, Map<Shape, Pods> more) {
        var all = new TreeMap<Shape, Pods>(more);
        node.pods().forEach(pods -> all.merge(pods.shape(), pods, Purchase::sum));
        return node.with(List.copyOf(all.values()));
    }

    private static Pods sum(Pods one, Pods other) {
        var first = one.first().isEmpty() ? other.first() : one.first();
        return new Pods(one.shape(), one.count() + other.count(), first);
    }
}
