package dev.plimsoll.kube.clusterapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The objects of one kind: those that a watch reported, and above them those that we wrote and the
/// watch has not reported yet. May be used by many threads.
final class ObjectStore {

    private Map<String, ApiObject> seen = new TreeMap<>();
    private final Map<String, ApiObject> written = new TreeMap<>();
    private boolean isListed;
    private long changes;

    synchronized boolean isListed() {
        return isListed;
    }

    /// How often the objects were replaced, added, changed or removed so far.
    synchronized long changes() {
        return changes;
    }

    /// All objects, by namespace and name.
    synchronized List<ApiObject> all() {
        var all = new TreeMap<>(seen);
        all.putAll(written);
        return new ArrayList<>(all.values());
    }

    /// Our writes that were not reported yet. A list that begins later includes them.
    synchronized Map<String, ApiObject> unreported() {
        return new TreeMap<>(written);
    }

    /// Replaces what was seen by a list.
    ///
    /// @param included our writes before the list began
    synchronized void listed(List<ApiObject> objects, Map<String, ApiObject> included) {
        var all = new TreeMap<String, ApiObject>();
        objects.forEach(object -> all.put(object.key(), object));
        seen = all;
        included.forEach(written::remove);
        isListed = true;
        changes++;
    }

    synchronized void put(ApiObject object) {
        seen.put(object.key(), object);
        forget(object);
        changes++;
    }

    synchronized void deleted(ApiObject object) {
        seen.remove(object.key());
        forget(object);
        changes++;
    }

    /// Keeps the reply to a write, until the watch reports this version or a later one.
    synchronized void wrote(ApiObject object) {
        var reported = seen.get(object.key());
        if (reported == null || object.isNewerThan(reported)) {
            written.put(object.key(), object);
            changes++;
        }
    }

    private void forget(ApiObject reported) {
        var own = written.get(reported.key());
        if (own != null && !own.isNewerThan(reported)) {
            written.remove(reported.key());
        }
    }
}
