package dev.plimsoll.sizing;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The utilisation of some nodes: requests and capacity by resource, exact at any size.
///
/// A resource without a limit does not count, nor does a resource without capacity that no pod
/// requests.
final class Utilisation {

    private static final List<String> ALWAYS_SHOWN = List.of(Resources.CPU, Resources.MEMORY);

    /// @param sum of the nodes with a limit
    /// @param unlimited the number of nodes without a limit
    private record Capacity(BigInteger sum, long unlimited) {

        private Capacity plus(long size, long times) {
            return size == Resources.UNLIMITED
                    ? new Capacity(sum, unlimited + times)
                    : new Capacity(
                            sum.add(BigInteger.valueOf(size).multiply(BigInteger.valueOf(times))),
                            unlimited);
        }
    }

    private final SortedMap<String, BigInteger> requested;
    private final SortedMap<String, Capacity> capacities;

    /// The sums of the resources that every node limits.
    private final SortedMap<String, BigInteger> limited;

    private Utilisation(
            SortedMap<String, BigInteger> requested, SortedMap<String, Capacity> capacities) {
        this.requested = requested;
        this.capacities = capacities;
        this.limited = new TreeMap<>();
        capacities.forEach((name, capacity) -> {
            if (capacity.unlimited() == 0) {
                limited.put(name, capacity.sum());
            }
        });
    }

    /// @param sizes the capacity of each node
    /// @param each the capacity of a new node; its resources count even if no node has them
    static Utilisation of(
            SortedMap<String, BigInteger> requested, List<Resources> sizes, Resources each) {
        var names = new TreeSet<String>(ALWAYS_SHOWN);
        names.addAll(each.names());
        sizes.forEach(size -> names.addAll(size.names()));
        names.removeIf(name -> !Share.drives(name));
        var capacities = new TreeMap<String, Capacity>();
        for (var name : names) {
            var capacity = new Capacity(ZERO, 0);
            for (var size : sizes) {
                capacity = capacity.plus(size.offered(name), 1);
            }
            capacities.put(name, capacity);
        }
        return new Utilisation(requested, capacities);
    }

    /// The same requests with one node less.
    Utilisation less(Resources size) {
        return plus(size, -1);
    }

    /// The same requests without some nodes.
    Utilisation less(List<Node> nodes, SizingFacts facts) {
        var less = this;
        for (var node : nodes) {
            less = less.less(facts.size(node));
        }
        return less;
    }

    /// The same requests with more nodes.
    Utilisation plus(Resources size, long times) {
        var more = new TreeMap<String, Capacity>();
        capacities.forEach(
                (name, capacity) -> more.put(name, capacity.plus(size.offered(name), times)));
        return new Utilisation(requested, more);
    }

    /// The same requests with `more` nodes beside `nodes`, each of them an average one.
    Utilisation plusAverage(int nodes, int more) {
        var demand = new TreeMap<String, BigInteger>();
        requested.forEach((name, amount) -> demand.put(name, times(amount, nodes)));
        var grown = new TreeMap<String, Capacity>();
        capacities.forEach((name, capacity) ->
                grown.put(
                        name,
                        new Capacity(times(capacity.sum(), nodes + more), capacity.unlimited())));
        return new Utilisation(demand, grown);
    }

    /// The same nodes with at least these requests.
    Utilisation atLeast(Resources least) {
        var demand = new TreeMap<>(requested);
        for (var name : least.names()) {
            demand.merge(name, BigInteger.valueOf(least.asked(name)), BigInteger::max);
        }
        return new Utilisation(demand, capacities);
    }

    private static BigInteger times(BigInteger amount, int factor) {
        return amount.multiply(BigInteger.valueOf(factor));
    }

    boolean isAbove(Percent threshold) {
        return limited.keySet().stream().anyMatch(name -> isAbove(name, threshold));
    }

    boolean isAbove(String name, Percent threshold) {
        return threshold.compare(requested(name), capacity(name)) > 0;
    }

    /// Whether every resource that counts is below the threshold.
    boolean isBelow(Percent threshold) {
        var counted = counted();
        return !counted.isEmpty()
                && counted.stream()
                        .allMatch(name -> threshold.compare(requested(name), capacity(name)) < 0);
    }

    BigInteger requested(String name) {
        return requested.getOrDefault(name, ZERO);
    }

    BigInteger capacity(String name) {
        return limited.getOrDefault(name, ZERO);
    }

    /// All requests, as far as amounts go.
    Resources demand() {
        var demand = new TreeMap<String, Long>();
        var most = BigInteger.valueOf(Long.MAX_VALUE);
        requested.forEach((name, amount) -> demand.put(name, amount.min(most).longValueExact()));
        return Resources.of(demand);
    }

    List<String> requestedNames() {
        return List.copyOf(requested.keySet());
    }

    List<String> names() {
        return List.copyOf(limited.keySet());
    }

    boolean hasNone(String name) {
        return limited.containsKey(name) && capacity(name).signum() == 0;
    }

    /// The resource with the highest utilisation; the first by name among equals.
    String fullest() {
        return counted().stream()
                .reduce((most, name) -> isFuller(name, most) ? name : most)
                .orElse(Resources.CPU);
    }

    private boolean isFuller(String name, String than) {
        var here = requested(name).multiply(capacity(than));
        var there = requested(than).multiply(capacity(name));
        return here.compareTo(there) > 0;
    }

    /// The utilisation of cpu, memory and `resource` in percent, as facts such as `cpuPercent`. A
    /// resource without capacity has none; one without a limit is at 0%.
    List<Fact> percents(String resource, String suffix) {
        var names = new TreeSet<>(ALWAYS_SHOWN);
        names.add(resource);
        var facts = new ArrayList<Fact>();
        for (var name : names) {
            if (capacity(name).signum() > 0) {
                facts.add(Fact.percent(name + "Percent" + suffix, requested(name), capacity(name)));
            } else if (name.equals(resource) && !limited.containsKey(name)) {
                facts.add(Fact.percent(name + "Percent" + suffix, ZERO, ONE));
            }
        }
        return facts;
    }

    private List<String> counted() {
        return limited.keySet().stream()
                .filter(name -> capacity(name).signum() > 0 || requested(name).signum() > 0)
                .toList();
    }
}
