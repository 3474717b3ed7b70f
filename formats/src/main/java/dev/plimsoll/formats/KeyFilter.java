package dev.plimsoll.formats;

import java.util.HashMap;
import java.util.Map;

/// Which parts of a value are wanted; the others are read past, not built.
///
/// A list is wanted as its items are.
public final class KeyFilter {

    /// The whole value.
    public static final KeyFilter ALL = new KeyFilter(new HashMap<>());

    private static final KeyFilter NONE = new KeyFilter(new HashMap<>());

    private final Map<String, KeyFilter> keys;

    private KeyFilter(Map<String, KeyFilter> keys) {
        this.keys = keys;
    }

    /// Paths of keys, one a line, the keys apart by blanks: `metadata annotations example.com/key`.
    /// The whole value at the end of a path is kept.
    public static KeyFilter paths(String lines) {
        var root = new KeyFilter(new HashMap<>());
        for (var line : lines.lines().toList()) {
            root.add(line.strip());
        }
        return root;
    }

    /// What is wanted of each of some keys.
    public static KeyFilter under(KeyFilter each, String... keys) {
        var root = new KeyFilter(new HashMap<>());
        for (var key : keys) {
            root.keys.put(key, each);
        }
        return root;
    }

    private void add(String path) {
        int end = path.indexOf(' ');
        if (end < 0) {
            keys.put(path, ALL);
            return;
        }
        keys.computeIfAbsent(path.substring(0, end), _ -> new KeyFilter(new HashMap<>()))
                .add(path.substring(end + 1));
    }

    /// What is wanted of the value of a key.
    public KeyFilter of(String key) {
        return this == ALL ? ALL : keys.getOrDefault(key, NONE);
    }

    /// Nothing is wanted.
    public boolean isNone() {
        return this == NONE;
    }
}
