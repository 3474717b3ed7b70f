package dev.plimsoll.slack;

import dev.plimsoll.cluster.Shape;
import java.util.Comparator;

/// One placeholder and its place.
///
/// @param number its number among placeholders of its kind and name
/// @param node empty if it has no place
/// @param before the node of the turn before; empty if it had no place
public record Placeholder(Placeholders of, int number, String node, String before) {

    static final Comparator<Placeholder> BY_NUMBER =
            Comparator.comparing((Placeholder one) -> one.of.kind())
                    .thenComparing(one -> one.of.name())
                    .thenComparingInt(Placeholder::number);

    /// The same from turn to turn.
    public String name() {
        return of.name() + "-" + number;
    }

    public Shape shape() {
        return of.shape();
    }

    public boolean isHeld() {
        return !node.isEmpty();
    }

    /// Whether it had a place and has another one.
    public boolean isMoved() {
        return isHeld() && !before.isEmpty() && !before.equals(node);
    }
}
