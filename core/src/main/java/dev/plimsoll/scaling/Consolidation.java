package dev.plimsoll.scaling;

import dev.plimsoll.quantity.Percent;
import java.time.Duration;

/// Whether nodes with pods go for a lower cost.
///
/// @param least what a replacement must save at least, of what its nodes cost
/// @param timeout how long a replacement may take
public record Consolidation(Mode mode, Percent least, Duration timeout) {

    /// Which nodes go.
    public enum Mode {
        /// Empty nodes only.
        OFF,
        /// Nodes whose pods fit on other nodes.
        REMOVE,
        /// Also nodes whose pods fit on other nodes and on cheaper new ones.
        REPLACE
    }

    public static final Consolidation DEFAULT =
            new Consolidation(Mode.REMOVE, Percent.of(10), Duration.ofHours(1));

    public Consolidation with(Mode other) {
        return new Consolidation(other, least, timeout);
    }
}
