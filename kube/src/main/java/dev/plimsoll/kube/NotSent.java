package dev.plimsoll.kube;

import java.io.IOException;

/// A request was not sent, because this replica may not change anything now.
public final class NotSent extends IOException {

    NotSent(String why) {
        super(why);
    }
}
