package dev.plimsoll.simulator;

import dev.plimsoll.quantity.Money;
import java.time.Duration;
import java.util.List;

/// The result of a simulation run.
///
/// @param elapsed virtual time
/// @param bills one for each group, by name
public record Summary(Duration elapsed, List<Bill> bills, Waits waits, Counts pods) {

    public Summary {
        bills = List.copyOf(bills);
    }

    /// The cost of all groups.
    public Money cost() {
        return bills.stream().map(Bill::cost).reduce(Money.NONE, Money::plus);
    }

    /// The cost of a group. A machine is paid for from its order until its removal.
    ///
    /// @param nodeTime summed over its machines
    /// @param most the largest number of machines at a time
    public record Bill(String group, Duration nodeTime, Money cost, int most) {}

    /// How long pods were pending, rounded up to seconds. Pods that are still pending, or were
    /// deleted while pending, count too; DaemonSet pods do not.
    public record Waits(Duration median, Duration p95, Duration longest) {}

    /// Numbers of pods, without DaemonSet pods.
    ///
    /// @param started bound to a node
    /// @param evicted through the eviction API
    /// @param killed running on a node when it was removed
    /// @param waiting still pending
    public record Counts(long started, long evicted, long killed, int waiting) {}
}
