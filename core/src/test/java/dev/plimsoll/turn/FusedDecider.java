package dev.plimsoll.turn;

import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Question;

/// A decider in a process that may end as soon as it has decided.
record FusedDecider<S, P, M>(Decider<S, P, M> inside, Fuse fuse) implements Decider<S, P, M> {

    @Override
    public Decision<M> decide(Question<S, P, M> question) {
        var decision = inside.decide(question);
        fuse.point("after it decided");
        return decision;
    }

    @Override
    public GroupPast handOver(M past, String group) {
        return inside.handOver(past, group);
    }

    @Override
    public M takeOver(M past, String group, GroupPast handed) {
        return inside.takeOver(past, group, handed);
    }
}
