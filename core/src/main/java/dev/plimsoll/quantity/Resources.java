package dev.plimsoll.quantity;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/// Amounts by resource name: the requests of pods, or the capacity of nodes.
///
/// The amount of `cpu` is in thousandths of a core; all others are in ones (bytes, devices, pod
/// slots). All arithmetic is exact; an overflow throws.
///
/// An absent name is zero in requests. In a capacity it is *unlimited* for the resources that every
/// node has (cpu, memory, ephemeral storage, pod slots), and zero for all others.
public final class Resources {

    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String STORAGE = "ephemeral-storage";
    public static final String PODS = "pods";

    /// The capacity of a resource whose limit is unknown.
    public static final long UNLIMITED = Long.MAX_VALUE;

    public static final Resources NONE = new Resources(new String[0], new long[0]);

    private final String[] names;
    private final long[] amounts;

    /// @param names sorted
    private Resources(String[] names, long[] amounts) {
        this.names = names;
        this.amounts = amounts;
    }

    public static Resources of(Cpu cpu, Bytes memory) {
        return new Resources(new String[] {CPU, MEMORY}, new long[] {cpu.millis(), memory.count()});
    }

    public static Resources of(SortedMap<String, Long> amounts) {
        return new Resources(
                amounts.keySet().toArray(String[]::new),
                amounts.values().stream().mapToLong(Long::longValue).toArray());
    }

    /// These amounts, with another amount of one resource.
    public Resources with(String name, long amount) {
        int at = Arrays.binarySearch(names, name);
        if (at >= 0) {
            var changed = amounts.clone();
            changed[at] = amount;
            return new Resources(names, changed);
        }
        var more = Arrays.copyOf(names, names.length + 1);
        var changed = Arrays.copyOf(amounts, amounts.length + 1);
        int place = -1 - at;
        for (int i = names.length; i > place; i--) {
            more[i] = names[i - 1];
            changed[i] = amounts[i - 1];
        }
        more[place] = name;
        changed[place] = amount;
        return new Resources(more, changed);
    }

    /// These amounts, without those of one resource.
    public Resources without(String name) {
        var rest = toMap();
        return rest.remove(name) == null ? this : of(rest);
    }

    public Cpu cpu() {
        return new Cpu(asked(CPU));
    }

    public Bytes memory() {
        return new Bytes(asked(MEMORY));
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    /// The names of the resources, in order.
    public List<String> names() {
        return List.of(names);
    }

    /// The number of resources.
    public int size() {
        return names.length;
    }

    /// The name of a resource, by its place in the order.
    public String name(int place) {
        return names[place];
    }

    public boolean has(String name) {
        return place(name) >= 0;
    }

    /// The amount, read as a request: zero if absent.
    public long asked(String name) {
        int at = place(name);
        return at < 0 ? 0 : amounts[at];
    }

    /// The place of a name; `-1` if it is absent. Names are few, so most differ in their length.
    private int place(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /// The amount, read as a capacity: unlimited, or zero, if absent.
    public long offered(String name) {
        int at = place(name);
        if (at >= 0) {
            return amounts[at];
        }
        return everyNodeHas(name) ? UNLIMITED : 0;
    }

    public Resources plus(Resources other) {
        return merge(other, Math::addExact);
    }

    /// The larger amount of each resource.
    public Resources max(Resources other) {
        return merge(other, Math::max);
    }

    public Resources times(long factor) {
        var product = new long[amounts.length];
        for (int i = 0; i < product.length; i++) {
            product[i] = Math.multiplyExact(amounts[i], factor);
        }
        return new Resources(names, product);
    }

    /// The rest of these amounts, read as a capacity, without `taken`: never negative. Unlimited
    /// resources stay unlimited.
    public Resources less(Resources taken) {
        var left = new long[names.length];
        for (int i = 0; i < names.length; i++) {
            left[i] = Math.max(0, Math.subtractExact(amounts[i], taken.asked(names[i])));
        }
        return new Resources(names, left);
    }

    /// These requests fit in that capacity.
    public boolean fitsIn(Resources capacity) {
        for (int i = 0; i < names.length; i++) {
            if (amounts[i] > 0 && amounts[i] > capacity.offered(names[i], i)) {
                return false;
            }
        }
        return true;
    }

    /// The same as [#offered(String)], without a search if the name is at that place.
    private long offered(String name, int place) {
        return place < names.length && names[place].equals(name) ? amounts[place] : offered(name);
    }

    public SortedMap<String, Long> toMap() {
        var map = new TreeMap<String, Long>();
        for (int i = 0; i < names.length; i++) {
            map.put(names[i], amounts[i]);
        }
        return map;
    }

    private static boolean everyNodeHas(String name) {
        return switch (name) {
            case CPU, MEMORY, STORAGE, PODS -> true;
            default -> false;
        };
    }

    private Resources merge(Resources other, LongBinaryOperator operator) {
        if (Arrays.equals(names, other.names)) {
            var merged = new long[names.length];
            for (int i = 0; i < merged.length; i++) {
                merged[i] = operator.applyAsLong(amounts[i], other.amounts[i]);
            }
            return new Resources(names, merged);
        }
        var map = toMap();
        for (int i = 0; i < other.names.length; i++) {
            map.merge(other.names[i], other.amounts[i], operator::applyAsLong);
        }
        return of(map);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Resources that
                && Arrays.equals(names, that.names)
                && Arrays.equals(amounts, that.amounts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            text.append(i == 0 ? "" : " ").append(names[i]).append('=');
            text.append(Quantity.text(names[i], amounts[i]));
        }
        return text.toString();
    }
}
