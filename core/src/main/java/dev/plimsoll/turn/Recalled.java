package dev.plimsoll.turn;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import java.util.List;

/// What a loop knows when it starts: what the last decision said to remember, and what became of
/// its plan.
public record Recalled<M>(M past, List<Outcome> last) {

    public Recalled {
        last = List.copyOf(last);
    }

    /// A plan that was decided, and of whose steps nothing is known.
    public static <M> Recalled<M> interrupted(M past, Plan plan) {
        return new Recalled<>(
                past, plan.steps().stream().<Outcome>map(Outcome.Unknown::new).toList());
    }
}
