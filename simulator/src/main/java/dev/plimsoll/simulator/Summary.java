package dev.plimsoll.simulator;

import dev.plimsoll.quantity.Money;
import java.time.Duration;
import java.util.List;

/// What a run came to.
///
/// @param elapsed the virtual time that passed
/// @param bills a group each, by name
public record Summary(Duration elapsed, List<Bill> bills, Waits waits, Counts pods) {

    public Summary {
        bills = List.copyOf(bills);
    }

    /// The cost of all groups.
    public Money cost() {
        return bills.stream().map(Bill::cost).reduce(Money.NONE, Money::plus);
    }

    /// What a group's machines came to, each paid for from the moment it is asked for until it is
    /// gone.
    ///
    /// @param nodeTime summed over its machines: node hours
    /// @param most machines at once
    public record Bill(String group, Duration nodeTime, Money cost, int most) {}

    /// How long pods waited for a node, to the second, rounded up: half of them no longer than
    /// `median`, 95 of 100 no longer than `p95`. A pod that still waits, or was taken back before
    /// it had a node, counts with the time it waited; DaemonSet pods do not count.
    public record Waits(Duration median, Duration p95, Duration longest) {}

    /// Pods but those of the DaemonSet.
    ///
    /// @param started how many got a node
    /// @param evicted how many were asked to leave
    /// @param killed how many ran on a node when it was removed
    /// @param waiting how many still wait
    public record Counts(long started, long evicted, long killed, int waiting) {}
}
