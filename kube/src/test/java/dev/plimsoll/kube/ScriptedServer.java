package dev.plimsoll.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.formats.JsonTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

/// An API server on loopback that answers as a test says.
final class ScriptedServer implements AutoCloseable {

    /// A request, and the ways to answer it.
    record Asked(HttpExchange exchange, String text) {

        /// Method, path and query.
        String line() {
            return exchange.getRequestMethod() + " " + exchange.getRequestURI();
        }

        boolean is(String words) {
            return line().contains(words);
        }

        Map<String, Object> object() {
            return JsonTree.parse(text);
        }

        void answer(int status, String json) throws IOException {
            var bytes = json.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }

        void answerCompressed(String json) throws IOException {
            var bytes = new ByteArrayOutputStream();
            try (var out = new GZIPOutputStream(bytes)) {
                out.write(json.getBytes(StandardCharsets.UTF_8));
            }
            exchange.getResponseHeaders().add("Content-Encoding", "gzip");
            exchange.sendResponseHeaders(200, bytes.size());
            exchange.getResponseBody().write(bytes.toByteArray());
        }

        /// Begins an answer that lasts.
        OutputStream stream() throws IOException {
            exchange.sendResponseHeaders(200, 0);
            var body = exchange.getResponseBody();
            body.flush();
            return body;
        }
    }

    /// Answers requests.
    @FunctionalInterface
    interface Script {
        void answer(Asked asked) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final Path kubeconfig;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    ScriptedServer(Path folder, Script script) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> handle(exchange, script));
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

    private void handle(HttpExchange exchange, Script script) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var asked = new Asked(exchange, body);
            requests.add(asked.line());
            script.answer(asked);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    ApiServer connect() {
        return ApiServer.of(new Access(Optional.of(kubeconfig), ""));
    }

    /// Method, path and query of every request so far.
    List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
