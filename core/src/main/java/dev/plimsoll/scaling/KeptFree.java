package dev.plimsoll.scaling;

import dev.plimsoll.slack.SlackPolicy;

/// How much room is kept free for pods to come.
public sealed interface KeptFree {

    /// None.
    record Nothing() implements KeptFree {}

    record Room(SlackPolicy policy) implements KeptFree {}
}
