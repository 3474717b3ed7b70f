package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Step;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroups.GroupState;
import java.time.Duration;

/// Machines that failed or did not join in time are given up, and their group does not grow for a
/// while.
final class LateMachines {

    private final ScalingFacts facts;
    private final RemovalDraft draft;

    LateMachines(ScalingFacts facts, RemovalDraft draft) {
        this.facts = facts;
        this.draft = draft;
    }

    void giveUp() {
        for (var state : facts.states()) {
            forgetIfDelivered(state);
            var group = state.group();
            int all = facts.givenUp(group);
            if (all > 0) {
                int failed = facts.givenUpAsFailed(group);
                draft.take(new Step.GiveUp(group.name(), group.target(), group.target() - all));
                failed(group, failed);
                late(group, all - failed);
            }
        }
    }

    private void forgetIfDelivered(GroupState state) {
        var timers = draft.timers(state.group().name());
        boolean isDelivered =
                state.byState().ready().stream()
                        .anyMatch(node -> node.created().isAfter(timers.orders().since()));
        if (!timers.orders().isNone() && isDelivered) {
            draft.set(state.group().name(), timers.withOrders(BackOff.NONE));
        }
    }

    private void failed(NodeGroup group, int machines) {
        if (machines > 0) {
            draft.because(because(Rules.GIVE_UP_FAILED, group.name(), fact("machines", machines)));
        }
    }

    private void late(NodeGroup group, int machines) {
        if (machines == 0) {
            return;
        }
        var name = group.name();
        var pause = facts.pauseAfterGivingUp(name);
        draft.set(name, draft.timers(name).withOrders(pause));
        draft.wake(pause.until());
        draft.because(
                because(
                        Rules.GIVE_UP,
                        name,
                        fact("machines", machines),
                        fact("minutes", facts.policy().provisionTimeout().toMinutes()),
                        fact("pause", Duration.between(draft.now(), pause.until()).toMinutes())));
    }
}
