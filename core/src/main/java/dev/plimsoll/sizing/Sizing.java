package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Past.Unbound;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Decides how many nodes a group has. The formulas and their source are in the package comment;
/// the rules are in [Rules].
public final class Sizing implements Decider<Seen, Policy, Past> {

    @Override
    public List<Rule> rules() {
        return Rules.ALL;
    }

    @Override
    public Decision<Past> decide(Question<Seen, Policy, Past> question) {
        var facts = new SizingFacts(question);
        var past = facts.past;
        var timers = past.group().timers().at(facts.now);
        var draft = new Draft(facts.name(), timers, past.moved());
        note(facts, draft);
        var condition = facts.seen.group().condition();
        if (condition != Group.Condition.IN_SERVICE) {
            return leaveAlone(facts, draft, condition);
        }
        return facts.isSource()
                ? decideAsEscalator(question, facts, draft)
                : decide(withoutUnhealthy(question, facts, draft), draft);
    }

    private static void noteDryRun(SizingFacts facts, Draft draft) {
        if (facts.policy.dryRun() && !draft.isEmpty()) {
            draft.because(Rules.DRY_RUN, facts.name());
        }
    }

    private static Decision<Past> leaveAlone(
            SizingFacts facts, Draft draft, Group.Condition condition) {
        var text =
                condition == Group.Condition.PAUSED ? "paused" : "being upgraded by its provider";
        draft.because(Rules.GROUP_NOT_IN_SERVICE, facts.name(), fact("condition", text));
        var group = facts.remembered(facts.past.coolDown(), draft.timers());
        return draft.decision(remembered(facts, draft, group, facts.past.unbound()));
    }

    private static Decision<Past> decideAsEscalator(
            Question<Seen, Policy, Past> question, SizingFacts before, Draft draft) {
        var health = new EscalatorHealth(question);
        var drained = health.drained(question, draft);
        var facts = drained.equals(question) ? before : new SizingFacts(drained);
        var rules = new EscalatorRules(facts, draft, health);
        rules.decide();
        noteDryRun(facts, draft);
        var group = facts.remembered(rules.coolDown(), draft.timers());
        return draft.decision(Past.NONE.with(group));
    }

    private static Decision<Past> decide(SizingFacts facts, Draft draft) {
        var growing = new Growing(facts, draft);
        decide(facts, draft, growing);
        wake(facts, draft, growing);
        noteDryRun(facts, draft);
        var group = facts.remembered(growing.coolDown(), draft.timers());
        return draft.decision(remembered(facts, draft, group, growing.starved().unbound()));
    }

    private static Past remembered(
            SizingFacts facts, Draft draft, GroupPast group, List<Unbound> unbound) {
        return new Past(
                group,
                unbound,
                draft.moved(),
                facts.peaks.parts(),
                facts.rememberedGraces(draft.waiting()));
    }

    /// The facts after unhealthy nodes are drained: every other rule counts them as draining.
    private static SizingFacts withoutUnhealthy(
            Question<Seen, Policy, Past> question, SizingFacts facts, Draft draft) {
        var names = new Replacing(facts, draft).drainUnhealthy();
        var draining = new NodeState.Draining(facts.now, DrainCause.UNHEALTHY);
        return names.isEmpty()
                ? facts
                : new SizingFacts(question.about(facts.seen.with(draining, names)));
    }

    private static void decide(SizingFacts facts, Draft draft, Growing growing) {
        var shrinking = new Shrinking(facts, draft, growing.starved());
        new FailedDrains(facts, draft).expire();
        growing.giveUpLate();
        boolean trimmed = !growing.isCoolingDown() && draft.isEmpty() && shrinking.trim();
        if (!trimmed && !growing.grow()) {
            hold(facts, draft, growing, shrinking);
            if (draft.isEmpty()) {
                new Replacing(facts, draft).rotate(growing);
            }
        }
        new Removing(facts, draft)
                .remove(growing.undrained(), growing.ordered(), growing.starved().wanted());
    }

    private static void hold(SizingFacts facts, Draft draft, Growing growing, Shrinking shrinking) {
        if (growing.isCoolingDown()) {
            coolDown(facts, draft, growing);
        } else {
            shrinking.shrink();
        }
    }

    private static void coolDown(SizingFacts facts, Draft draft, Growing growing) {
        draft.because(
                Rules.COOLING_DOWN,
                facts.name(),
                fact(
                        "seconds",
                        Duration.between(facts.now, growing.coolDown().until()).toSeconds()));
    }

    /// The reasons that do not depend on what is decided.
    private static void note(SizingFacts facts, Draft draft) {
        if (!facts.unholdable.isEmpty()) {
            draft.because(
                    Rules.CANNOT_HOLD,
                    facts.name(),
                    Draft.about(facts.unholdable, fact("why", why(facts))));
        }
        var withoutRequests =
                facts.pending.stream()
                        .filter(pods -> requestsNothing(pods.shape().requests()))
                        .toList();
        if (!withoutRequests.isEmpty()) {
            draft.because(Rules.NO_REQUESTS, facts.name(), Draft.about(withoutRequests));
        }
        var strays = facts.withoutGroup();
        if (!strays.isEmpty()) {
            draft.because(Rules.PODS_WITHOUT_GROUP, facts.name(), Draft.about(strays));
        }
        var shared = facts.pendingOfTwoGroups();
        if (!shared.isEmpty()) {
            draft.because(Rules.PODS_OF_TWO_GROUPS, facts.name(), Draft.about(shared));
        }
        var forced = facts.forced().stream().map(Node::name).toList();
        if (!forced.isEmpty()) {
            draft.because(
                    Rules.FORCED_NODES,
                    facts.name(),
                    fact("nodes", forced.size()),
                    fact("examples", Draft.examples(forced)));
        }
        var group = facts.seen.group();
        var differences =
                facts.variants.isOne()
                        ? facts.next.differences(facts.name(), group.template())
                        : facts.variants.differences(group);
        differences.forEach(draft::because);
        long kinds = facts.byState.ready().stream().map(Node::allocatable).distinct().count();
        if (kinds > 1) {
            draft.because(
                    Rules.UNEQUAL_NODES,
                    facts.name(),
                    fact("kinds", kinds),
                    fact("offers", facts.each.toString()));
        }
    }

    private static String why(SizingFacts facts) {
        var shape = facts.unholdable.getFirst().shape();
        return switch (facts.onNewNode(shape)) {
            case Verdict.Refused(var reason) -> reason.sentence();
            case Verdict.Unknown(var reason) -> reason.sentence();
            case Verdict.Fits _ -> "";
        };
    }

    private static boolean requestsNothing(Resources requests) {
        return requests.names().stream().allMatch(name -> requests.asked(name) == 0);
    }

    /// The times at which the decision changes even if the cluster does not.
    private static void wake(SizingFacts facts, Draft draft, Growing growing) {
        if (growing.isCoolingDown()) {
            draft.wake(growing.coolDown().until());
        }
        draft.wake(facts.peaks.next());
        var timeout = facts.policy.growth().provisionTimeout();
        facts.byState
                .starting()
                .forEach(node -> draft.wake(facts.clock.counted(node.created()).plus(timeout)));
        for (Missing ask : facts.byState.missing()) {
            if (facts.now.isBefore(ask.since().plus(timeout))) {
                draft.wake(ask.since().plus(timeout));
            }
        }
    }

    @Override
    public Past jumped(Past past, Instant now, Duration lost) {
        return past.jumped(now, lost);
    }

    @Override
    public GroupPast handOver(Past past, String group) {
        return past.group();
    }

    @Override
    public Past takeOver(Past past, String group, GroupPast handed) {
        return past.with(handed);
    }
}
