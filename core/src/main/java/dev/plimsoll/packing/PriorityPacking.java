package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.UnplacedPods.Party;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The choice of the pods to place if limits do not allow all: pods of a higher priority first,
/// then smaller ones, so that as many as possible are placed.
///
/// It searches for the longest prefix of this order that can be placed together. A few trials find
/// its length to half a percent, and to the pod if there are few; then it continues after the shape
/// that ended the prefix. The remaining pods are placed on the rest of the nodes.
final class PriorityPacking {

    private static final int LOOKS = 8;

    /// The effort for extra trials: trials × (pods + nodes + offers).
    private static final int WORK = 4_096;

    private final PackingStart start;
    private final Supply supply;
    private final List<Pods> pods;

    PriorityPacking(PackingStart start, Supply supply, List<Pods> pods) {
        this.start = start;
        this.supply = supply;
        this.pods = UnplacedPods.merged(pods);
    }

    /// A packing that leaves less than the first one, or costs less for the same pods; else the
    /// first one.
    Packing orBetter(Packing first) {
        var hopeless = hopeless(first.left());
        if (count(hopeless) == first.leaves()) {
            return first;
        }
        var inTurn = inTurn(queue(less(pods, hopeless)));
        var second = PackingReplay.of(start, pods, withTheRest(inTurn));
        return isBetter(second, first) ? second : first;
    }

    /// The pods of which not one can be placed on existing and new nodes, neither together with one
    /// of each of the others nor alone.
    private List<Pods> hopeless(List<Pods> left) {
        var available = supply.available();
        var ones = left.stream().map(some -> new Pods(some.shape(), 1, some.first())).toList();
        var still = CheapestPacking.pack(start, available.unlimited(), ones).left();
        var draft = new PackingDraft(start);
        available.offers().forEach(draft::open);
        var shapes = new TreeSet<Shape>();
        for (var party : draft.unplaced(still).parties()) {
            if (!fitsAnywhere(party, draft.nodes())) {
                shapes.add(party.shape());
            }
        }
        return left.stream().filter(some -> shapes.contains(some.shape())).toList();
    }

    private static boolean fitsAnywhere(Party party, int nodes) {
        var shapeFit = party.shapeFit();
        int node = shapeFit.firstWithRoom(0);
        while (node < nodes && !shapeFit.fits(node)) {
            node = shapeFit.firstWithRoom(node + 1);
        }
        return node < nodes;
    }

    /// The longest prefix that can be placed together. If trials are left it continues after the
    /// shape that ended the prefix.
    private Packing inTurn(List<Pods> queue) {
        var served = List.<Pods>of();
        var unplaced = queue;
        var best = Packing.NOTHING;
        int looks = LOOKS + more();
        while (looks > 0 && !unplaced.isEmpty()) {
            int least = 0;
            int most = count(unplaced) + 1;
            for (; looks > 0 && most - least > 1; looks--) {
                int middle = least + (most - least) / 2;
                var packing = pack(both(served, ahead(unplaced, middle)));
                if (packing.left().isEmpty()) {
                    best = packing;
                    least = middle;
                } else {
                    most = middle;
                }
            }
            var more = ahead(unplaced, least);
            served = both(served, more);
            unplaced = withoutFirst(less(unplaced, more));
        }
        return best;
    }

    /// The number of extra trials; zero for many pods.
    int more() {
        return WORK / (count(pods) + start.nodes().size() + supply.offers().size());
    }

    /// Places the other pods on the rest of the nodes, those of a higher priority first.
    Packing withTheRest(Packing inTurn) {
        var byPriority = new TreeMap<Integer, List<Pods>>(Comparator.reverseOrder());
        for (var some : less(pods, placed(inTurn))) {
            byPriority.computeIfAbsent(some.shape().priority(), _ -> new ArrayList<>()).add(some);
        }
        var all = inTurn;
        for (var next : byPriority.values()) {
            all = all.and(CheapestPacking.pack(start.after(all), supply.after(all), next));
        }
        return leavingOthers(pods, all);
    }

    /// The same packing, with all other pending pods left.
    static Packing leavingOthers(List<Pods> waited, Packing packing) {
        return new Packing(packing.opened(), packing.placed(), less(waited, placed(packing)));
    }

    private static List<Pods> placed(Packing packing) {
        return packing.placed().stream()
                .map(some -> new Pods(some.shape(), some.count(), ""))
                .toList();
    }

    /// At the lowest price; if that leaves some pods, with the least use of the limits that offers
    /// share.
    private Packing pack(List<Pods> some) {
        var cheapest = CheapestPacking.pack(start, supply, some);
        if (cheapest.left().isEmpty() || supply.quotas().isEmpty()) {
            return cheapest;
        }
        return supply.priced(CheapestPacking.pack(start, supply.sparing(), some));
    }

    /// It leaves less, or costs less for the same pods.
    static boolean isBetter(Packing one, Packing other) {
        int byLeft = Packing.BY_LEFT.compare(one, other);
        return byLeft < 0 || (byLeft == 0 && one.cost().compareTo(other.cost()) < 0);
    }

    private List<Pods> queue(List<Pods> unplaced) {
        var largest = largest();
        var sizes = new TreeMap<Shape, Double>();
        unplaced.forEach(some ->
                sizes.put(some.shape(), UnplacedPods.size(some.shape().requests(), largest)));
        return unplaced.stream()
                .sorted(
                        Comparator.comparingInt((Pods some) -> -some.shape().priority())
                                .thenComparingDouble(some -> sizes.getOrDefault(some.shape(), 0.0))
                                .thenComparing(Pods::shape))
                .toList();
    }

    /// The largest amount of each resource that one existing or new node has.
    private Resources largest() {
        var most = new TreeMap<String, Long>();
        Stream.concat(start.nodes().stream(), supply.offers().stream().map(Offer::node))
                .map(Node::allocatable)
                .forEach(has ->
                        has.toMap().forEach((name, amount) -> most.merge(name, amount, Math::max)));
        return Resources.of(most);
    }

    /// The first pods, up to this number.
    private static List<Pods> ahead(List<Pods> queue, int number) {
        var ahead = new ArrayList<Pods>();
        int missing = number;
        for (var some : queue) {
            int count = Math.min(missing, some.count());
            if (count > 0) {
                ahead.add(new Pods(some.shape(), count, some.first()));
                missing -= count;
            }
        }
        return ahead;
    }

    private static List<Pods> both(List<Pods> some, List<Pods> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static List<Pods> withoutFirst(List<Pods> queue) {
        return queue.subList(Math.min(1, queue.size()), queue.size());
    }

    static List<Pods> less(List<Pods> all, List<Pods> some) {
        var out = new TreeMap<Shape, Integer>();
        some.forEach(each -> out.merge(each.shape(), each.count(), Integer::sum));
        var rest = new ArrayList<Pods>();
        for (var each : all) {
            int gone = Math.min(each.count(), out.getOrDefault(each.shape(), 0));
            out.merge(each.shape(), -gone, Integer::sum);
            if (gone < each.count()) {
                rest.add(new Pods(each.shape(), each.count() - gone, each.first()));
            }
        }
        return rest;
    }

    private static int count(List<Pods> pods) {
        return pods.stream().mapToInt(Pods::count).sum();
    }
}
