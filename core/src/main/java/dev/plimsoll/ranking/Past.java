package dev.plimsoll.ranking;

/// Nothing: options are weighed as they are seen.
public record Past() {

    public static final Past NONE = new Past();
}
