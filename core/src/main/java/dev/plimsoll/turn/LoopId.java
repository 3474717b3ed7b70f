package dev.plimsoll.turn;

/// The identity of a loop in its world.
///
/// @param kind what it decides: `Sizing`
/// @param name what it decides about: the name of a group, a subnet or a cluster
public record LoopId(String kind, String name) implements Comparable<LoopId> {

    @Override
    public int compareTo(LoopId other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : name.compareTo(other.name);
    }

    /// `Sizing/web`.
    @Override
    public String toString() {
        return kind + "/" + name;
    }
}
