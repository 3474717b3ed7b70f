package dev.plimsoll.turn;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import java.util.List;

/// What a loop knows when it starts: what the last decision said to remember, and what became of
/// its plan.
public record Restart<M>(M past, List<Outcome> last) {

    public Restart {
        last = List.copyOf(last);
    }

    /// A plan that was decided, and of whose steps nothing is known.
    public static <M> Restart<M> interrupted(M past, Plan plan) {
        return new Restart<>(
                past, plan.steps().stream().<Outcome>map(Outcome.Unknown::new).toList());
    }
}
