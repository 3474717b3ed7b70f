package dev.plimsoll.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// The health that programs tell everybody.
final class Health {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private Health() {}

    static boolean isGood(HttpClient client, URI question) {
        var request = HttpRequest.newBuilder(question).timeout(PATIENCE).build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }
}
