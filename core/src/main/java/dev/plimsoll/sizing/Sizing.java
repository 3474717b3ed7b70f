package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.quantity.Resources;
import java.time.Duration;
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
        var draft = new Draft(facts.name());
        note(facts, draft);
        var growing = new Growing(facts, draft);
        if (facts.isSource()) {
            decideAsEscalator(facts, draft, growing);
        } else {
            decide(facts, draft, growing);
        }
        wake(facts, draft, growing);
        return draft.decision(remember(facts, growing));
    }

    private static void decide(SizingFacts facts, Draft draft, Growing growing) {
        var shrinking = new Shrinking(facts, draft);
        boolean trimmed = !growing.isCoolingDown() && shrinking.trim();
        if (!trimmed && !growing.grow()) {
            hold(facts, draft, growing, shrinking);
        }
        new Removing(facts, draft).remove(growing.undrained());
    }

    private static void hold(SizingFacts facts, Draft draft, Growing growing, Shrinking shrinking) {
        if (growing.isCoolingDown()) {
            coolDown(facts, draft, growing);
        } else if (!growing.backsOff()) {
            shrinking.shrink();
        }
    }

    /// Escalator's rules in its order: refuse, restore the minimum, cool down, and only then
    /// compare the utilisation. Nodes are removed only in turns that do not grow.
    private static void decideAsEscalator(SizingFacts facts, Draft draft, Growing growing) {
        var nodes = facts.seen.nodes().size();
        int least = facts.policy.limits().least();
        if (nodes == 0 && facts.seen.pending().isEmpty()) {
            draft.because(Rules.NOTHING_REQUESTED, facts.name(), fact("nodes", 0));
        } else if (nodes < least) {
            draft.because(
                    Rules.BELOW_MIN_REFUSED,
                    facts.name(),
                    fact("nodes", nodes),
                    fact("least", least));
        } else if (isWithoutCapacity(facts)) {
            draft.because(
                    Rules.NO_CAPACITY,
                    facts.name(),
                    fact("nodes", facts.byState.active()),
                    fact("resource", lacking(facts)));
        } else if (growing.isCoolingDown() && facts.nodes() >= least) {
            coolDown(facts, draft, growing);
        } else {
            compareAsEscalator(facts, draft, growing);
        }
    }

    private static void compareAsEscalator(SizingFacts facts, Draft draft, Growing growing) {
        var shrinking = new Shrinking(facts, draft);
        boolean trimmed = shrinking.trim();
        if (!trimmed && growing.grow()) {
            return;
        }
        if (!trimmed) {
            shrinking.shrink();
        }
        new Removing(facts, draft).remove(List.of());
    }

    private static boolean isWithoutCapacity(SizingFacts facts) {
        return facts.byState.active() > 0 && !lacking(facts).isEmpty();
    }

    /// Cpu or memory, if the active nodes have none of it.
    private static String lacking(SizingFacts facts) {
        var utilisation = facts.growing();
        if (utilisation.hasNone(Resources.CPU)) {
            return Resources.CPU;
        }
        return utilisation.hasNone(Resources.MEMORY) ? Resources.MEMORY : "";
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
        var forced =
                facts.seen.nodes().stream()
                        .filter(node -> node.state() instanceof NodeState.Forced)
                        .map(Node::name)
                        .toList();
        if (!forced.isEmpty()) {
            draft.because(
                    Rules.FORCED_NODES,
                    facts.name(),
                    fact("nodes", forced.size()),
                    fact("examples", Draft.examples(forced)));
        }
        facts.next.differences(facts.name(), facts.seen.group().template()).forEach(draft::because);
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
        return switch (Fit.onEmpty(facts.newNode(), shape)) {
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
        var timeout = facts.policy.growth().provisionTimeout();
        facts.byState.starting().forEach(node -> draft.wake(node.created().plus(timeout)));
        for (Missing ask : facts.byState.missing()) {
            if (facts.now.isBefore(ask.since().plus(timeout))) {
                draft.wake(ask.since().plus(timeout));
            }
        }
    }

    private static Past remember(SizingFacts facts, Growing growing) {
        return new Past(facts.remembered(growing.coolDown()), growing.starving());
    }

    @Override
    public GroupPast handOver(Past past, String group) {
        return past.group();
    }

    @Override
    public Past takeOver(Past past, String group, GroupPast handed) {
        return new Past(handed, past.starving());
    }
}
