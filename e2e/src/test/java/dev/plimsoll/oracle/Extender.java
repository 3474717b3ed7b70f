package dev.plimsoll.oracle;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A scheduler extender that refuses all nodes that passed the filters: so no pod is ever bound,
/// and the pod's condition names each node on which it fits.
final class Extender implements AutoCloseable {

    private static final Pattern FITS = Pattern.compile("1 fits\\[([^]]+)](, )?");
    private static final Pattern START = Pattern.compile("0/\\d+ nodes are available: ");
    private static final Pattern END = Pattern.compile("(, )?\\.?$");

    private final HttpServer server;

    Extender() {
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            server = HttpServer.create(address, 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/filter", Extender::refuse);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /// Its entry in the scheduler's configuration.
    Map<String, Object> configuration() {
        return Map.of(
                "urlPrefix",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "filterVerb",
                "filter",
                "nodeCacheCapable",
                true,
                "httpTimeout",
                "30s");
    }

    private static void refuse(HttpExchange exchange) throws IOException {
        try (exchange) {
            var question =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var refused = new LinkedHashMap<String, Object>();
            if (JsonTree.at(JsonTree.parse(question), "NodeNames") instanceof List<?> names) {
                names.forEach(name -> refused.put((String) name, "fits[" + name + "]"));
            }
            var answer =
                    Json.text(Map.of("NodeNames", List.of(), "FailedNodes", refused))
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    /// The contents of a pod's condition.
    static Said read(String message) {
        var text = START.matcher(message).replaceFirst("");
        var fits = new ArrayList<String>();
        FITS.matcher(text).results().map(Extender::name).forEach(fits::add);
        Collections.sort(fits);
        return new Said(fits, END.matcher(FITS.matcher(text).replaceAll("")).replaceFirst(""));
    }

    private static String name(MatchResult match) {
        return match.group(1);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
