package dev.plimsoll.kube;

import java.io.IOException;

/// The API server refused a request that must succeed.
public final class Refused extends IOException {

    private final int status;

    public Refused(String sentence, int status) {
        super(sentence);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
