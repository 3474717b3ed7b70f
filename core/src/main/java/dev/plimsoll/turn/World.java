package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import java.util.List;

/// What is looked at and acted on: a real cluster, or one made of memory.
public interface World {

    /// What is to be seen. Nothing changed since the last look: the same value.
    Cluster observe();

    /// Takes the steps in order: one request a step, never a wait. A step that cannot be taken does
    /// not keep the next from being taken.
    ///
    /// @return what became of each step, in the same order; failures are values, never thrown
    List<Outcome> act(Plan plan);
}
