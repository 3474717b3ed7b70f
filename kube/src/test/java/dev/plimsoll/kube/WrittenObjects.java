package dev.plimsoll.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An API server on loopback that keeps what is created and patched, and lists the requests.
final class WrittenObjects implements AutoCloseable {

    private final HttpServer server;
    private final Path kubeconfig;
    private final Map<String, Map<String, Object>> objects = new LinkedHashMap<>();
    private final List<String> requests = new ArrayList<>();
    private int refusal;

    WrittenObjects(Path folder) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        var text =
                """
                apiVersion: v1
                kind: Config
                current-context: fake
                clusters: [{name: fake, cluster: {server: "http://127.0.0.1:PORT"}}]
                users: [{name: fake, user: {token: t}}]
                contexts: [{name: fake, context: {cluster: fake, user: fake}}]
                """
                        .replace("PORT", Integer.toString(server.getAddress().getPort()));
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), text);
    }

    ApiServer connect() {
        return ApiServer.of(new Access(Optional.of(kubeconfig), ""));
    }

    /// Refuses every request with this status; 0 refuses none.
    synchronized void refuse(int status) {
        refusal = status;
    }

    /// Method and path of every request since the last call.
    synchronized List<String> requests() {
        var all = List.copyOf(requests);
        requests.clear();
        return all;
    }

    synchronized List<Map<String, Object>> objects() {
        return List.copyOf(objects.values());
    }

    synchronized void forgetAll() {
        objects.clear();
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        var method = exchange.getRequestMethod();
        var path = exchange.getRequestURI().getPath();
        var text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(method + " " + path);
        var body = JsonTree.parse(text);
        if (refusal > 0) {
            send(exchange, refusal, Map.of("message", "refused by the test"));
        } else if (method.equals("POST")) {
            var object = new LinkedHashMap<>(body);
            var metadata = new LinkedHashMap<>(JsonTree.map(JsonTree.at(object, "metadata")));
            metadata.put("uid", "uid-" + (objects.size() + 1));
            object.put("metadata", metadata);
            objects.put(path + "/" + metadata.get("name"), object);
            send(exchange, 201, object);
        } else if (objects.containsKey(path)) {
            var object = objects.computeIfPresent(path, (_, known) -> merged(known, body));
            send(exchange, 200, object);
        } else {
            send(exchange, 404, Map.of("message", "not found"));
        }
    }

    private static Map<String, Object> merged(
            Map<String, Object> known, Map<String, Object> change) {
        var object = new LinkedHashMap<>(known);
        object.putAll(change);
        return object;
    }

    private static void send(HttpExchange exchange, int status, Map<String, Object> object)
            throws IOException {
        try (exchange) {
            var bytes = Json.text(object).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
