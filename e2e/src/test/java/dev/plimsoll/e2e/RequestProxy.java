package dev.plimsoll.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// A proxy that knows the requests of its clients: it stops one of them before or after the API
/// server has carried it out. Its clients speak HTTP without TLS.
final class RequestProxy implements AutoCloseable {

    private static final List<String> REQUEST_HEADERS =
            List.of("Authorization", "Accept", "Accept-Encoding", "Content-Type", "User-Agent");
    private static final List<String> REPLY_HEADERS =
            List.of("Content-Type", "Content-Encoding", "Retry-After");

    /// A request that a client has sent.
    ///
    /// @param path with the query
    record Sent(String method, String path, String body) {

        /// The patch of a node: a drain or an un-drain.
        boolean isDrain() {
            return method.equals("PATCH") && path.startsWith("/api/v1/nodes/");
        }

        boolean isEviction() {
            return method.equals("POST") && path.endsWith("/eviction");
        }

        boolean isRemoval() {
            return method.equals("DELETE") && path.startsWith("/api/v1/nodes/");
        }

        /// The creation or the patch of an object of the controller.
        boolean isWriteOf(String name) {
            return !method.equals("GET")
                    && path.contains("/configmaps")
                    && (path + body).contains(name);
        }

        /// What a replica that does not lead must not send.
        boolean isStep() {
            return isDrain() || isEviction() || isRemoval() || isWriteOf("plimsoll-nodes");
        }

        boolean isWatchOf(String plural) {
            return path.contains("/" + plural + "?watch=true");
        }
    }

    /// The next request of a kind, which is stopped.
    static final class Stop {

        private final Predicate<Sent> kind;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);

        private Stop(Predicate<Sent> kind) {
            this.kind = kind;
        }

        /// Waits until such a request is stopped.
        void await() {
            pass(reached, "no such request");
        }

        void goOn() {
            goesOn.countDown();
        }

        private boolean isReached() {
            return reached.getCount() == 0;
        }

        private void hold() {
            reached.countDown();
            pass(goesOn, "a request was stopped and not continued");
        }
    }

    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private final List<Stop> requests = new CopyOnWriteArrayList<>();
    private final List<Stop> replies = new CopyOnWriteArrayList<>();
    private final Map<HttpExchange, Sent> open = new ConcurrentHashMap<>();
    private final URI target;
    private final HttpClient client;
    private final HttpServer server;
    private volatile boolean isClosed;

    /// @param client trusts the API server
    RequestProxy(URI target, HttpClient client) {
        this.target = target;
        this.client = client;
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /// The address for clients, in place of the API server's.
    URI server() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// Everything that clients have sent.
    List<Sent> sent() {
        return List.copyOf(sent);
    }

    /// Stops the next request of a kind before the API server gets it.
    Stop stopRequest(Predicate<Sent> kind) {
        var stop = new Stop(kind);
        requests.add(stop);
        return stop;
    }

    /// Stops the reply of the next request of a kind, which the API server has carried out.
    Stop stopReply(Predicate<Sent> kind) {
        var stop = new Stop(kind);
        replies.add(stop);
        return stop;
    }

    /// Ends all connections with a request of a kind.
    void cut(Predicate<Sent> kind) {
        open.forEach((exchange, request) -> {
            if (kind.test(request)) {
                exchange.close();
            }
        });
    }

    /// Requests that are stopped never reach the API server.
    @Override
    public void close() {
        isClosed = true;
        requests.forEach(Stop::goOn);
        replies.forEach(Stop::goOn);
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        var request =
                new Sent(
                        exchange.getRequestMethod(),
                        exchange.getRequestURI().toString(),
                        new String(body, StandardCharsets.UTF_8));
        sent.add(request);
        open.put(exchange, request);
        try (exchange) {
            hold(requests, request);
            var response = client.send(forwarded(exchange, body), ofStream());
            try (var in = response.body()) {
                hold(replies, request);
                reply(exchange, response, in);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(exchange);
        }
    }

    private void hold(List<Stop> stops, Sent request) throws IOException {
        for (var stop : stops) {
            if (stop.kind.test(request) && !stop.isReached()) {
                stop.hold();
            }
        }
        if (isClosed) {
            throw new IOException("the proxy is closed");
        }
    }

    private static HttpResponse.BodyHandler<InputStream> ofStream() {
        return HttpResponse.BodyHandlers.ofInputStream();
    }

    private HttpRequest forwarded(HttpExchange exchange, byte[] body) {
        var request =
                HttpRequest.newBuilder(target.resolve(exchange.getRequestURI()))
                        .method(
                                exchange.getRequestMethod(),
                                HttpRequest.BodyPublishers.ofByteArray(body));
        for (var name : REQUEST_HEADERS) {
            var value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        return request.build();
    }

    private static void reply(
            HttpExchange exchange, HttpResponse<InputStream> response, InputStream in)
            throws IOException {
        for (var name : REPLY_HEADERS) {
            response.headers()
                    .firstValue(name)
                    .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
        }
        exchange.sendResponseHeaders(response.statusCode(), 0);
        var bytes = new byte[16 * 1024];
        try (var out = exchange.getResponseBody()) {
            // A watch without changes begins with headers alone.
            out.flush();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                out.write(bytes, 0, count);
                out.flush();
            }
        }
    }

    private static void pass(CountDownLatch gate, String failure) {
        try {
            if (!gate.await(ControlPlane.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(failure);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }
}
