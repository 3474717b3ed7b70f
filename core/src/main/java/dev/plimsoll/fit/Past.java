package dev.plimsoll.fit;

/// The memory of fit: empty, because every question is decided on its own.
public record Past() {

    public static final Past NONE = new Past();
}
