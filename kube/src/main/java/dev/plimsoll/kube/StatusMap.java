package dev.plimsoll.kube;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.document.Trees;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// The status in a ConfigMap, for `kubectl`, as the leader last wrote it.
///
/// It is written when it has changed, at most every ten seconds, and once a minute in any case. No
/// turn waits for it.
final class StatusMap {

    static final String NAME = "plimsoll-status";

    private static final String KEY = "status";
    private static final Duration SHORTEST = Duration.ofSeconds(10);
    private static final Duration HEARTBEAT = Duration.ofMinutes(1);

    private final ApiServer server;
    private final String namespace;
    private final BackgroundRequests background;
    private final StatusText text = new StatusText();
    private Instant offered = Instant.EPOCH;
    private volatile String written = "";
    private volatile String uid = "";

    StatusMap(ApiServer server, String namespace, BackgroundRequests background) {
        this.server = server;
        this.namespace = namespace;
        this.background = background;
    }

    /// Its uid, once it was written; else empty.
    String uid() {
        return uid;
    }

    void turned(TurnReport turn) {
        var status = text.of(turn);
        var waited = Duration.between(offered, turn.at()).abs();
        boolean isNew = !StatusText.withoutTimes(status).equals(written);
        if (waited.compareTo(isNew ? SHORTEST : HEARTBEAT) < 0) {
            return;
        }
        offered = turn.at();
        background.offer("the status " + namespace + "/" + NAME, () -> write(status));
    }

    private void write(String status) throws IOException {
        var data = Map.<String, Object>of(KEY, status);
        var reply = server.patch(path(), Map.of("data", data));
        if (reply.status() == 404) {
            reply = server.create(folder(), object(data));
        }
        if (!reply.isGood()) {
            throw server.refused(path(), reply);
        }
        uid = JsonTree.text(reply.object(), "metadata", "uid");
        written = StatusText.withoutTimes(status);
    }

    private Map<String, Object> object(Map<String, Object> data) {
        return Trees.ordered(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Trees.ordered("name", NAME, "namespace", namespace),
                "data",
                data);
    }

    private String folder() {
        return "/api/v1/namespaces/" + namespace + "/configmaps";
    }

    private String path() {
        return folder() + "/" + NAME;
    }
}
