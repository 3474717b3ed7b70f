package dev.plimsoll.kube;

import java.io.IOException;
import java.time.Duration;

/// The API server refused a request that must succeed.
public final class Refused extends IOException {

    private final int status;
    private final Duration retryAfter;

    public Refused(String sentence, int status) {
        this(sentence, status, Duration.ZERO);
    }

    /// @param retryAfter the time to wait that the server asks for; zero if it does not
    Refused(String sentence, int status, Duration retryAfter) {
        super(sentence);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    Duration retryAfter() {
        return retryAfter;
    }

    public int status() {
        return status;
    }
}
