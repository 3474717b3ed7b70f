package dev.plimsoll.formats;

import java.util.HashMap;
import java.util.Map;

/// The parts of a value to keep; the others are skipped while reading.
///
/// A filter for a list applies to each of its items.
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

    /// The same filter for the value of each of these keys.
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

    /// The filter for the value of a key.
    public KeyFilter of(String key) {
        return this == ALL ? ALL : keys.getOrDefault(key, NONE);
    }

    /// Nothing is kept.
    public boolean isNone() {
        return this == NONE;
    }
}
