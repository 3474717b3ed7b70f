package dev.plimsoll.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// Answers over HTTP whether a controller is alive and ready, and its metrics.
public final class StatusServer implements AutoCloseable {

    private static final String PLAIN = "text/plain; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Supplier<Signs> signs;

    private record Answer(int status, String type, String text) {

        static Answer plain(int status, String text) {
            return new Answer(status, PLAIN, text + "\n");
        }
    }

    private StatusServer(HttpServer server, Supplier<Signs> signs) {
        this.server = server;
        this.signs = signs;
    }

    /// Begins to answer.
    ///
    /// @throws IOException if the address is not of this machine, or the port is taken
    static StatusServer start(InetSocketAddress address, Supplier<Signs> signs, Metrics metrics)
            throws IOException {
        var status = new StatusServer(bound(address), signs);
        status.answer("/healthz", () -> status.health());
        status.answer("/readyz", () -> status.readiness());
        status.answer(
                "/metrics", () -> new Answer(200, Metrics.CONTENT_TYPE, metrics.text(signs.get())));
        status.server.setExecutor(status.threads);
        status.server.start();
        return status;
    }

    private static HttpServer bound(InetSocketAddress address) throws IOException {
        try {
            return HttpServer.create(address, 0);
        } catch (BindException taken) {
            throw new IOException(
                    "cannot listen on "
                            + text(address)
                            + " ("
                            + taken.getMessage()
                            + "); choose another address with --listen ADDRESS:PORT, or --listen"
                            + " off",
                    taken);
        }
    }

    private void answer(String path, Supplier<Answer> answer) {
        server.createContext(
                path,
                exchange -> {
                    try (exchange) {
                        boolean isExact = exchange.getRequestURI().getPath().equals(path);
                        send(exchange, isExact ? answer.get() : Answer.plain(404, "not found"));
                    }
                });
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        var method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            exchange.sendResponseHeaders(405, -1);
            return;
        }
        var bytes = answer.text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        if (method.equals("HEAD")) {
            exchange.sendResponseHeaders(answer.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private Answer health() {
        var now = signs.get();
        return now.isAlive()
                ? Answer.plain(200, "ok")
                : Answer.plain(503, "no turn has moved for " + now.sinceMove().toSeconds() + " s");
    }

    private Answer readiness() {
        var now = signs.get();
        if (now.isReady()) {
            return Answer.plain(200, now.leads() ? "ok: leads" : "ok: does not lead");
        }
        return Answer.plain(
                503,
                now.isRead()
                        ? "the picture of the cluster may be old: a watch does not report"
                        : "the cluster has not been read yet");
    }

    /// `127.0.0.1:8085`; the port is known even if any free one was asked for.
    public String address() {
        return text(server.getAddress());
    }

    private static String text(InetSocketAddress address) {
        var host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
