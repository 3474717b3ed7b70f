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
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
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

    /// How long the headers of a reply may take.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";

    private final Config config;
    private final HttpClient client;
    private final String server;
    private final AtomicLong requests = new AtomicLong();

    private ApiServer(Config config) {
        this.config = config;
        this.client = client(config);
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
        return new ApiServer(access.config());
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
        var type = method.equals("PATCH") ? MERGE : JSON;
        var request =
                client.newHttpRequestBuilder()
                        .uri(server + path)
                        .header("Accept", JSON)
                        .timeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .method(method, type, body.isEmpty() ? null : Json.text(body))
                        .build();
        var response = response(client.sendAsync(request, byte[].class));
        var text = new String(response.body(), StandardCharsets.UTF_8);
        boolean isObject = text.startsWith("{");
        return new Reply(
                response.code(),
                isObject ? JsonTree.parse(text) : Map.of("message", text.strip()),
                retryAfter(response));
    }

    private static Duration retryAfter(HttpResponse<?> response) {
        var seconds = response.header("Retry-After");
        return seconds != null && seconds.matches("[0-9]{1,4}")
                ? Duration.ofSeconds(Long.parseLong(seconds))
                : Duration.ZERO;
    }

    /// A reply that is read while it arrives: a page of a list, or a watch.
    ///
    /// @throws Refused unless the server agrees
    public InputStream open(String path) throws IOException {
        HttpRequest request =
                client.newHttpRequestBuilder()
                        .uri(server + path)
                        .header("Accept", JSON)
                        .header("Accept-Encoding", "gzip")
                        .forStreaming()
                        .build();
        var response = response(client.sendAsync(request, InputStream.class));
        var body =
                "gzip".equals(response.header("Content-Encoding"))
                        ? new GZIPInputStream(response.body(), 1 << 16)
                        : response.body();
        if (response.isSuccessful()) {
            return body;
        }
        try (body) {
            throw refused(
                    path, response.code(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /// The sentence for a request that was refused.
    public Refused refused(String path, Reply reply) {
        return new Refused(explained(path, reply.status(), reply.message()), reply.status());
    }

    private Refused refused(String path, int status, String text) {
        var message =
                text.startsWith("{")
                        ? JsonTree.text(JsonTree.parse(text), "message")
                        : text.strip();
        return new Refused(explained(path, status, message), status);
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
            return coming.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
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
                            + PATIENCE.toSeconds()
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
