package dev.plimsoll.turn;

import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.View;
import java.util.List;

/// The parts of a loop: the groups it decides about, its view of the world, its decider and its
/// policy.
///
/// @param groups the names of the groups whose size it decides; no other loop has them
/// @param none the memory of a loop that has not decided yet
/// @param dryRun whether it decides and takes no step
/// @param <O> what the world shows
/// @param <S> what the decider sees of it
/// @param <P> the policy
/// @param <M> the memory
public record LoopSpec<O, S, P, M>(
        LoopId id,
        List<String> groups,
        View<O, S> view,
        Decider<S, P, M> decider,
        P policy,
        M none,
        boolean dryRun) {

    /// Why a step failed that a dry run did not take.
    public static final String DRY_RUN = Outcome.DRY_RUN;

    /// A loop that takes its steps.
    public LoopSpec(
            LoopId id,
            List<String> groups,
            View<O, S> view,
            Decider<S, P, M> decider,
            P policy,
            M none) {
        this(id, groups, view, decider, policy, none, false);
    }

    public LoopSpec {
        groups = List.copyOf(groups);
    }

    /// This loop, whose steps are decided and not taken.
    LoopSpec<O, S, P, M> asDryRun() {
        return new LoopSpec<>(id, groups, view, decider, policy, none, true);
    }
}
