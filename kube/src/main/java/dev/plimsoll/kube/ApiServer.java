package dev.plimsoll.kube;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.Place;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;

/// A connection to an API server. May be used by many threads.
///
/// Credentials, certificates and tokens are handled by fabric8. Requests and replies are plain
/// JSON: objects are read by `formats`, like those of a dump. No request is repeated here.
public final class ApiServer implements AutoCloseable {

    /// How long a reply may take; of a watch, its headers.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";

    /// Whether a request that changes something may be sent now.
    @FunctionalInterface
    public interface Guard {

        /// Why not; nothing if it may.
        Optional<String> refusal();
    }

    private final Config config;
    private final HttpClient client;
    private final String server;
    private final AtomicLong requests;
    private final Guard guard;
    private final Duration patience;

    private ApiServer(
            Config config, HttpClient client, AtomicLong requests, Guard guard, Duration patience) {
        this.config = config;
        this.client = client;
        this.requests = requests;
        this.guard = guard;
        this.patience = patience;
        var url = config.getMasterUrl();
        this.server = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private static HttpClient client(Config config) {
        try {
            return HttpClientUtils.getHttpClientFactory().newBuilder(config).build();
        } catch (RuntimeException unusable) {
            throw new BadInput(
                    Place.whole("kubeconfig"),
                    "",
                    "its certificates or credentials cannot be used ("
                            + Access.firstLine(unusable)
                            + "); check the files that it names");
        }
    }

    /// Contacts nobody yet.
    ///
    /// @throws BadInput if the kubeconfig is missing or malformed
    public static ApiServer of(Access access) {
        var config = access.config();
        return new ApiServer(config, client(config), new AtomicLong(), Optional::empty, PATIENCE);
    }

    /// The same connection. Each request that changes something asks the guard first.
    public ApiServer guardedBy(Guard other) {
        return new ApiServer(config, client, requests, other, patience);
    }

    /// The same connection, with another time for replies.
    ApiServer within(Duration other) {
        return new ApiServer(config, client, requests, guard, other);
    }

    /// The name of the cluster in the kubeconfig; of the service account, the address.
    public String name() {
        var context = config.getCurrentContext();
        return context == null ? server : context.getName();
    }

    /// The namespace of the context or of the service account.
    public String namespace() {
        var namespace = config.getNamespace();
        return namespace == null || namespace.isEmpty() ? "default" : namespace;
    }

    /// The number of requests so far.
    long requests() {
        return requests.get();
    }

    public Reply get(String path) throws IOException {
        return send("GET", path, Map.of());
    }

    public Reply create(String path, Map<String, Object> object) throws IOException {
        return send("POST", path, object);
    }

    public Reply replace(String path, Map<String, Object> object) throws IOException {
        return send("PUT", path, object);
    }

    /// Merges: maps key by key, anything else as a whole. A `resourceVersion` in the change is a
    /// precondition, and [dev.plimsoll.formats.Json.Null] removes its key.
    public Reply patch(String path, Map<String, Object> change) throws IOException {
        return send("PATCH", path, change);
    }

    public Reply delete(String path, Map<String, Object> options) throws IOException {
        return send("DELETE", path, options);
    }

    private Reply send(String method, String path, Map<String, Object> body) throws IOException {
        if (!method.equals("GET")) {
            var refusal = guard.refusal();
            if (refusal.isPresent()) {
                throw new NotSent(refusal.get());
            }
        }
        var type = method.equals("PATCH") ? MERGE : JSON;
        var request =
                client.newHttpRequestBuilder()
                        .uri(server + path)
                        .header("Accept", JSON)
                        .timeout(patience.toSeconds(), TimeUnit.SECONDS)
                        .method(method, type, body.isEmpty() ? null : Json.text(body))
                        .build();
        var response = response(client.sendAsync(request, byte[].class));
        var text = new String(response.body(), StandardCharsets.UTF_8);
        return new Reply(response.code(), object(path, text), retryAfter(response));
    }

    /// @throws IOException if the object is cut off
    private Map<String, Object> object(String path, String text) throws IOException {
        if (!text.startsWith("{")) {
            return Map.of("message", text.strip());
        }
        try {
            return JsonTree.parse(text);
        } catch (BadInput malformed) {
            throw new IOException(server + path + " replied with malformed JSON", malformed);
        }
    }

    private static Duration retryAfter(HttpResponse<?> response) {
        var seconds = response.header("Retry-After");
        return seconds != null && seconds.matches("[0-9]{1,4}")
                ? Duration.ofSeconds(Long.parseLong(seconds))
                : Duration.ZERO;
    }

    /// A page of a list. It is there as a whole, so that nobody waits for the rest of it.
    ///
    /// @throws Refused unless the server agrees
    public InputStream page(String path) throws IOException {
        var response = response(client.sendAsync(compressed(path).build(), byte[].class));
        return agreed(path, response, new ByteArrayInputStream(response.body()));
    }

    /// A reply that is read while it arrives.
    ///
    /// @throws Refused unless the server agrees
    public InputStream watch(String path) throws IOException {
        var request = compressed(path).forStreaming().build();
        var response = response(client.sendAsync(request, InputStream.class));
        return agreed(path, response, response.body());
    }

    private HttpRequest.Builder compressed(String path) {
        return client.newHttpRequestBuilder()
                .uri(server + path)
                .header("Accept", JSON)
                .header("Accept-Encoding", "gzip");
    }

    private InputStream agreed(String path, HttpResponse<?> response, InputStream sent)
            throws IOException {
        var body =
                "gzip".equals(response.header("Content-Encoding"))
                        ? new GZIPInputStream(sent, 1 << 16)
                        : sent;
        if (response.isSuccessful()) {
            return body;
        }
        try (body) {
            var text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            throw refused(
                    path, new Reply(response.code(), object(path, text), retryAfter(response)));
        }
    }

    /// The sentence for a request that was refused.
    public Refused refused(String path, Reply reply) {
        return new Refused(
                explained(path, reply.status(), reply.message()),
                reply.status(),
                reply.retryAfter());
    }

    private String explained(String path, int status, String message) {
        return switch (status) {
            case 401 ->
                    server
                            + " does not accept the credentials of the kubeconfig; log in again, or"
                            + " choose another context";
            case 403 -> message + "; grant it, or use other credentials";
            default -> server + path + ": " + message + " (" + status + ")";
        };
    }

    private <T> HttpResponse<T> response(CompletableFuture<HttpResponse<T>> coming)
            throws IOException {
        requests.incrementAndGet();
        try {
            return coming.get(patience.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            throw new IOException(
                    "the API server "
                            + server
                            + " cannot be reached ("
                            + Access.firstLine(failure)
                            + "); check the address and the network",
                    failure);
        } catch (TimeoutException slow) {
            coming.cancel(true);
            throw new IOException(
                    "the API server "
                            + server
                            + " did not reply within "
                            + patience.toSeconds()
                            + " s",
                    slow);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            coming.cancel(true);
            throw new InterruptedIOException("interrupted");
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
