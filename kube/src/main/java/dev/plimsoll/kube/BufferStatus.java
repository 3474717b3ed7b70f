package dev.plimsoll.kube;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.kube.SeenBuffers.SeenBuffer;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.selection.ObjectName;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The status of CapacityBuffers, in the form of Cluster Autoscaler's. It is written when it
/// changes, by a run that keeps their room. No turn waits for it.
///
/// Conditions that it does not know, and buffers with a strategy of others, stay as they are.
final class BufferStatus {

    private static final String STRATEGY = "buffer.x-k8s.io/active-capacity";

    /// The versions of the API, the preferred one first.
    private static final List<String> VERSIONS = List.of("v1beta1", "v1alpha1");

    private final ApiServer server;
    private final BackgroundRequests background;

    /// The version of each buffer for which a status was offered, and the status.
    private final Map<ObjectName, Offered> offered = new TreeMap<>();

    private record Offered(String resourceVersion, Map<String, Object> status) {}

    BufferStatus(ApiServer server, BackgroundRequests background) {
        this.server = server;
        this.background = background;
    }

    void turned(TurnReport turn) {
        for (var loop : turn.loops()) {
            if (!loop.dryRun() && loop.decision().remember() instanceof Past past) {
                var room = BufferRoom.all(turn.cluster(), past);
                turn.buffers().forEach(seen -> offer(seen, room, turn.at()));
                offered.keySet().retainAll(turn.buffers().stream().map(SeenBuffer::name).toList());
            }
        }
    }

    private void offer(SeenBuffer seen, Map<ObjectName, BufferRoom> rooms, Instant now) {
        var room = rooms.get(seen.name());
        if (room == null) {
            return;
        }
        var status = status(seen, room, now);
        var next = new Offered(seen.resourceVersion(), status);
        if (isShown(seen, status) || next.equals(offered.get(seen.name()))) {
            return;
        }
        offered.put(seen.name(), next);
        background.offer("the status of CapacityBuffer " + seen.name(), () -> write(seen, status));
    }

    private static Map<String, Object> status(SeenBuffer seen, BufferRoom room, Instant now) {
        boolean hasTemplate = seen.templateGeneration() > 0 && room.isReady();
        var status = new LinkedHashMap<String, Object>();
        status.put("provisioningStrategy", STRATEGY);
        status.put("replicas", room.isReady() ? (long) room.allowed().allowed() : Json.Null.NULL);
        status.put(
                "podTemplateRef",
                hasTemplate ? Trees.ordered("name", seen.template()) : Json.Null.NULL);
        status.put(
                "podTemplateGeneration", hasTemplate ? seen.templateGeneration() : Json.Null.NULL);
        status.put("conditions", BufferConditions.all(room, seen, now));
        return status;
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
