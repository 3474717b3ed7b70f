package dev.plimsoll.turn;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import java.util.List;

/// The environment of loops: a real cluster or a simulated one.
///
/// **Invariant:** `observe` shows every step that `act` reported as done. Where the world itself
/// shows it later, [OwnWrites] lays it over what is seen.
///
/// @param <O> what it shows: a `Cluster` in production
public interface World<O> {

    /// The current state; the same value as before if nothing changed.
    O observe();

    /// Takes the steps in order, with one request for each and without waiting. A step that fails
    /// does not prevent the next.
    ///
    /// @return the outcome of each step, in the same order; failures are values, never thrown
    List<Outcome> act(Plan plan);
}
