package dev.plimsoll.e2e;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The API server, asked over HTTP with objects as plain trees. May be used by many threads.
public final class Api {

    /// What came back, whether or not it is what was hoped for.
    ///
    /// @param object the object, or the `Status` that says why not
    /// @param retryAfter the header of that name, in seconds; empty for none
    public record Answer(int status, Map<String, Object> object, String retryAfter) {

        public boolean isGood() {
            return status < 300;
        }
    }

    /// The API server said no.
    public static final class Refused extends RuntimeException {

        private final int status;

        Refused(String request, Answer answer) {
            super(
                    request
                            + ": "
                            + answer.status()
                            + " "
                            + JsonTree.text(answer.object(), "message"));
            status = answer.status();
        }

        public int status() {
            return status;
        }
    }

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final URI server;
    private final String token;
    private final HttpClient client;

    Api(URI server, String token, HttpClient client) {
        this.server = server;
        this.token = token;
        this.client = client;
    }

    /// The path of all objects of a kind, in one namespace or (with an empty one) in all or none.
    public static String path(String apiVersion, String kind, String namespace) {
        var root = apiVersion.contains("/") ? "/apis/" : "/api/";
        var inside = namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/";
        return root + apiVersion + inside + plural(kind.toLowerCase(Locale.ROOT));
    }

    private static String plural(String kind) {
        if (kind.endsWith("s")) {
            return kind + "es";
        }
        return kind.endsWith("y") ? kind.substring(0, kind.length() - 1) + "ies" : kind + "s";
    }

    /// The path of the objects that are of the kind and in the namespace of this one.
    public static String siblings(Map<String, Object> object) {
        return path(
                JsonTree.text(object, "apiVersion"),
                JsonTree.text(object, "kind"),
                JsonTree.text(object, "metadata", "namespace"));
    }

    public static String path(Map<String, Object> object) {
        return siblings(object) + "/" + JsonTree.text(object, "metadata", "name");
    }

    /// The object as the server keeps it.
    public Map<String, Object> create(Map<String, Object> object) {
        return must("POST", siblings(object), object);
    }

    public Map<String, Object> get(String path) {
        return must("GET", path, Map.of());
    }

    public List<Map<String, Object>> list(String path) {
        return JsonTree.maps(get(path), "items");
    }

    public Map<String, Object> replace(String path, Map<String, Object> object) {
        return must("PUT", path, object);
    }

    /// Merges: maps key by key, anything else as a whole.
    public Map<String, Object> patch(String path, Map<String, Object> change) {
        return must("PATCH", path, change);
    }

    /// At once and without grace; all of them if the path names no single one.
    public void delete(String path) {
        must("DELETE", path, Map.of("gracePeriodSeconds", 0));
    }

    /// Asks for an eviction, which a disruption budget may refuse.
    ///
    /// @param pod a pod as a list has it, without its kind
    public Answer evict(Map<String, Object> pod) {
        var pods = path("v1", "Pod", JsonTree.text(pod, "metadata", "namespace"));
        var path = pods + "/" + JsonTree.text(pod, "metadata", "name") + "/eviction";
        return ask("POST", path, Manifests.eviction(pod));
    }

    /// The answer's object.
    ///
    /// @throws Refused unless the server agreed
    private Map<String, Object> must(String method, String path, Map<String, Object> body) {
        var answer = ask(method, path, body);
        if (!answer.isGood()) {
            throw new Refused(method + " " + path, answer);
        }
        return answer.object();
    }

    /// @param body empty for none
    public Answer ask(String method, String path, Map<String, Object> body) {
        var type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        var publisher =
                body.isEmpty()
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(Json.text(body));
        var request =
                HttpRequest.newBuilder(server.resolve(path))
                        .timeout(PATIENCE)
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", type)
                        .method(method, publisher)
                        .build();
        try {
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            var text = response.body();
            boolean isObject = text.startsWith("{");
            return new Answer(
                    response.statusCode(),
                    isObject ? JsonTree.parse(text) : Map.of("message", text.strip()),
                    response.headers().firstValue("Retry-After").orElse(""));
        } catch (IOException failure) {
            throw new UncheckedIOException(method + " " + path + ": " + failure, failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }
}
