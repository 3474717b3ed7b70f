package dev.plimsoll.simulator;

import dev.plimsoll.quantity.Money;
import java.time.Duration;
import java.util.List;

/// The result of a simulation run.
///
/// @param elapsed virtual time
/// @param groups by name
/// @param waits of all pods
/// @param pods all pods
public record Summary(Duration elapsed, List<OfGroup> groups, Waits waits, Counts pods) {

    public Summary {
        groups = List.copyOf(groups);
    }

    /// The cost of all groups.
    public Money cost() {
        return groups.stream().map(group -> group.bill().cost()).reduce(Money.NONE, Money::plus);
    }

    /// The price of the present machines of all groups for an hour.
    public Money hour() {
        return groups.stream().map(group -> group.bill().hour()).reduce(Money.NONE, Money::plus);
    }

    /// The result of one group. Its pods are the pods whose node selector names its labels.
    public record OfGroup(String name, Bill bill, Waits waits, Counts pods, Regrets regrets) {}

    /// The cost of a group. A machine is paid for from its order until its removal.
    ///
    /// @param nodeTime summed over its machines
    /// @param hour the price of its present machines for an hour
    /// @param most the largest number of machines at a time
    public record Bill(Duration nodeTime, Money cost, Money hour, int most) {}

    /// How long pods were pending, rounded up to seconds. Pods that are still pending, or were
    /// deleted while pending, count too; DaemonSet pods do not.
    public record Waits(Duration median, Duration p95, Duration longest) {}

    /// Numbers of pods, without DaemonSet pods.
    ///
    /// @param started bound to a node
    /// @param evicted through the eviction API
    /// @param killed running on a node when it was removed, or deleted from an unreachable one
    /// @param waiting still pending
    public record Counts(long started, long evicted, long killed, int waiting) {}

    /// Steps that the group took back within [#WINDOW].
    ///
    /// @param bought machines
    /// @param drainedAfter bought machines that were followed by a drain
    /// @param removed machines
    /// @param boughtAfter removed machines that were followed by a purchase
    public record Regrets(long bought, long drainedAfter, long removed, long boughtAfter) {

        public static final Duration WINDOW = Duration.ofMinutes(15);
    }
}
