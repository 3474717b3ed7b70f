package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Outcome;
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
        facts.last().forEach(this::tellRefusal);
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

    /// A provider gives up no machine that exists. No step removes one without a node, because
    /// nothing that is observed names it.
    private void tellRefusal(Outcome last) {
        if (last instanceof Outcome.Failed(var step, var why)
                && step instanceof Step.GiveUp(var group, int from, int to)) {
            draft.because(
                    because(
                            Rules.GIVE_UP_REFUSED,
                            group,
                            fact("machines", from - to),
                            fact("why", why)));
        }
    }

    private void forgetIfDelivered(GroupState state) {
        var timers = draft.timers(state.group().name());
        boolean isDelivered =
                state.byState().ready().stream()
                        .anyMatch(node ->
                                facts.counted(node.created()).isAfter(timers.orders().since()));
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
