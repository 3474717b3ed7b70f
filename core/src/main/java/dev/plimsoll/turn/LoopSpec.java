package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decider;
import java.util.function.Function;
import java.util.function.Supplier;

/// The parts of a loop: its view of the cluster, its decider and its policy.
///
/// @param name unique in its world; a sizing loop has the name of its group
/// @param view selects the part of a cluster that the decider sees
public record LoopSpec<S, P, M>(
        String name, Function<Cluster, S> view, Decider<S, P, M> decider, Supplier<P> policy) {}
