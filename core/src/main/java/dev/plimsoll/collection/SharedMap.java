package dev.plimsoll.collection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// An immutable sorted map. A changed copy shares all entries that did not change with the map it
/// was made from, so a copy of a large map with one change is small and fast to make.
///
/// It is a treap: a search tree by key that is also a heap by a hash of the key. The keys alone
/// determine the shape of the tree, so maps with equal entries have equal trees whatever the order
/// of the changes, and two maps are compared without visiting the subtrees that they share.
///
/// **Invariant:** after any sequence of changes it equals a `TreeMap` with the same changes, and
/// [#changes] reports exactly the entries that differ: `SharedMapTest`.
///
/// @param <K> its hash code must be the same on every machine, as that of `String` is
public final class SharedMap<K extends Comparable<K>, V> {

    private record Entry<K, V>(
            K key,
            V value,
            long rank,
            int size,
            @Nullable Entry<K, V> less,
            @Nullable Entry<K, V> more) {

        private Entry(
                K key, V value, long rank, @Nullable Entry<K, V> less, @Nullable Entry<K, V> more) {
            this(key, value, rank, 1 + size(less) + size(more), less, more);
        }

        private Entry<K, V> withLess(@Nullable Entry<K, V> other) {
            return new Entry<>(key, value, rank, other, more);
        }

        private Entry<K, V> withMore(@Nullable Entry<K, V> other) {
            return new Entry<>(key, value, rank, less, other);
        }

        private static int size(@Nullable Entry<?, ?> entry) {
            return entry == null ? 0 : entry.size;
        }
    }

    /// The entries on both sides of a key.
    private record Halves<K, V>(@Nullable Entry<K, V> less, @Nullable Entry<K, V> more) {}

    /// Receives the differences between two maps.
    public interface Changes<K, V> {

        /// The entry is new or has another value.
        void put(K key, V value);

        void removed(K key);
    }

    private static final SharedMap<?, ?> EMPTY = new SharedMap<String, Object>(null);

    private final @Nullable Entry<K, V> root;

    private SharedMap(@Nullable Entry<K, V> root) {
        this.root = root;
    }

    @SuppressWarnings("unchecked") // It has neither keys nor values.
    public static <K extends Comparable<K>, V> SharedMap<K, V> empty() {
        return (SharedMap<K, V>) EMPTY;
    }

    public int size() {
        return Entry.size(root);
    }

    public boolean isEmpty() {
        return root == null;
    }

    public boolean has(K key) {
        return find(key) != null;
    }

    /// The value of the key; null if the map does not have it.
    public @Nullable V get(K key) {
        var entry = find(key);
        return entry == null ? null : entry.value;
    }

    private @Nullable Entry<K, V> find(K key) {
        var entry = root;
        while (entry != null) {
            int order = key.compareTo(entry.key);
            if (order == 0) {
                return entry;
            }
            entry = order < 0 ? entry.less : entry.more;
        }
        return null;
    }

    /// This map with another value of one key; the same map if it has this value already.
    public SharedMap<K, V> with(K key, V value) {
        var old = find(key);
        if (old != null && old.value.equals(value)) {
            return this;
        }
        return new SharedMap<>(with(root, key, value, rank(key)));
    }

    private static <K extends Comparable<K>, V> Entry<K, V> with(
            @Nullable Entry<K, V> at, K key, V value, long rank) {
        if (at == null) {
            return new Entry<>(key, value, rank, null, null);
        }
        int order = key.compareTo(at.key);
        if (order == 0) {
            return new Entry<>(at.key, value, rank, at.less, at.more);
        }
        if (isAbove(rank, key, at)) {
            var halves = split(at, key);
            return new Entry<>(key, value, rank, halves.less, halves.more);
        }
        return order < 0
                ? at.withLess(with(at.less, key, value, rank))
                : at.withMore(with(at.more, key, value, rank));
    }

    /// This map without one key; the same map if it does not have the key.
    public SharedMap<K, V> without(K key) {
        return has(key) ? new SharedMap<>(without(root, key)) : this;
    }

    private static <K extends Comparable<K>, V> @Nullable Entry<K, V> without(
            @Nullable Entry<K, V> at, K key) {
        if (at == null) {
            return null;
        }
        int order = key.compareTo(at.key);
        if (order == 0) {
            return joined(at.less, at.more);
        }
        return order < 0 ? at.withLess(without(at.less, key)) : at.withMore(without(at.more, key));
    }

    private static <K extends Comparable<K>, V> Halves<K, V> split(
            @Nullable Entry<K, V> at, K key) {
        if (at == null) {
            return new Halves<>(null, null);
        }
        if (key.compareTo(at.key) < 0) {
            var halves = split(at.less, key);
            return new Halves<>(halves.less, at.withLess(halves.more));
        }
        var halves = split(at.more, key);
        return new Halves<>(at.withMore(halves.less), halves.more);
    }

    private static <K extends Comparable<K>, V> @Nullable Entry<K, V> joined(
            @Nullable Entry<K, V> less, @Nullable Entry<K, V> more) {
        if (less == null) {
            return more;
        }
        if (more == null) {
            return less;
        }
        return isAbove(less.rank, less.key, more)
                ? less.withMore(joined(less.more, more))
                : more.withLess(joined(less, more.less));
    }

    /// The values, in the order of their keys.
    public List<V> values() {
        var values = new ArrayList<V>(size());
        forEach((_, value) -> values.add(value));
        return values;
    }

    /// The keys, in order.
    public List<K> keys() {
        var keys = new ArrayList<K>(size());
        forEach((key, _) -> keys.add(key));
        return keys;
    }

    /// Visits all entries, in the order of their keys.
    public void forEach(BiConsumer<K, V> visitor) {
        forEach(root, visitor);
    }

    private static <K, V> void forEach(
            @Nullable Entry<K, V> entry, BiConsumer<? super K, ? super V> visitor) {
        var at = entry;
        while (at != null) {
            forEach(at.less, visitor);
            visitor.accept(at.key, at.value);
            at = at.more;
        }
    }

    /// Reports what turns the map `before` into this one, in the order of the keys.
    public void changes(SharedMap<K, V> before, Changes<K, V> changes) {
        compare(before.root, root, changes);
    }

    @SuppressWarnings("ReferenceEquality") // Shared subtrees are equal.
    private static <K extends Comparable<K>, V> void compare(
            @Nullable Entry<K, V> old, @Nullable Entry<K, V> now, Changes<K, V> changes) {
        if (old == now) {
            return;
        }
        if (now == null) {
            forEach(old, (key, _) -> changes.removed(key));
            return;
        }
        if (old == null) {
            forEach(now, changes::put);
            return;
        }
        if (old.key.compareTo(now.key) == 0) {
            compare(old.less, now.less, changes);
            if (!old.value.equals(now.value)) {
                changes.put(now.key, now.value);
            }
            compare(old.more, now.more, changes);
            return;
        }
        if (isAbove(now.rank, now.key, old)) {
            // The key of `now` is new: in the old map it would stand above its root.
            var halves = split(old, now.key);
            compare(halves.less, now.less, changes);
            changes.put(now.key, now.value);
            compare(halves.more, now.more, changes);
            return;
        }
        var halves = split(now, old.key);
        compare(old.less, halves.less, changes);
        changes.removed(old.key);
        compare(old.more, halves.more, changes);
    }

    private static long rank(Comparable<?> key) {
        return Hash.mixed(key.hashCode());
    }

    /// Whether an entry of that rank and key stands above the other; equal ranks are in the order
    /// of their keys.
    private static <K extends Comparable<K>> boolean isAbove(long rank, K key, Entry<K, ?> other) {
        return rank != other.rank ? rank > other.rank : key.compareTo(other.key) < 0;
    }

    @Override
    @SuppressWarnings("unchecked") // Only maps with the same keys and values are compared.
    public boolean equals(Object other) {
        return other instanceof SharedMap<?, ?> that
                && size() == that.size()
                && areEqual(root, (Entry<K, V>) that.root);
    }

    @SuppressWarnings("ReferenceEquality") // Shared subtrees are equal.
    private static <K, V> boolean areEqual(@Nullable Entry<K, V> one, @Nullable Entry<K, V> other) {
        if (one == other) {
            return true;
        }
        return one != null
                && other != null
                && one.key.equals(other.key)
                && one.value.equals(other.value)
                && areEqual(one.less, other.less)
                && areEqual(one.more, other.more);
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (var value : values()) {
            hash = 31 * hash + value.hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        var text = new ArrayList<String>();
        forEach((key, value) -> text.add(key + "=" + value));
        return text.toString();
    }
}
