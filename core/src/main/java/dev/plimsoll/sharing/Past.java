package dev.plimsoll.sharing;

/// Nothing: what a workload runs on which cluster is seen, not remembered.
public record Past() {

    public static final Past NONE = new Past();
}
