package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Who gets a place where limits leave none for all: pods of a higher priority first, then the
/// smaller ones, so that as many as possible have one.
///
/// It looks for the longest queue of such pods that find a place together; what is left of the room
/// then goes to the others. A few looks find its length to half a percent, and to the pod where
/// there are few.
final class Scarcity {

    private static final int LOOKS = 8;

    private final Ground ground;
    private final Supply supply;
    private final List<Pods> pods;

    Scarcity(Ground ground, Supply supply, List<Pods> pods) {
        this.ground = ground;
        this.supply = supply;
        this.pods = Waiting.merged(pods);
    }

    /// A packing that leaves less than the first one, or for the same pods costs less; else the
    /// first one.
    Packing orBetter(Packing first) {
        var hopeless = Mix.pack(ground, supply.unlimited(), first.left()).left();
        if (count(hopeless) == first.leaves()) {
            return first;
        }
        var queue = queue(less(pods, hopeless));
        var best = Packing.NOTHING;
        int least = 0;
        int most = count(queue) + 1;
        for (int look = 0; look < LOOKS && most - least > 1; look++) {
            int middle = least + (most - least) / 2;
            var packing = pack(ahead(queue, middle));
            if (packing.left().isEmpty()) {
                best = packing;
                least = middle;
            } else {
                most = middle;
            }
        }
        var rest = less(pods, ahead(queue, least));
        var both = best.and(Mix.pack(ground.after(best), supply.after(best), rest));
        return better(first, Replay.of(ground, pods, both));
    }

    /// At the least price; if that leaves some, by the least of the limits that offers share.
    private Packing pack(List<Pods> some) {
        var cheapest = Mix.pack(ground, supply, some);
        if (cheapest.left().isEmpty() || supply.quotas().isEmpty()) {
            return cheapest;
        }
        return supply.priced(Mix.pack(ground, supply.sparing(), some));
    }

    private static Packing better(Packing first, Packing second) {
        int byLeft = Packing.BY_LEFT.compare(second, first);
        boolean isBetter = byLeft < 0 || (byLeft == 0 && second.cost().compareTo(first.cost()) < 0);
        return isBetter ? second : first;
    }

    private List<Pods> queue(List<Pods> waiting) {
        var largest = largest();
        var sizes = new TreeMap<Shape, Double>();
        waiting.forEach(
                some -> sizes.put(some.shape(), Waiting.size(some.shape().requests(), largest)));
        return waiting.stream()
                .sorted(
                        Comparator.comparingInt((Pods some) -> -some.shape().priority())
                                .thenComparingDouble(some -> sizes.getOrDefault(some.shape(), 0.0))
                                .thenComparing(Pods::shape))
                .toList();
    }

    /// Of each resource the most that a node has, there or to come.
    private Resources largest() {
        var most = new TreeMap<String, Long>();
        Stream.concat(ground.nodes().stream(), supply.offers().stream().map(Offer::node))
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

    private static List<Pods> less(List<Pods> all, List<Pods> some) {
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
