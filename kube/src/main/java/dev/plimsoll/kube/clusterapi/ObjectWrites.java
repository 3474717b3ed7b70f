package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.Reply;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Writes objects, on the condition that they are as they were seen, and keeps the replies in the
/// stores.
///
/// Controllers often write the status of an object. If nothing else has changed, the write is
/// repeated on the present version. That version is read by a list of one object, since the right
/// to list is needed anyway.
final class ObjectWrites {

    /// How often a write is tried while others write the status of its object.
    private static final int TRIES = 5;

    /// A request that changes one version of an object.
    private interface Request {
        Reply send(ApiObject version) throws IOException;
    }

    private final ApiServer server;
    private final Map<MachineKind, ObjectStore> stores;

    ObjectWrites(ApiServer server, Map<MachineKind, ObjectStore> stores) {
        this.server = server;
        this.stores = stores;
    }

    /// Sets the replicas of a group.
    Written scale(MachineKind kind, ApiObject object, int replicas) {
        var written =
                write(
                        kind,
                        object,
                        version -> {
                            var path = version.path(kind) + "/scale";
                            var reply = server.replace(path, scale(version, replicas));
                            if (reply.isGood()) {
                                var after = new ApiObject(reply.object());
                                store(kind).wrote(version.with(after.version(), replicas));
                            }
                            return reply;
                        });
        return written instanceof Written.Unknown && isScaled(kind, object, replicas)
                ? new Written.Done()
                : written;
    }

    private static Map<String, Object> scale(ApiObject version, int replicas) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("namespace", version.namespace());
        metadata.put("name", version.name());
        metadata.put("resourceVersion", version.version());
        return Map.of(
                "apiVersion",
                "autoscaling/v1",
                "kind",
                "Scale",
                "metadata",
                metadata,
                "spec",
                Map.of("replicas", replicas));
    }

    /// Annotates a machine so that it goes first when its group gets smaller.
    Written mark(ApiObject machine, String value) {
        return write(
                MachineKind.MACHINE,
                machine,
                version -> annotate(version, "resourceVersion", version.version(), value));
    }

    /// Takes the annotation of [#mark] back, whatever else has changed.
    Written unmark(ApiObject machine) {
        try {
            var reply = annotate(machine, "uid", machine.uid(), Json.Null.NULL);
            return written(machine.path(MachineKind.MACHINE), reply);
        } catch (IOException failure) {
            return new Written.Unknown(String.valueOf(failure.getMessage()));
        }
    }

    private Reply annotate(ApiObject machine, String condition, String equal, Object value)
            throws IOException {
        Map<String, Object> metadata =
                Map.of(condition, equal, "annotations", Map.of(Annotations.DELETE_MACHINE, value));
        var path = machine.path(MachineKind.MACHINE);
        var reply = server.patch(path, Map.of("metadata", metadata));
        if (reply.isGood()) {
            store(MachineKind.MACHINE).wrote(new ApiObject(reply.object()));
        }
        return reply;
    }

    private Written write(MachineKind kind, ApiObject seen, Request request) {
        try {
            var version = seen;
            for (int tries = 0; tries < TRIES && version.isLikeBefore(seen); tries++) {
                var reply = request.send(version);
                if (reply.status() != 409) {
                    return written(version.path(kind), reply);
                }
                var list = server.get(version.listPath(kind));
                if (!list.isGood()) {
                    return written(version.path(kind), list);
                }
                var present = only(list);
                if (present.isEmpty()) {
                    return new Written.Changed();
                }
                version = present.get();
            }
            return new Written.Changed();
        } catch (IOException failure) {
            return new Written.Unknown(String.valueOf(failure.getMessage()));
        }
    }

    private Written written(String path, Reply reply) {
        if (reply.isGood()) {
            return new Written.Done();
        }
        var why = String.valueOf(server.refused(path, reply).getMessage());
        if (reply.status() == 404 || reply.status() == 409) {
            return new Written.Changed();
        }
        return reply.status() >= 500 ? new Written.Unknown(why) : new Written.Refused(why);
    }

    /// Whether a write was done although its reply got lost.
    private boolean isScaled(MachineKind kind, ApiObject object, int replicas) {
        try {
            var scaled =
                    only(server.get(object.listPath(kind)))
                            .filter(present -> present.uid().equals(object.uid()))
                            .filter(present -> present.number(-1, "spec", "replicas") == replicas);
            scaled.ifPresent(store(kind)::wrote);
            return scaled.isPresent();
        } catch (IOException unreachable) {
            return false;
        }
    }

    /// The object of a list of one object; nothing if it is gone or the list was refused.
    private static Optional<ApiObject> only(Reply list) {
        return JsonTree.maps(list.object(), "items").stream().map(ApiObject::new).findFirst();
    }

    private ObjectStore store(MachineKind kind) {
        var store = stores.get(kind);
        if (store == null) {
            throw new IllegalArgumentException("there is no store of " + kind);
        }
        return store;
    }
}
