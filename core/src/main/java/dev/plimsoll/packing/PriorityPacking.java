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

/// Who gets a place where limits leave none for all: pods of a higher priority first, then the
/// smaller ones, so that as many as possible have one.
///
/// It looks for the longest queue of such pods that find a place together. A few looks find its
/// length to half a percent, and to the pod where there are few; then it goes on behind the shape
/// that stopped the queue. What is left of the room goes to the others.
final class PriorityPacking {

    private static final int LOOKS = 8;

    /// What is looked at again where there is little: pods, nodes and offers.
    private static final int WORK = 4_096;

    private final PackingStart start;
    private final Supply supply;
    private final List<Pods> pods;

    PriorityPacking(PackingStart start, Supply supply, List<Pods> pods) {
        this.start = start;
        this.supply = supply;
        this.pods = UnplacedPods.merged(pods);
    }

    /// A packing that leaves less than the first one, or for the same pods costs less; else the
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

    /// Those of which not one finds a place on room that is there and nodes that can be had, with
    /// one of each of the others or alone.
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

    /// The longest queue that finds a place together. Where looks are left it goes on behind the
    /// shape that stopped it.
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

    /// How often they can be packed beside what must be; not once where there are many.
    int more() {
        return WORK / (count(pods) + start.nodes().size() + supply.offers().size());
    }

    /// What is left of the room goes to the others, those of a higher priority first.
    Packing withTheRest(Packing inTurn) {
        var byPriority = new TreeMap<Integer, List<Pods>>(Comparator.reverseOrder());
        for (var some : less(pods, placed(inTurn))) {
            byPriority.computeIfAbsent(some.shape().priority(), _ -> new ArrayList<>()).add(some);
        }
        var all = inTurn;
        for (var alike : byPriority.values()) {
            all = all.and(CheapestPacking.pack(start.after(all), supply.after(all), alike));
        }
        return leavingOthers(pods, all);
    }

    /// The same, where all others that waited are left.
    static Packing leavingOthers(List<Pods> waited, Packing packing) {
        return new Packing(packing.opened(), packing.placed(), less(waited, placed(packing)));
    }

    private static List<Pods> placed(Packing packing) {
        return packing.placed().stream()
                .map(some -> new Pods(some.shape(), some.count(), ""))
                .toList();
    }

    /// At the least price; if that leaves some, by the least of the limits that offers share.
    private Packing pack(List<Pods> some) {
        var cheapest = CheapestPacking.pack(start, supply, some);
        if (cheapest.left().isEmpty() || supply.quotas().isEmpty()) {
            return cheapest;
        }
        return supply.priced(CheapestPacking.pack(start, supply.sparing(), some));
    }

    /// It leaves less, or for the same pods costs less.
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

    /// Of each resource the most that a node has, there or to come.
    private Resources largest() {
        var most = new TreeMap<String, Long>();
        Stream.concat(start.nodes().stream(), supply.offers().stream().map(Offer::node))
                .map(Node::allocatable)
                .forEach(has ->
                        has.toMap().forEach((name, amount) -> most.merge(name, amount, Math::max)));
        return Resources.of(most);
    }

    /// So many of the first.
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
