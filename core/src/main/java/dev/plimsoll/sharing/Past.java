package dev.plimsoll.sharing;

/// The empty memory of sharing: running replicas are observed, not remembered.
public record Past() {

    public static final Past NONE = new Past();
}
