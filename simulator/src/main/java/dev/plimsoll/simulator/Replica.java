package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.selection.Labels;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// One pod of a workload.
///
/// @param number unique and increasing over all pods
/// @param runs how long it runs once it is bound
/// @param node empty while it is pending
record Replica(Workload workload, long number, Instant created, Duration runs, String node) {

    static final String APP = "app";
    static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    Replica on(String itsNode) {
        return new Replica(workload, number, created, runs, itsNode);
    }

    boolean isWaiting() {
        return node.isEmpty();
    }

    Shape shape() {
        return workload.shape();
    }

    Pod pod() {
        var name = workload.name() + "-" + number;
        return new Pod(name, node, Labels.of(APP, workload.name()), shape(), created);
    }
}
