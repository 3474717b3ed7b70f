package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.Refused;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Keeps the objects of one kind in a store: listed in pages, then watched, and listed again when
/// the watch cannot go on. It runs in a thread of its own.
final class KindWatch implements Runnable {

    private static final int PAGE = 100;
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(30);

    /// The API server sends a bookmark every minute. Silence beyond this is a dead connection.
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(100);

    private final ApiServer server;
    private final MachineKind kind;
    private final String namespace;
    private final ObjectStore store;

    /// The path of all objects in the version that the API server prefers.
    private String path = "";

    /// The version up to which everything was reported; empty if the objects must be listed.
    private String reached = "";

    private volatile @Nullable InputStream open;
    private volatile long lastSignNanos = System.nanoTime();
    private volatile String failure = "";

    /// @param namespace the only one that is watched; empty for all
    KindWatch(ApiServer server, MachineKind kind, String namespace, ObjectStore store) {
        this.server = server;
        this.kind = kind;
        this.namespace = namespace;
        this.store = store;
    }

    MachineKind kind() {
        return kind;
    }

    /// Why the objects may be outdated, in a sentence; empty if they are current. A connection that
    /// seems to be dead is replaced.
    String problem() {
        long seconds = Duration.ofNanos(System.nanoTime() - lastSignNanos).toSeconds();
        if (failure.isEmpty() && seconds > LONGEST_SILENCE.toSeconds()) {
            cut();
            return "the API server has not reported "
                    + kind.plural()
                    + " for "
                    + seconds
                    + " s; check the network";
        }
        return failure;
    }

    /// Ends the connection of the watch.
    void cut() {
        var stream = open;
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException alreadyClosed) {
                failure = String.valueOf(alreadyClosed.getMessage());
            }
        }
    }

    @Override
    public void run() {
        var backOff = Duration.ZERO;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (reached.isEmpty()) {
                    list();
                }
                watch();
                backOff = Duration.ZERO;
            } catch (IOException | RuntimeException failed) {
                backOff = longer(backOff);
                note(failed);
            }
            try {
                Thread.sleep(backOff);
            } catch (InterruptedException stop) {
                return;
            }
        }
    }

    private void note(Exception failed) {
        int status = failed instanceof Refused refused ? refused.status() : 0;
        if (status == 404 || status == 410) {
            reached = "";
        }
        if (status == 404 && !path.isEmpty() && kind == MachineKind.MACHINE_POOL) {
            // An installation may be without machine pools.
            store.listed(new ArrayList<>(), store.unreported());
            sign();
            return;
        }
        failure = String.valueOf(failed.getMessage());
    }

    private void sign() {
        lastSignNanos = System.nanoTime();
        failure = "";
    }

    /// Twice as long as before, up to a limit, and a random part: many watches fail at once.
    private static Duration longer(Duration before) {
        long millis = Math.clamp(before.toMillis() * 2, 500, LONGEST_BACK_OFF.toMillis());
        return Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2));
    }

    private void list() throws IOException {
        path = "";
        path = preferredPath();
        var included = store.unreported();
        var objects = new ArrayList<ApiObject>();
        var next = "";
        var version = "";
        do {
            var list = read(page(next));
            sign();
            JsonTree.maps(list, "items").forEach(item -> objects.add(object(item)));
            next = JsonTree.text(list, "metadata", "continue");
            version = JsonTree.text(list, "metadata", "resourceVersion");
        } while (!next.isEmpty());
        store.listed(objects, included);
        reached = version;
    }

    private String preferredPath() throws IOException {
        var group = "/apis/" + MachineKind.API_GROUP;
        var reply = server.get(group);
        if (reply.status() == 404) {
            throw new Refused(
                    server.name()
                            + " has no API group "
                            + MachineKind.API_GROUP
                            + "; install Cluster API, or name its management cluster",
                    404);
        }
        if (!reply.isGood()) {
            throw server.refused(group, reply);
        }
        var version = JsonTree.text(reply.object(), "preferredVersion", "version");
        var inside = namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/";
        return group + "/" + version + inside + kind.plural();
    }

    private String page(String token) {
        var first = path + "?limit=" + PAGE;
        return token.isEmpty()
                ? first
                : first + "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    }

    private Map<String, Object> read(String page) throws IOException {
        var reply = server.get(page);
        if (!reply.isGood()) {
            throw server.refused(page, reply);
        }
        return reply.object();
    }

    private void watch() throws IOException {
        int seconds = 240 + ThreadLocalRandom.current().nextInt(120);
        var watched =
                path
                        + "?watch=true&allowWatchBookmarks=true&timeoutSeconds="
                        + seconds
                        + "&resourceVersion="
                        + reached;
        try (var in = server.open(watched);
                var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            sign();
            open = in;
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                event(JsonTree.parse(line));
            }
        } finally {
            open = null;
        }
    }

    private void event(Map<String, Object> event) throws IOException {
        var object = object(JsonTree.map(JsonTree.at(event, "object")));
        switch (JsonTree.text(event, "type")) {
            case "ADDED", "MODIFIED" -> store.put(object);
            case "DELETED" -> store.deleted(object);
            case "ERROR" ->
                    throw new Refused(
                            "the watch of " + kind.plural() + " broke: " + object.text("message"),
                            object.number(500, "code"));
            default -> {}
        }
        reached = object.version();
        sign();
    }

    /// The object without the list of who wrote which field, which is most of its text.
    private static ApiObject object(Map<String, Object> tree) {
        var metadata = new LinkedHashMap<>(JsonTree.map(JsonTree.at(tree, "metadata")));
        metadata.remove("managedFields");
        var reduced = new LinkedHashMap<>(tree);
        reduced.put("metadata", metadata);
        return new ApiObject(reduced);
    }
}
