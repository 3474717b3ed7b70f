package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import java.util.List;

/// The environment of a loop: a real cluster or a simulated one.
public interface World {

    /// The current state; the same value as before if nothing changed.
    Cluster observe();

    /// Takes the steps in order, with one request for each and without waiting. A step that fails
    /// does not prevent the next.
    ///
    /// @return the outcome of each step, in the same order; failures are values, never thrown
    List<Outcome> act(Plan plan);
}
