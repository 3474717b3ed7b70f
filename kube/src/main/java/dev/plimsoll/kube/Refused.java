package dev.plimsoll.kube;

import java.io.IOException;

/// The API server refused a request that must succeed.
final class Refused extends IOException {

    private final int status;

    Refused(String sentence, int status) {
        super(sentence);
        this.status = status;
    }

    int status() {
        return status;
    }
}
