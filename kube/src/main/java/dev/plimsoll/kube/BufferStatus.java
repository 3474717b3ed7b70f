package dev.plimsoll.kube;

import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.kube.SeenBuffers.SeenBuffer;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.ObjectName;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The status of CapacityBuffers, in the form of Cluster Autoscaler's. It is written when it
/// changes, by a run that keeps their room. No turn waits for it.
///
/// Conditions that it does not know, and buffers with a strategy of others, stay as they are.
final class BufferStatus {

    static final String READY = "ReadyForProvisioning";
    static final String PROVISIONING = "Provisioning";

    private static final String STRATEGY = "buffer.x-k8s.io/active-capacity";

    /// The versions of the API, the preferred one first.
    private static final List<String> VERSIONS = List.of("v1beta1", "v1alpha1");

    private final ApiServer server;
    private final BackgroundRequests background;

    /// The version of each buffer for which a status was offered, and the status.
    private final Map<ObjectName, Offered> offered = new TreeMap<>();

    private record Offered(String resourceVersion, Map<String, Object> status) {}

    /// A condition as the API has it, without its times.
    private record Condition(String type, boolean holds, String reason, String message) {}

    BufferStatus(ApiServer server, BackgroundRequests background) {
        this.server = server;
        this.background = background;
    }

    void turned(TurnReport turn) {
        for (var loop : turn.loops()) {
            if (!loop.dryRun() && loop.decision().remember() instanceof Past past) {
                turn.buffers().forEach(seen -> offer(seen, turn, seats(past)));
                offered.keySet().retainAll(turn.buffers().stream().map(SeenBuffer::name).toList());
            }
        }
    }

    /// The number of placeholders with a place, by the names of their buffers.
    private static Map<String, Integer> seats(Past past) {
        var seats = new TreeMap<String, Integer>();
        for (var name : past.keptFree().seats().keySet()) {
            int end = name.lastIndexOf('-');
            seats.merge(name.substring(0, Math.max(0, end)), 1, Integer::sum);
        }
        return seats;
    }

    private void offer(SeenBuffer seen, TurnReport turn, Map<String, Integer> seats) {
        var buffer = find(turn.cluster(), seen.name());
        if (buffer.isEmpty()) {
            return;
        }
        int held = seats.getOrDefault("buffer-" + seen.name(), 0);
        var status = status(buffer.getFirst(), seen, held, turn.at());
        var next = new Offered(seen.resourceVersion(), status);
        if (isShown(seen, status) || next.equals(offered.get(seen.name()))) {
            return;
        }
        offered.put(seen.name(), next);
        background.offer("the status of CapacityBuffer " + seen.name(), () -> write(seen, status));
    }

    private static List<Buffer> find(Cluster cluster, ObjectName name) {
        var buffer = cluster.buffers().get(new KindName(Buffer.CAPACITY_BUFFER, name));
        return buffer == null ? List.of() : List.of(buffer);
    }

    private static Map<String, Object> status(
            Buffer buffer, SeenBuffer seen, int held, Instant now) {
        boolean hasTemplate = seen.templateGeneration() > 0 && buffer.problem().isEmpty();
        var status = new LinkedHashMap<String, Object>();
        status.put("provisioningStrategy", STRATEGY);
        status.put("replicas", number(buffer.placeholders()));
        status.put(
                "podTemplateRef",
                hasTemplate ? Trees.ordered("name", seen.template()) : Json.Null.NULL);
        status.put(
                "podTemplateGeneration", hasTemplate ? seen.templateGeneration() : Json.Null.NULL);
        status.put("conditions", conditions(buffer, seen, held, now));
        return status;
    }

    private static Object number(Count count) {
        return count instanceof Count.Known(int number) ? (Object) (long) number : Json.Null.NULL;
    }

    private static List<Object> conditions(Buffer buffer, SeenBuffer seen, int held, Instant now) {
        var own = List.of(ready(buffer), provisioning(buffer, held));
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

    private static Condition ready(Buffer buffer) {
        return buffer.problem().isEmpty()
                ? new Condition(READY, true, "AttributesSetSuccessfully", "ready")
                : new Condition(
                        READY,
                        false,
                        "error",
                        "Buffer not ready for provisioning: " + buffer.problem());
    }

    private static Condition provisioning(Buffer buffer, int held) {
        if (!(buffer.placeholders() instanceof Count.Known(int wanted))) {
            return new Condition(
                    PROVISIONING, false, "NotReadyForProvisioning", "the buffer is not ready");
        }
        return wanted == 0
                ? new Condition(PROVISIONING, false, "BufferIsEmpty", "it asks for no room")
                : new Condition(
                        PROVISIONING,
                        true,
                        "FakePodsInjected",
                        held + " of " + wanted + " placeholders have a place");
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

    /// Whether the buffer has this status.
    private static boolean isShown(SeenBuffer seen, Map<String, Object> status) {
        for (var entry : status.entrySet()) {
            var shown = seen.status().get(entry.getKey());
            boolean isSame =
                    entry.getValue() == Json.Null.NULL
                            ? shown == null
                            : entry.getValue().equals(shown);
            if (!isSame) {
                return false;
            }
        }
        return true;
    }

    /// A buffer that has changed or is gone is left to the next turn.
    private void write(SeenBuffer seen, Map<String, Object> status) throws IOException {
        var change =
                Trees.ordered(
                        "metadata",
                        Trees.ordered("resourceVersion", seen.resourceVersion()),
                        "status",
                        status);
        for (var version : VERSIONS) {
            var path = path(version, seen.name());
            var reply = server.patch(path, change);
            if (reply.isGood() || reply.status() == 409) {
                return;
            }
            if (reply.status() != 404) {
                throw server.refused(path, reply);
            }
        }
    }

    private static String path(String version, ObjectName name) {
        return "/apis/autoscaling.x-k8s.io/"
                + version
                + "/namespaces/"
                + name.namespace()
                + "/capacitybuffers/"
                + name.name()
                + "/status";
    }
}
