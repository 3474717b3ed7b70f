package dev.plimsoll.simulator;

import java.time.Duration;

/// A change of a simulated cluster that no controller causes, at a fixed time of its scenario.
public sealed interface Incident {

    /// The time from the start of the scenario.
    Duration after();

    /// Someone scales a workload.
    ///
    /// @param workload the name of a [Workload.Fixed]
    record Scaling(Duration after, String workload, int replicas) implements Incident {}

    /// The provider delivers no machines of a group for a while. Machines that are ordered
    /// meanwhile boot at its end, unless they were cancelled.
    record NoDelivery(Duration after, String group, Duration lasts) implements Incident {}

    /// The provider announces that it stops a spot node of the group two minutes later.
    record SpotNotice(Duration after, String group) implements Incident {}

    /// The kubelet of a node of the group stops reporting, and never reports again.
    record NodeFailure(Duration after, String group) implements Incident {}
}
