package dev.plimsoll.savings;

import dev.plimsoll.quantity.Resources;
import java.math.BigInteger;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/// How much of a machine pods cannot have, as the nodes of a group show it: the larger of the same
/// amount and of the same share. Pod slots are as many for each core as on these nodes, but no more
/// in all.
///
/// This is on the safe side: clouds reserve a smaller share of larger machines.
///
/// @param examples machines, and the allocatable resources of their nodes
record Reserves(List<Example> examples) {

    static final Reserves UNKNOWN = new Reserves(List.of());

    record Example(Resources capacity, Resources allocatable) {}

    Reserves {
        examples = List.copyOf(examples);
    }

    /// @param nodes of one group
    static Reserves of(List<PricedNode> nodes, List<InstanceType> types) {
        var capacities = new TreeMap<String, Resources>();
        types.forEach(type -> capacities.put(type.name(), type.capacity()));
        return new Reserves(
                nodes.stream()
                        .filter(each -> capacities.containsKey(each.key().instanceType()))
                        .map(each ->
                                new Example(
                                        capacities.getOrDefault(
                                                each.key().instanceType(), Resources.NONE),
                                        each.node().allocatable()))
                        .distinct()
                        .toList());
    }

    Reserves and(Reserves others) {
        return new Reserves(
                Stream.concat(examples.stream(), others.examples.stream()).distinct().toList());
    }

    /// The allocatable resources of a node on a machine.
    ///
    /// @param like of a node of the group: for what is no property of the machine
    Resources allocatable(Resources machine, Resources like) {
        var allocatable = new TreeMap<String, Long>();
        for (var name : List.of(Resources.CPU, Resources.MEMORY)) {
            long capacity = machine.asked(name);
            long reserved = 0;
            for (var example : examples) {
                reserved = Math.max(reserved, reserved(example, name, capacity));
            }
            allocatable.put(name, Math.max(0, capacity - reserved));
        }
        if (like.has(Resources.STORAGE)) {
            allocatable.put(Resources.STORAGE, like.asked(Resources.STORAGE));
        }
        if (like.has(Resources.PODS)) {
            allocatable.put(Resources.PODS, slots(machine, like.asked(Resources.PODS)));
        }
        return Resources.of(allocatable);
    }

    private static long reserved(Example example, String name, long capacity) {
        long of = example.capacity().asked(name);
        long amount = Math.max(0, of - Math.min(of, example.allocatable().offered(name)));
        return of == 0 ? amount : Math.max(amount, product(amount, capacity, of, of - 1));
    }

    private long slots(Resources machine, long most) {
        long slots = most;
        for (var example : examples) {
            long cores = example.capacity().asked(Resources.CPU);
            long own = example.allocatable().offered(Resources.PODS);
            if (cores > 0 && own < Resources.UNLIMITED) {
                slots = Math.min(slots, product(own, machine.asked(Resources.CPU), cores, 0));
            }
        }
        return slots;
    }

    /// a × b ÷ c, rounded up if `more` is c − 1, down if it is 0.
    private static long product(long a, long b, long c, long more) {
        return BigInteger.valueOf(a)
                .multiply(BigInteger.valueOf(b))
                .add(BigInteger.valueOf(more))
                .divide(BigInteger.valueOf(c))
                .longValueExact();
    }
}
