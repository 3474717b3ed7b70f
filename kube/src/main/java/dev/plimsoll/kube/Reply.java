package dev.plimsoll.kube;

import dev.plimsoll.formats.JsonTree;
import java.time.Duration;
import java.util.Map;

/// The API server's reply to a request.
///
/// @param object the object, or the `Status` that says why the request was refused
/// @param retryAfter the time to wait that the server asks for; zero if it does not
public record Reply(int status, Map<String, Object> object, Duration retryAfter) {

    public boolean isGood() {
        return status < 300;
    }

    /// The server has too many requests, now. An eviction that a disruption budget forbids has the
    /// same status, but names the budget as its cause.
    public boolean isOverload() {
        return (status == 429 && !isForbiddenByBudget()) || status == 503 || status == 504;
    }

    public boolean isForbiddenByBudget() {
        return status == 429
                && JsonTree.maps(object, "details", "causes").stream()
                        .anyMatch(
                                cause -> JsonTree.text(cause, "reason").equals("DisruptionBudget"));
    }

    /// The message of the first cause, else of the whole status.
    public String message() {
        var causes = JsonTree.maps(object, "details", "causes");
        var first = causes.isEmpty() ? "" : JsonTree.text(causes.getFirst(), "message");
        var message = first.isEmpty() ? JsonTree.text(object, "message") : first;
        return message.isEmpty() ? "the API server replied " + status : message;
    }
}
