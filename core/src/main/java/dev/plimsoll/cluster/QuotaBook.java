package dev.plimsoll.cluster;

import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.selection.ObjectName;
import java.util.SortedSet;
import java.util.TreeSet;

/// The reported ResourceQuotas. A [Cluster] shows those of namespaces with a CapacityBuffer: every
/// pod that comes or goes changes the quotas of its namespace.
final class QuotaBook {

    private final Part<ObjectName, ResourceQuota> quotas = new Part<>();
    private SharedMap<ObjectName, ResourceQuota> shown = SharedMap.empty();

    void put(ResourceQuota quota) {
        quotas.put(quota.name(), quota);
    }

    void remove(ObjectName quota) {
        quotas.remove(quota);
    }

    void confirm(ObjectName quota) {
        quotas.confirm(quota);
    }

    void beginList() {
        quotas.beginList();
    }

    /// Ends a list: quotas that were not reported since it began are removed.
    void endList() {
        quotas.endList().forEach(quotas::remove);
    }

    /// The quotas of some namespaces: the same map as before if nothing changed.
    SharedMap<ObjectName, ResourceQuota> shown(SortedSet<String> namespaces) {
        var gone = new TreeSet<>(shown.keys());
        quotas.map()
                .forEach((name, quota) -> {
                    if (namespaces.contains(name.namespace())) {
                        gone.remove(name);
                        shown = shown.with(name, quota);
                    }
                });
        gone.forEach(name -> shown = shown.without(name));
        return shown;
    }
}
