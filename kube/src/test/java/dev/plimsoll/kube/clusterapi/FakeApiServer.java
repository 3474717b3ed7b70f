package dev.plimsoll.kube.clusterapi;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import dev.plimsoll.kube.Access;
import dev.plimsoll.kube.ApiServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// An API server with the objects of Cluster API in memory: lists, watches, scale subresources,
/// merge patches, and versions as preconditions. It speaks HTTP on loopback.
final class FakeApiServer implements AutoCloseable {

    private static final String ROOT = "/apis/cluster.x-k8s.io";

    private static final String BY_NAME = "fieldSelector=metadata.name=";

    /// A request that will be answered with a status of the test's choice.
    ///
    /// @param isDone whether it is done nevertheless
    private record Fault(String method, String end, int status, boolean isDone) {}

    private record Event(long version, String path, String type, Map<String, Object> object) {}

    private record Answer(int status, Map<String, Object> object) {}

    private final HttpServer server;
    private final Path kubeconfig;
    private final String apiVersion;
    private final Map<String, Map<String, Object>> objects = new TreeMap<>();
    private final List<Event> events = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private long version = 100;
    private long oldest;
    private boolean isStopped;
    private boolean isSilent;

    FakeApiServer(String apiVersion, Path directory) {
        this.apiVersion = apiVersion;
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            kubeconfig = Files.writeString(directory.resolve("kubeconfig"), kubeconfig());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    private String kubeconfig() {
        return """
        apiVersion: v1
        kind: Config
        current-context: fake
        clusters: [{name: fake, cluster: {server: "http://127.0.0.1:%s"}}]
        users: [{name: fake, user: {token: t}}]
        contexts: [{name: fake, context: {cluster: fake, user: fake}}]
        """
                .formatted(server.getAddress().getPort());
    }

    ApiServer connect() {
        return ApiServer.of(new Access(Optional.of(kubeconfig), ""));
    }

    /// Creates or replaces an object.
    synchronized void put(ApiObject object) {
        store(path(object), new LinkedHashMap<>(object.tree()));
    }

    synchronized ApiObject object(String plural, String name) {
        return new ApiObject(objects.getOrDefault(path(plural, name), Map.of()));
    }

    /// Changes an object in the name of a controller.
    synchronized void change(String plural, String name, UnaryOperator<ApiObject> change) {
        store(path(plural, name), change.apply(object(plural, name)).tree());
    }

    synchronized void delete(String plural, String name) {
        var path = path(plural, name);
        var last = objects.remove(path);
        if (last == null) {
            throw new IllegalArgumentException("there is no " + path);
        }
        version++;
        events.add(new Event(version, path, "DELETED", versioned(last)));
        notifyAll();
    }

    /// The next request of this kind is refused.
    synchronized void refuse(String method, String end, int status) {
        faults.add(new Fault(method, end, status, false));
    }

    /// All requests of this kind are refused, until [#releaseRequests].
    synchronized void refuseAll(String method, String end, int status) {
        for (int i = 0; i < 1_000; i++) {
            refuse(method, end, status);
        }
    }

    synchronized void releaseRequests() {
        faults.clear();
    }

    /// The next request of this kind is done, but its reply gets lost.
    synchronized void loseReply(String method, String end) {
        faults.add(new Fault(method, end, 504, true));
    }

    /// Watches report nothing any more.
    synchronized void holdWatches() {
        isSilent = true;
    }

    /// Forgets all events: watches of older versions break.
    synchronized void forgetEvents() {
        events.clear();
        version++;
        oldest = version;
        notifyAll();
    }

    /// Watches report everything again.
    synchronized void releaseWatches() {
        isSilent = false;
        notifyAll();
    }

    /// The requests that change something, as `METHOD name`.
    synchronized List<String> writes() {
        return List.copyOf(requests);
    }

    private String path(ApiObject object) {
        return path(object.text("kind").toLowerCase(Locale.ROOT) + "s", object.name());
    }

    private String path(String plural, String name) {
        return ROOT + "/" + apiVersion + "/namespaces/fleet/" + plural + "/" + name;
    }

    private void store(String path, Map<String, Object> tree) {
        boolean isNew = !objects.containsKey(path);
        version++;
        var object = versioned(tree);
        objects.put(path, object);
        events.add(new Event(version, path, isNew ? "ADDED" : "MODIFIED", object));
        notifyAll();
    }

    private Map<String, Object> versioned(Map<String, Object> tree) {
        var object = new LinkedHashMap<>(tree);
        object.put("apiVersion", "cluster.x-k8s.io/" + apiVersion);
        var metadata = new LinkedHashMap<>(JsonTree.map(JsonTree.at(tree, "metadata")));
        metadata.put("resourceVersion", String.valueOf(version));
        metadata.putIfAbsent("uid", "uid-" + version);
        object.put("metadata", metadata);
        return object;
    }

    private void handle(HttpExchange exchange) throws IOException {
        var query = exchange.getRequestURI().getQuery();
        if (query != null && query.contains("watch=true")) {
            watch(exchange, Long.parseLong(query.replaceAll(".*resourceVersion=", "")));
            return;
        }
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var path = exchange.getRequestURI().getPath();
        var answer =
                query != null && query.startsWith(BY_NAME)
                        ? listed(path + "/" + query.substring(BY_NAME.length()))
                        : answer(exchange.getRequestMethod(), path, body);
        var bytes = Json.text(answer.object()).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /// A list of one object, or of none.
    private synchronized Answer listed(String path) {
        return new Answer(200, Map.of("items", Stream.ofNullable(objects.get(path)).toList()));
    }

    private synchronized Answer answer(String method, String path, String body) {
        if (!method.equals("GET")) {
            requests.add(method + " " + path.replaceAll(".*namespaces/fleet/", ""));
        }
        for (var fault : faults) {
            if (fault.method().equals(method) && path.endsWith(fault.end())) {
                faults.remove(fault);
                if (fault.isDone()) {
                    done(method, path, body);
                }
                return status(fault.status(), "the test wants it so");
            }
        }
        return done(method, path, body);
    }

    private Answer done(String method, String path, String body) {
        if (path.equals(ROOT)) {
            return new Answer(200, Map.of("preferredVersion", Map.of("version", apiVersion)));
        }
        var object = objects.get(path.replace("/scale", ""));
        if (method.equals("GET") && !path.contains("/namespaces/")) {
            return new Answer(200, list(path.substring(path.lastIndexOf('/'))));
        }
        if (object == null) {
            return status(404, "not found");
        }
        return switch (method) {
            case "PUT" -> scale(path.replace("/scale", ""), object, JsonTree.parse(body));
            case "PATCH" -> patch(path, object, body);
            default -> status(405, "not here");
        };
    }

    private Map<String, Object> list(String plural) {
        var items =
                objects.entrySet().stream()
                        .filter(entry -> entry.getKey().contains(plural + "/"))
                        .map(Map.Entry::getValue)
                        .toList();
        return Map.of(
                "metadata", Map.of("resourceVersion", String.valueOf(version)), "items", items);
    }

    private Answer scale(String path, Map<String, Object> object, Map<String, Object> scale) {
        if (!isMet(object, scale)) {
            return status(409, "the object has been modified");
        }
        var spec = new LinkedHashMap<>(JsonTree.map(JsonTree.at(object, "spec")));
        spec.put("replicas", JsonTree.at(scale, "spec", "replicas"));
        var changed = new LinkedHashMap<>(object);
        changed.put("spec", spec);
        store(path, changed);
        var metadata = JsonTree.map(JsonTree.at(objects.getOrDefault(path, Map.of()), "metadata"));
        return new Answer(
                200,
                Map.of(
                        "kind",
                        "Scale",
                        "metadata",
                        Map.of("resourceVersion", JsonTree.text(metadata, "resourceVersion")),
                        "spec",
                        Map.of("replicas", JsonTree.at(scale, "spec", "replicas"))));
    }

    private Answer patch(String path, Map<String, Object> object, String body) {
        if (!isMet(object, JsonTree.parse(body))) {
            return status(409, "the object has been modified");
        }
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("a patch", body), mistakes)) {
            store(path, merged(object, documents.next()));
        }
        return new Answer(200, objects.getOrDefault(path, Map.of()));
    }

    private static boolean isMet(Map<String, Object> object, Map<String, Object> change) {
        for (var key : List.of("resourceVersion", "uid")) {
            var wanted = JsonTree.text(change, "metadata", key);
            if (!wanted.isEmpty() && !wanted.equals(JsonTree.text(object, "metadata", key))) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, Object> merged(Map<String, Object> object, Value change) {
        var merged = new LinkedHashMap<>(object);
        if (change instanceof Value.Mapping mapping) {
            for (var entry : mapping.entries()) {
                switch (entry.value()) {
                    case Value.Nothing _ -> merged.remove(entry.key());
                    case Value.Mapping inner ->
                            merged.put(
                                    entry.key(),
                                    merged(
                                            JsonTree.map(object.getOrDefault(entry.key(), "")),
                                            inner));
                    case Value.Scalar _, Value.Sequence _ ->
                            merged.put(entry.key(), JsonTree.of(entry.value()));
                }
            }
        }
        return merged;
    }

    private static Answer status(int code, String message) {
        return new Answer(code, Map.of("kind", "Status", "code", code, "message", message));
    }

    private void watch(HttpExchange exchange, long from) throws IOException {
        var path = exchange.getRequestURI().getPath();
        var plural = path.substring(path.lastIndexOf('/')) + "/";
        exchange.sendResponseHeaders(200, 0);
        try (var out = exchange.getResponseBody()) {
            out.flush();
            long reached = from;
            for (var event = next(plural, reached); event.isPresent(); ) {
                var tree = Map.of("type", event.get().type(), "object", event.get().object());
                out.write((Json.text(tree) + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
                reached = event.get().version();
                event =
                        event.get().type().equals("ERROR")
                                ? Optional.empty()
                                : next(plural, reached);
            }
        }
    }

    private synchronized Optional<Event> next(String plural, long after) throws IOException {
        while (!isStopped) {
            if (after < oldest) {
                return Optional.of(new Event(oldest, "", "ERROR", status(410, "gone").object()));
            }
            var next =
                    events.stream()
                            .filter(event -> !isSilent)
                            .filter(event -> event.version() > after)
                            .filter(event -> event.path().contains(plural))
                            .findFirst();
            if (next.isPresent()) {
                return next;
            }
            try {
                wait();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new IOException(stop);
            }
        }
        return Optional.empty();
    }

    /// Ends all watches; they begin again.
    synchronized void stopWatches() {
        isStopped = true;
        notifyAll();
    }

    @Override
    public void close() {
        stopWatches();
        server.stop(0);
    }
}
