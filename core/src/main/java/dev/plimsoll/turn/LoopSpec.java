package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decider;
import java.util.function.Function;
import java.util.function.Supplier;

/// What one loop looks after: what it sees of a cluster, who decides, by which policy.
///
/// @param name unique in its world; a sizing loop bears the name of its group
/// @param view what of a cluster the decider gets to see
public record LoopSpec<S, P, M>(
        String name, Function<Cluster, S> view, Decider<S, P, M> decider, Supplier<P> policy) {}
