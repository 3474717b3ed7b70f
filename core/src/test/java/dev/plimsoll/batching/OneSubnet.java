package dev.plimsoll.batching;

import dev.plimsoll.batching.Policy.Limits;
import dev.plimsoll.batching.Policy.Patience;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Count;
import java.time.Instant;
import java.util.List;

/// One subnet, asked about. The defaults are those of the facts' tables: no address for the node
/// itself, no hold-down.
record OneSubnet(Seen seen, Policy policy, Past past, Instant now) {

    static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");

    static OneSubnet of(int capacity, int batch, Nodes... nodes) {
        var limits = new Limits(128, 250, 0);
        var policy =
                new Policy(
                        new Formula.FeedForward(),
                        50,
                        50,
                        Count.unknown(),
                        limits,
                        Patience.NONE,
                        "");
        return new OneSubnet(
                new Seen("pods", Count.of(capacity), batch, List.of(nodes)),
                policy,
                Past.NONE,
                NOON);
    }

    static Nodes nodes(int count, int pods) {
        return new Nodes(count, pods, Nodes.ANY);
    }

    OneSubnet by(Formula rule) {
        return with(policy.withRule(rule));
    }

    OneSubnet with(Policy other) {
        return new OneSubnet(seen, other, past, now);
    }

    OneSubnet with(Limits limits) {
        return with(
                new Policy(
                        policy.rule(),
                        policy.minFreePercent(),
                        policy.headroomPercent(),
                        policy.joins(),
                        limits,
                        policy.patience(),
                        policy.controller()));
    }

    OneSubnet joins(int joins) {
        return with(
                new Policy(
                        policy.rule(),
                        policy.minFreePercent(),
                        policy.headroomPercent(),
                        Count.of(joins),
                        policy.limits(),
                        policy.patience(),
                        policy.controller()));
    }

    OneSubnet shares(int minFreePercent, int headroomPercent) {
        return with(
                new Policy(
                        policy.rule(),
                        minFreePercent,
                        headroomPercent,
                        policy.joins(),
                        policy.limits(),
                        policy.patience(),
                        policy.controller()));
    }

    OneSubnet patient(Patience patience) {
        return with(policy.withPatience(patience));
    }

    OneSubnet used(int used) {
        return seeing(seen.withUsed(new Seen.Used(Count.of(used), Count.unknown())));
    }

    OneSubnet used(int used, int before) {
        return seeing(seen.withUsed(new Seen.Used(Count.of(used), Count.of(before))));
    }

    OneSubnet others(int held) {
        return seeing(seen.withOthers(held));
    }

    OneSubnet seeing(Seen other) {
        return new OneSubnet(other, policy, past, now);
    }

    /// The same subnet later, with what was remembered, and the batch in force that was decided.
    OneSubnet after(Decision<Past> decision, int seconds) {
        var then =
                new Seen(
                        seen.subnet(),
                        seen.capacity(),
                        seen.others(),
                        next(decision),
                        Count.unknown(),
                        seen.used(),
                        seen.nodes(),
                        seen.coming(),
                        seen.lagging(),
                        seen.age());
        return new OneSubnet(then, policy, decision.remember(), now.plusSeconds(seconds));
    }

    OneSubnet capacity(int addresses) {
        return seeing(
                new Seen(
                        seen.subnet(),
                        Count.of(addresses),
                        seen.others(),
                        seen.batch(),
                        seen.minFreePercent(),
                        seen.used(),
                        seen.nodes(),
                        seen.coming(),
                        seen.lagging(),
                        seen.age()));
    }

    OneSubnet nodes(Nodes... nodes) {
        return seeing(
                new Seen(
                        seen.subnet(),
                        seen.capacity(),
                        seen.others(),
                        seen.batch(),
                        seen.minFreePercent(),
                        seen.used(),
                        List.of(nodes),
                        seen.coming(),
                        seen.lagging(),
                        seen.age()));
    }

    Question<Seen, Policy, Past> question() {
        return new Question<>(seen, policy, past, List.of(), now, 0);
    }

    Decision<Past> decide() {
        return new Batching().decide(question());
    }

    int next() {
        return next(decide());
    }

    private int next(Decision<Past> decision) {
        for (var step : decision.plan().steps()) {
            if (step instanceof Step.UseBatch(_, _, int addresses, _)) {
                return addresses;
            }
        }
        return seen.batch();
    }

    /// The figures of a subnet whose capacity is known.
    SubnetFigures answers() {
        return details().figures().orElseThrow();
    }

    State state() {
        return details().state();
    }

    private Batching.Details details() {
        return new Batching().answer(question()).details();
    }
}
