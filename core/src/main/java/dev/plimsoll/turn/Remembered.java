package dev.plimsoll.turn;

import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import java.util.LinkedHashSet;
import java.util.List;

/// What a loop knows of its last decision.
///
/// @param groups the groups that it decided about
/// @param past the memory of the decision
/// @param last the outcomes of its steps
public record Remembered<M>(
        LoopId loop, List<String> groups, Decider<?, ?, M> decider, M past, List<Outcome> last) {

    public Remembered {
        groups = List.copyOf(groups);
        last = List.copyOf(last);
    }

    /// The outcomes of a plan before any is known.
    public static List<Outcome> unknown(Plan plan) {
        return plan.steps().stream().<Outcome>map(Outcome.Unknown::new).toList();
    }

    /// This memory for more groups.
    Remembered<M> with(List<String> others) {
        var all = new LinkedHashSet<>(groups);
        all.addAll(others);
        return new Remembered<>(loop, List.copyOf(all), decider, past, last);
    }

    /// What another loop should know of a group.
    GroupPast handOver(String group) {
        return decider.handOver(past, group);
    }
}
