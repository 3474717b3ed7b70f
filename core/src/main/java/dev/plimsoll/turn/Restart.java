package dev.plimsoll.turn;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import java.util.List;

/// The state in which a loop starts: the memory of the last decision and the outcomes of its plan.
public record Restart<M>(M past, List<Outcome> last) {

    public Restart {
        last = List.copyOf(last);
    }

    /// A restart after a decision whose steps have unknown outcomes.
    public static <M> Restart<M> interrupted(M past, Plan plan) {
        return new Restart<>(
                past, plan.steps().stream().<Outcome>map(Outcome.Unknown::new).toList());
    }
}
