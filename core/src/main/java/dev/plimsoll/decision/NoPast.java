package dev.plimsoll.decision;

/// The memory of a decider that remembers nothing.
public record NoPast() {

    public static final NoPast NONE = new NoPast();
}
