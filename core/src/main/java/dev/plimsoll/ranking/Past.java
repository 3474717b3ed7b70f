package dev.plimsoll.ranking;

/// The memory of ranking: empty, because every question is decided on its own.
public record Past() {

    public static final Past NONE = new Past();
}
