package dev.plimsoll.scaling;

import dev.plimsoll.quantity.Percent;
import java.time.Duration;
import java.util.List;

/// When nodes are drained because the pods on them fit elsewhere.
///
/// @param isOn whether nodes are drained at all
/// @param unneededFor how long the pods of a node must have had places elsewhere
/// @param most the highest utilisation of a node that may be drained
/// @param maxDrains the most nodes with pods that drain at a time
/// @param settle how long after it grew a group drains no node
/// @param settleForSlack the same after a growth for room to keep free alone
/// @param windows when only a share of the nodes may be disrupted
/// @param consolidation whether nodes with pods go for a lower cost
/// @param unreadyFor how long a node may not be Ready before it is drained; zero: for ever
public record ScaleDownPolicy(
        boolean isOn,
        Duration unneededFor,
        Percent most,
        int maxDrains,
        Duration settle,
        Duration settleForSlack,
        List<DisruptionWindow> windows,
        Consolidation consolidation,
        Duration unreadyFor) {

    public static final ScaleDownPolicy DEFAULT =
            new ScaleDownPolicy(
                    true,
                    Duration.ofMinutes(10),
                    Percent.of(50),
                    10,
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(2),
                    List.of(),
                    Consolidation.DEFAULT);

    public static final ScaleDownPolicy OFF = DEFAULT.withOn(false);

    /// Nodes that are not Ready are drained after the usual time.
    public ScaleDownPolicy(
            boolean isOn,
            Duration unneededFor,
            Percent most,
            int maxDrains,
            Duration settle,
            Duration settleForSlack,
            List<DisruptionWindow> windows,
            Consolidation consolidation) {
        this(
                isOn,
                unneededFor,
                most,
                maxDrains,
                settle,
                settleForSlack,
                windows,
                consolidation,
                Duration.ofMinutes(20));
    }

    public ScaleDownPolicy {
        windows = List.copyOf(windows);
    }

    public ScaleDownPolicy withOn(boolean other) {
        return new ScaleDownPolicy(
                other,
                unneededFor,
                most,
                maxDrains,
                settle,
                settleForSlack,
                windows,
                consolidation,
                unreadyFor);
    }

    public ScaleDownPolicy with(List<DisruptionWindow> others) {
        return new ScaleDownPolicy(
                isOn,
                unneededFor,
                most,
                maxDrains,
                settle,
                settleForSlack,
                others,
                consolidation,
                unreadyFor);
    }

    public ScaleDownPolicy with(Consolidation other) {
        return new ScaleDownPolicy(
                isOn,
                unneededFor,
                most,
                maxDrains,
                settle,
                settleForSlack,
                windows,
                other,
                unreadyFor);
    }

    public ScaleDownPolicy withUnreadyFor(Duration other) {
        return new ScaleDownPolicy(
                isOn,
                unneededFor,
                most,
                maxDrains,
                settle,
                settleForSlack,
                windows,
                consolidation,
                other);
    }
}
