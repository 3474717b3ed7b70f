package dev.plimsoll.fit;

/// Nothing: where a pod fits follows from what is seen.
public record Past() {

    public static final Past NONE = new Past();
}
