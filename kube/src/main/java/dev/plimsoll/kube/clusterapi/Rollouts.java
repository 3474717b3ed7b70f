package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.cluster.Group.Condition;
import dev.plimsoll.formats.JsonTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Says whether a group may be changed: it is neither paused, nor are its machines being replaced.
/// May be used by many threads.
///
/// A controller that has not seen the latest change of a `MachineDeployment` may be about to
/// replace machines, unless only the number of replicas has changed. To tell, this remembers each
/// object as its controller last saw it.
final class Rollouts {

    private final Map<String, Map<String, Object>> seenByController = new ConcurrentHashMap<>();

    Condition condition(MachineKind kind, ApiObject object) {
        if (isPaused(object)) {
            return Condition.PAUSED;
        }
        return kind == MachineKind.MACHINE_DEPLOYMENT && isRollingOut(object)
                ? Condition.UPGRADING
                : Condition.IN_SERVICE;
    }

    /// Forgets the objects that are gone.
    ///
    /// @param uids of those that exist
    void keepOnly(Set<String> uids) {
        seenByController.keySet().retainAll(uids);
    }

    /// By its own annotation or field; or its controller says so, which knows of its cluster too.
    private static boolean isPaused(ApiObject object) {
        return object.hasAnnotation(Annotations.PAUSED)
                || object.text("spec", "paused").equals("true")
                || object.hasCondition("Paused", "True");
    }

    private boolean isRollingOut(ApiObject object) {
        return isUnseen(object)
                || object.hasCondition("RollingOut", "True")
                || (!object.hasCondition("RollingOut", "False") && hasOldMachines(object));
    }

    private boolean isUnseen(ApiObject object) {
        var rest = exceptReplicas(object);
        int seen = object.number(-1, "status", "observedGeneration");
        if (seen >= object.number(0, "metadata", "generation")) {
            seenByController.put(object.uid(), rest);
        }
        // A new object has no status and nothing to replace.
        return seen >= 0
                && seen < object.number(0, "metadata", "generation")
                && !rest.equals(seenByController.get(object.uid()));
    }

    private static Map<String, Object> exceptReplicas(ApiObject object) {
        var spec = new LinkedHashMap<>(JsonTree.map(JsonTree.at(object.tree(), "spec")));
        spec.remove("replicas");
        return spec;
    }

    private static boolean hasOldMachines(ApiObject object) {
        int all = object.number(0, "status", "replicas");
        int upToDate =
                object.number(
                        object.number(all, "status", "updatedReplicas"),
                        "status",
                        "upToDateReplicas");
        return upToDate < all;
    }
}
