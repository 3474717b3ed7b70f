package dev.plimsoll.selection;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/// Labels: keys with their values, in the order of the keys.
///
/// The labels of a future node may not be settled yet: it is one of several. Then these are the
/// labels that all of the several share, and [#possible] has each of them whole.
public final class Labels {

    public static final Labels NONE = new Labels(new String[0]);

    /// Key, value, key, value, …
    private final String[] pairs;

    /// Two or more, or none if the labels are settled.
    private final List<Labels> alternatives;

    /// Zero until it is asked for.
    private int hash;

    private Labels(String[] pairs) {
        this(pairs, List.of());
    }

    private Labels(String[] pairs, List<Labels> alternatives) {
        this.pairs = pairs;
        this.alternatives = alternatives;
    }

    /// The labels of something that is one of several.
    public static Labels oneOf(List<Labels> several) {
        var distinct = several.stream().distinct().toList();
        if (distinct.size() == 1) {
            return distinct.getFirst();
        }
        var shared = distinct.getFirst().toMap();
        for (var labels : distinct) {
            shared.entrySet().removeIf(label -> !labels.has(label.getKey(), label.getValue()));
        }
        return new Labels(of(shared).pairs, distinct);
    }

    /// Each of the several that it may be; only itself if the labels are settled.
    public List<Labels> possible() {
        return alternatives.isEmpty() ? List.of(this) : alternatives;
    }

    /// The same change to every alternative.
    private Labels each(UnaryOperator<Labels> change) {
        return oneOf(alternatives.stream().map(change).toList());
    }

    public static Labels of(SortedMap<String, String> labels) {
        var pairs = new String[2 * labels.size()];
        int at = 0;
        for (var label : labels.entrySet()) {
            pairs[at++] = label.getKey();
            pairs[at++] = label.getValue();
        }
        return pairs.length == 0 ? NONE : new Labels(pairs);
    }

    public static Labels of(String key, String value) {
        return new Labels(new String[] {key, value});
    }

    public boolean isEmpty() {
        return pairs.length == 0;
    }

    public boolean has(String key) {
        return find(key) >= 0;
    }

    /// The value of an existing key.
    public String get(String key) {
        int at = find(key);
        if (at < 0) {
            throw new IllegalArgumentException("no label " + key + " among " + this);
        }
        return pairs[at + 1];
    }

    public boolean has(String key, String value) {
        int at = find(key);
        return at >= 0 && pairs[at + 1].equals(value);
    }

    /// All of `others` are here, with equal values.
    public boolean hasAll(Labels others) {
        for (int i = 0; i < others.pairs.length; i += 2) {
            if (!has(others.pairs[i], others.pairs[i + 1])) {
                return false;
            }
        }
        return true;
    }

    /// Some key has another value here than there, so nothing carries both.
    public boolean contradicts(Labels others) {
        for (int i = 0; i < others.pairs.length; i += 2) {
            int at = find(others.pairs[i]);
            if (at >= 0 && !pairs[at + 1].equals(others.pairs[i + 1])) {
                return true;
            }
        }
        return false;
    }

    /// The labels with these keys.
    public Labels only(Collection<String> keys) {
        if (!alternatives.isEmpty()) {
            return each(labels -> labels.only(keys));
        }
        var kept = new String[pairs.length];
        int size = 0;
        for (int i = 0; i < pairs.length; i += 2) {
            if (keys.contains(pairs[i])) {
                kept[size++] = pairs[i];
                kept[size++] = pairs[i + 1];
            }
        }
        return size == 0
                ? NONE
                : size == pairs.length ? this : new Labels(Arrays.copyOf(kept, size));
    }

    /// These labels, without one key.
    public Labels without(String key) {
        if (!alternatives.isEmpty()) {
            return each(labels -> labels.without(key));
        }
        int at = find(key);
        if (at < 0) {
            return this;
        }
        var others = new String[pairs.length - 2];
        for (int i = 0; i < others.length; i++) {
            others[i] = pairs[i < at ? i : i + 2];
        }
        return others.length == 0 ? NONE : new Labels(others);
    }

    /// These labels, with another value of one key.
    public Labels with(String key, String value) {
        if (!alternatives.isEmpty()) {
            return each(labels -> labels.with(key, value));
        }
        int at = find(key);
        if (at >= 0) {
            var others = pairs.clone();
            others[at + 1] = value;
            return new Labels(others);
        }
        var changed = toMap();
        changed.put(key, value);
        return of(changed);
    }

    /// Visits every key with its value, in the order of the keys.
    public void forEach(BiConsumer<String, String> visitor) {
        for (int i = 0; i < pairs.length; i += 2) {
            visitor.accept(pairs[i], pairs[i + 1]);
        }
    }

    public SortedMap<String, String> toMap() {
        var map = new TreeMap<String, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private int find(String key) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(key)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Labels that
                && Arrays.equals(pairs, that.pairs)
                && alternatives.equals(that.alternatives);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = Arrays.hashCode(pairs);
        }
        return hash;
    }

    /// `key=value,key=value`, as selectors are written.
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            text.append(i == 0 ? "" : ",").append(pairs[i]).append('=').append(pairs[i + 1]);
        }
        return text.toString();
    }
}
