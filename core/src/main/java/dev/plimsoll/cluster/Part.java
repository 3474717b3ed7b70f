package dev.plimsoll.cluster;

import dev.plimsoll.collection.SharedMap;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The reported objects of one kind.
final class Part<K extends Comparable<K>, V> {

    private SharedMap<K, V> map = SharedMap.empty();
    private @Nullable Set<K> listed;

    SharedMap<K, V> map() {
        return map;
    }

    /// @return whether the object is new or changed
    @SuppressWarnings("ReferenceEquality") // An unchanged map is the same one.
    boolean put(K key, V value) {
        if (listed != null) {
            listed.add(key);
        }
        var before = map;
        map = map.with(key, value);
        return map != before;
    }

    @Nullable V remove(K key) {
        var old = map.get(key);
        map = map.without(key);
        return old;
    }

    void confirm(K key) {
        if (listed != null) {
            listed.add(key);
        }
    }

    void beginList() {
        listed = new LinkedHashSet<>();
    }

    /// The objects that were not reported since the list began.
    List<K> endList() {
        var gone = new ArrayList<K>();
        var kept = listed;
        if (kept != null) {
            map.forEach((key, _) -> {
                if (!kept.contains(key)) {
                    gone.add(key);
                }
            });
        }
        listed = null;
        return gone;
    }
}
