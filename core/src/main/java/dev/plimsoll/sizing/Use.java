package dev.plimsoll.sizing;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

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

/// What is asked for beside what is offered, resource by resource, exact at any size.
///
/// A resource that is offered without limit, or that nobody offers and nobody asks for, does not
/// count.
final class Use {

    private static final List<String> ALWAYS_TOLD = List.of(Resources.CPU, Resources.MEMORY);

    /// @param sum of the nodes that have a limit
    /// @param unlimited how many nodes have none
    private record Capacity(BigInteger sum, long unlimited) {

        private Capacity plus(long size, long times) {
            return size == Resources.UNLIMITED
                    ? new Capacity(sum, unlimited + times)
                    : new Capacity(
                            sum.add(BigInteger.valueOf(size).multiply(BigInteger.valueOf(times))),
                            unlimited);
        }
    }

    private final SortedMap<String, BigInteger> asked;
    private final SortedMap<String, Capacity> capacities;

    /// Without those that have no limit.
    private final SortedMap<String, BigInteger> offered;

    private Use(SortedMap<String, BigInteger> asked, SortedMap<String, Capacity> capacities) {
        this.asked = asked;
        this.capacities = capacities;
        this.offered = new TreeMap<>();
        capacities.forEach((name, capacity) -> {
            if (capacity.unlimited() == 0) {
                offered.put(name, capacity.sum());
            }
        });
    }

    /// @param sizes what each node offers; a resource that none of them names is taken from `each`
    static Use of(SortedMap<String, BigInteger> asked, List<Resources> sizes, Resources each) {
        var names = new TreeSet<String>(ALWAYS_TOLD);
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
        return new Use(asked, capacities);
    }

    /// The same demand once a node is gone.
    Use less(Resources size) {
        return plus(size, -1);
    }

    /// The same demand beside more capacity.
    Use plus(Resources size, long times) {
        var more = new TreeMap<String, Capacity>();
        capacities.forEach(
                (name, capacity) -> more.put(name, capacity.plus(size.offered(name), times)));
        return new Use(asked, more);
    }

    /// The same demand beside the capacity that `more` joining `nodes` would make if each were an
    /// average one of them.
    Use plusAverage(int nodes, int more) {
        var demand = new TreeMap<String, BigInteger>();
        asked.forEach((name, amount) -> demand.put(name, times(amount, nodes)));
        var grown = new TreeMap<String, Capacity>();
        capacities.forEach((name, capacity) ->
                grown.put(
                        name,
                        new Capacity(times(capacity.sum(), nodes + more), capacity.unlimited())));
        return new Use(demand, grown);
    }

    private static BigInteger times(BigInteger amount, int factor) {
        return amount.multiply(BigInteger.valueOf(factor));
    }

    boolean isAbove(Percent line) {
        return offered.keySet().stream().anyMatch(name -> isAbove(name, line));
    }

    boolean isAbove(String name, Percent line) {
        return line.compare(asked(name), offered(name)) > 0;
    }

    /// Every resource that counts is below the line.
    boolean isBelow(Percent line) {
        var counted = counted();
        return !counted.isEmpty()
                && counted.stream().allMatch(name -> line.compare(asked(name), offered(name)) < 0);
    }

    BigInteger asked(String name) {
        return asked.getOrDefault(name, ZERO);
    }

    BigInteger offered(String name) {
        return offered.getOrDefault(name, ZERO);
    }

    List<String> askedNames() {
        return List.copyOf(asked.keySet());
    }

    List<String> names() {
        return List.copyOf(offered.keySet());
    }

    boolean offersNone(String name) {
        return offered.containsKey(name) && offered(name).signum() == 0;
    }

    /// The resource with the highest use; the first by name among equals.
    String fullest() {
        return counted().stream()
                .reduce((most, name) -> isFuller(name, most) ? name : most)
                .orElse(Resources.CPU);
    }

    private boolean isFuller(String name, String than) {
        var here = asked(name).multiply(offered(than));
        var there = asked(than).multiply(offered(name));
        return here.compareTo(there) > 0;
    }

    /// The percent of cpu, memory and of `resource`, where it can be told: `cpuPercent`. Of what
    /// has no limit, nothing is used.
    List<Fact> percents(String resource, String suffix) {
        var names = new TreeSet<>(ALWAYS_TOLD);
        names.add(resource);
        var facts = new ArrayList<Fact>();
        for (var name : names) {
            if (offered(name).signum() > 0) {
                facts.add(Fact.percent(name + "Percent" + suffix, asked(name), offered(name)));
            } else if (name.equals(resource) && !offered.containsKey(name)) {
                facts.add(Fact.percent(name + "Percent" + suffix, ZERO, ONE));
            }
        }
        return facts;
    }

    private List<String> counted() {
        return offered.keySet().stream()
                .filter(name -> offered(name).signum() > 0 || asked(name).signum() > 0)
                .toList();
    }
}
