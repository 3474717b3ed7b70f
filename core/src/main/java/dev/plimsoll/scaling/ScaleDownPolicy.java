package dev.plimsoll.scaling;

import dev.plimsoll.quantity.Percent;
import java.time.Duration;

/// When nodes are drained because the pods on them fit elsewhere.
///
/// @param isOn whether nodes are drained at all
/// @param unneededFor how long the pods of a node must have had places elsewhere
/// @param most the highest utilisation of a node that may be drained
/// @param maxDrains the most nodes with pods that drain at a time
/// @param settle how long after it grew a group drains no node
public record ScaleDownPolicy(
        boolean isOn, Duration unneededFor, Percent most, int maxDrains, Duration settle) {

    public static final ScaleDownPolicy DEFAULT =
            new ScaleDownPolicy(
                    true, Duration.ofMinutes(10), Percent.of(50), 10, Duration.ofMinutes(10));

    public static final ScaleDownPolicy OFF = DEFAULT.withOn(false);

    public ScaleDownPolicy withOn(boolean other) {
        return new ScaleDownPolicy(other, unneededFor, most, maxDrains, settle);
    }
}
