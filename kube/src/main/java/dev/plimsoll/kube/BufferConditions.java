package dev.plimsoll.kube;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.kube.SeenBuffers.SeenBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The conditions of a CapacityBuffer, with the types, reasons and messages of Cluster Autoscaler.
final class BufferConditions {

    /// A condition as the API has it, without its times.
    private record Condition(String type, boolean holds, String reason, String message) {}

    private BufferConditions() {}

    /// Its conditions, after those of others.
    static List<Object> all(BufferRoom room, SeenBuffer seen, Instant now) {
        var own = List.of(ready(room), limited(room), provisioning(room));
        var conditions = new ArrayList<>();
        for (var old : JsonTree.maps(seen.status(), "conditions")) {
            var type = JsonTree.text(old, "type");
            if (own.stream().noneMatch(condition -> condition.type().equals(type))) {
                conditions.add(old);
            }
        }
        own.forEach(condition -> conditions.add(tree(condition, seen, now)));
        return conditions;
    }

    private static Condition ready(BufferRoom room) {
        return room.isReady()
                ? new Condition("ReadyForProvisioning", true, "AttributesSetSuccessfully", "ready")
                : new Condition(
                        "ReadyForProvisioning",
                        false,
                        "error",
                        "Buffer not ready for provisioning: " + room.problem());
    }

    private static Condition limited(BufferRoom room) {
        var allowed = room.allowed();
        var message =
                "Buffer replicas limited from "
                        + allowed.wanted()
                        + " to "
                        + allowed.allowed()
                        + " due to quotas: "
                        + String.join(", ", allowed.by());
        return new Condition(
                "LimitedByQuotas",
                allowed.isLimited(),
                "ResourceQuotasAllocated",
                allowed.isLimited() ? message : "");
    }

    private static Condition provisioning(BufferRoom room) {
        int allowed = room.allowed().allowed();
        if (!room.isReady()) {
            return notProvisioning("NotReadyForProvisioning", "the buffer is not ready");
        }
        if (allowed > 0) {
            return new Condition(
                    "Provisioning",
                    true,
                    "FakePodsInjected",
                    room.held() + " of " + allowed + " placeholders have a place");
        }
        return notProvisioning(
                "BufferIsEmpty",
                room.allowed().isLimited() ? "quotas leave no room" : "it asks for no room");
    }

    private static Condition notProvisioning(String reason, String message) {
        return new Condition("Provisioning", false, reason, message);
    }

    /// The time of a condition is that of its last change between True and False.
    private static Map<String, Object> tree(Condition condition, SeenBuffer seen, Instant now) {
        var status = condition.holds() ? "True" : "False";
        var since = now.truncatedTo(ChronoUnit.SECONDS).toString();
        for (var old : JsonTree.maps(seen.status(), "conditions")) {
            boolean isSame =
                    JsonTree.text(old, "type").equals(condition.type())
                            && JsonTree.text(old, "status").equals(status);
            since = isSame ? JsonTree.text(old, "lastTransitionTime") : since;
        }
        return Trees.ordered(
                "type",
                condition.type(),
                "status",
                status,
                "observedGeneration",
                seen.generation(),
                "lastTransitionTime",
                since,
                "reason",
                condition.reason(),
                "message",
                condition.message());
    }
}
