package dev.plimsoll.e2e;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The requests of one user that API servers answered or, for a watch, began to answer.
///
/// @param requests in order of their first answer
public record AuditLog(List<Request> requests) {

    /// A request to the API server.
    ///
    /// @param name the object; empty if the request is about none or about many
    /// @param status the HTTP status of the answer
    public record Request(Access access, String name, int status) {

        boolean is(String verbAndResource) {
            return access.toString().equals(verbAndResource);
        }

        boolean isGood() {
            return status < 300;
        }
    }

    /// What a role allows or denies.
    ///
    /// @param group the API group, empty for the core group
    /// @param resource the plural of the kind, or the path of a request that is about no resource
    /// @param subresource empty for none
    public record Access(String verb, String group, String resource, String subresource)
            implements Comparable<Access> {

        @Override
        public int compareTo(Access other) {
            return toString().compareTo(other.toString());
        }

        /// Such as `update cluster.x-k8s.io/machinedeployments/scale` or `list pods`.
        @Override
        public String toString() {
            var inside = group.isEmpty() ? "" : group + "/";
            var below = subresource.isEmpty() ? "" : "/" + subresource;
            return verb + " " + inside + resource + below;
        }
    }

    /// The audit policy that logs these users and nobody else.
    static String policy(List<User> users) {
        return Json.text(
                Map.of(
                        "apiVersion",
                        "audit.k8s.io/v1",
                        "kind",
                        "Policy",
                        "omitStages",
                        List.of("RequestReceived"),
                        "rules",
                        List.of(
                                Map.of(
                                        "level",
                                        "Metadata",
                                        "users",
                                        users.stream().map(User::name).toList()),
                                Map.of("level", "None"))));
    }

    /// A watch is logged when it begins and when it ends, under one id.
    static AuditLog read(Collection<Path> logs, User user) {
        var requests = new LinkedHashMap<String, Request>();
        for (var log : logs) {
            for (var line : wholeLines(log)) {
                var event = JsonTree.parse(line);
                if (JsonTree.text(event, "user", "username").equals(user.name())) {
                    requests.put(JsonTree.text(event, "auditID"), request(event));
                }
            }
        }
        return new AuditLog(List.copyOf(requests.values()));
    }

    /// The accesses that the user asked for, whether or not they were granted.
    public Set<Access> accesses() {
        return accesses(_ -> true);
    }

    /// The accesses that the user's roles do not allow.
    public Set<Access> forbidden() {
        return accesses(request -> request.status() == 403);
    }

    private Set<Access> accesses(Predicate<Request> condition) {
        var found = new TreeSet<Access>();
        requests.stream().filter(condition).map(Request::access).forEach(found::add);
        return found;
    }

    /// How many of these requests the API server granted, of each object.
    ///
    /// @param verbAndResource such as `delete nodes`
    public Map<String, Integer> done(String verbAndResource) {
        var done = new TreeMap<String, Integer>();
        requests.stream()
                .filter(request -> request.is(verbAndResource) && request.isGood())
                .forEach(request -> done.merge(request.name(), 1, Math::addExact));
        return done;
    }

    public Map<Access, Integer> counts() {
        var counts = new TreeMap<Access, Integer>();
        requests.forEach(request -> counts.merge(request.access(), 1, Math::addExact));
        return counts;
    }

    private static Request request(Map<String, Object> event) {
        var object = JsonTree.map(JsonTree.at(event, "objectRef"));
        var resource = JsonTree.text(object, "resource");
        var path = JsonTree.text(event, "requestURI").replaceFirst("\\?.*", "");
        var access =
                new Access(
                        JsonTree.text(event, "verb"),
                        JsonTree.text(object, "apiGroup"),
                        resource.isEmpty() ? path : resource,
                        JsonTree.text(object, "subresource"));
        return new Request(
                access,
                JsonTree.text(object, "name"),
                Integer.parseInt(JsonTree.text(event, "responseStatus", "code")));
    }

    /// The API server may be about to write another line.
    private static List<String> wholeLines(Path log) {
        try {
            var text = Files.exists(log) ? Files.readString(log) : "";
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
