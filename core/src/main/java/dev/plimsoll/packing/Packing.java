package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The result of packing: the nodes for pending pods, and the new nodes that this takes.
///
/// @param opened the new nodes, in the order of opening
/// @param placed which pods were placed where, in placing order
/// @param left the pods that stay unplaced
public record Packing(List<Opened> opened, List<Placed> placed, List<Pods> left) {

    public static final Packing NOTHING = new Packing(List.of(), List.of(), List.of());

    /// The order of packings by the pods that they leave: fewer pods of the highest priority in
    /// which they differ come first.
    public static final Comparator<Packing> BY_LEFT = Packing::compareLeft;

    /// @param node its name
    public record Opened(String node, Offer offer) {}

    /// A number of pods of a shape, placed on an existing or a new node.
    public record Placed(Shape shape, int count, String node) {}

    public Packing {
        opened = List.copyOf(opened);
        placed = List.copyOf(placed);
        left = List.copyOf(left);
    }

    /// The hourly cost of the new nodes.
    public Money cost() {
        long nanos = 0;
        for (var node : opened) {
            nanos = Math.addExact(nanos, node.offer().priceHour().nanos());
        }
        return new Money(nanos);
    }

    /// The number of unplaced pods.
    public int leaves() {
        return left.stream().mapToInt(Pods::count).sum();
    }

    /// The number of new nodes by the name of their offer; offers without any are left out.
    public SortedMap<String, Integer> nodesByOffer() {
        var nodes = new TreeMap<String, Integer>();
        opened.forEach(node -> nodes.merge(node.offer().name(), 1, Integer::sum));
        return nodes;
    }

    /// The number of new nodes by group; groups without any are left out.
    public SortedMap<String, Integer> nodesByGroup() {
        var nodes = new TreeMap<String, Integer>();
        opened.forEach(node -> nodes.merge(node.offer().group(), 1, Integer::sum));
        return nodes;
    }

    /// This packing, continued by a packing of the pods that it left.
    public Packing and(Packing next) {
        var allOpened = new ArrayList<>(opened);
        allOpened.addAll(next.opened);
        var allPlaced = new ArrayList<>(placed);
        allPlaced.addAll(next.placed);
        return new Packing(allOpened, allPlaced, next.left);
    }

    /// The same placements, with all other pending pods left.
    public Packing leaving(List<Pods> pending) {
        return PriorityPacking.leavingOthers(pending, this);
    }

    /// The nodes after the packing, new ones last.
    public List<Node> after(List<Node> nodes) {
        var byName = new LinkedHashMap<String, Node>();
        nodes.forEach(node -> byName.put(node.name(), node));
        opened.forEach(node -> byName.put(node.node(), node.offer().node(node.node())));
        var more = new LinkedHashMap<String, Map<Shape, Pods>>();
        for (var one : placed) {
            more.computeIfAbsent(one.node(), _ -> new TreeMap<>())
                    .merge(one.shape(), new Pods(one.shape(), one.count(), ""), Packing::sum);
        }
        more.forEach((name, pods) -> byName.computeIfPresent(name, (_, node) -> with(node, pods)));
        return List.copyOf(byName.values());
    }

    private static Node with(Node node, Map<Shape, Pods> more) {
        var all = new TreeMap<Shape, Pods>(more);
        node.pods().forEach(pods -> all.merge(pods.shape(), pods, Packing::sum));
        return node.with(List.copyOf(all.values()));
    }

    private static Pods sum(Pods one, Pods other) {
        var first = one.first().isEmpty() ? other.first() : one.first();
        return new Pods(one.shape(), one.count() + other.count(), first);
    }

    private int compareLeft(Packing other) {
        var more = new TreeMap<Integer, Integer>(Comparator.reverseOrder());
        left.forEach(pods -> more.merge(pods.shape().priority(), pods.count(), Integer::sum));
        other.left.forEach(
                pods -> more.merge(pods.shape().priority(), -pods.count(), Integer::sum));
        return more.values().stream().filter(count -> count != 0).findFirst().orElse(0);
    }
}
