package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.GroupSpread.Zones;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Answering;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.scaling.Proposal.Grown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// Decides which nodes to add for pending pods: pods that fit on no existing or arriving node go on
/// new nodes of the cheapest groups, or of the groups that rank best.
///
/// **Invariant:** equal clusters get equal proposals, in whatever order their parts were given; no
/// limit is exceeded; every pending pod is placed or left; no alternative of the cheapest mix is
/// better than it: `ScalingTest`.
public final class Scaling implements Answering<Cluster, Policy, Past, Proposal> {

    private static final int MOST_RETRIES = 3;

    @Override
    public List<Rule> rules() {
        var rules = new ArrayList<>(Rules.ALL);
        rules.addAll(RemovalRules.ALL);
        rules.addAll(dev.plimsoll.groups.Rules.ALL);
        return rules;
    }

    @Override
    public Answer<Past, Proposal> answer(Question<Cluster, Policy, Past> question) {
        if (!question.policy().scaleDown().isOn()) {
            return growing(question);
        }
        var back = new TakingBack(new ScalingFacts(question));
        var current = back.isEmpty() ? question : question.about(back.cluster());
        var facts = new ScalingFacts(current).keepingRoom();
        var draft = new RemovalDraft(current, facts);
        back.nodes().forEach(draft::takeBack);
        draft.because(back.reasons());
        var proposal = propose(facts);
        var steps = new ArrayList<Step>();
        grow(proposal, draft, steps);
        new LateMachines(facts, draft).giveUp();
        scaleDown(facts, proposal, draft);
        return answer(facts, proposal, draft, steps);
    }

    /// Nodes that drain are left alone.
    private static Answer<Past, Proposal> growing(Question<Cluster, Policy, Past> question) {
        var facts = new ScalingFacts(question).keepingRoom();
        var draft = new RemovalDraft(question, facts);
        var proposal = propose(facts);
        var steps = new ArrayList<Step>();
        grow(proposal, draft, steps);
        new LateMachines(facts, draft).giveUp();
        return answer(facts, proposal, draft, steps);
    }

    private static Answer<Past, Proposal> answer(
            ScalingFacts facts, Proposal proposal, RemovalDraft draft, List<Step> steps) {
        steps.addAll(draft.steps());
        var beside = new ArrayList<>(facts.room().reasons());
        beside.addAll(draft.reasons());
        var whole = proposal.with(draft.stays(), beside);
        return new Answer<>(
                new Decision<>(
                        new Plan(steps),
                        whole.allReasons(),
                        facts.remembered(draft),
                        facts.nextLate(draft.wakeAt())),
                whole);
    }

    private static void grow(Proposal proposal, RemovalDraft draft, List<Step> steps) {
        for (var grown : proposal.groups()) {
            var group = grown.group();
            if (grown.more() > 0 && grown.wanted() > group.target()) {
                steps.add(resize(grown));
                draft.set(group.name(), draft.timers(group.name()).grown(draft.now()));
            }
        }
    }

    /// Pods of nodes that go are tried on the nodes that take pods now, beside the pending pods
    /// that are to go there.
    private static void scaleDown(ScalingFacts facts, Proposal proposal, RemovalDraft draft) {
        var coming = new LinkedHashSet<String>();
        proposal.packing().placed().forEach(one -> coming.add(one.node()));
        var late = facts.notThereYet();
        var opened = new LinkedHashSet<String>();
        proposal.packing().opened().forEach(one -> opened.add(one.node()));
        var most = facts.policy().scaleDown().most();
        var ready =
                proposal.nodesWithRoom().stream()
                        .filter(node -> node.isReady() && !late.contains(node.name()))
                        .filter(node -> !opened.contains(node.name()))
                        .sorted(Comparator.comparing(node -> !NodeUse.of(node).isAbove(most)))
                        .toList();
        int staying =
                (int) ready.stream().takeWhile(node -> NodeUse.of(node).isAbove(most)).count();
        boolean hasFailed =
                facts.groups().stream()
                        .anyMatch(group -> !draft.timers(group.name()).drains().isNone());
        var moves = new Moves(ready, staying, coming, facts.cluster(), hasFailed);
        new Emptying(facts, draft, moves).empty(needy(proposal, opened));
        new ScaleDown(facts, proposal, draft, moves).drain();
    }

    /// The pods that fit on no existing node.
    private static List<Pods> needy(Proposal proposal, Set<String> opened) {
        var needy = new ArrayList<Pods>();
        proposal.packing().placed().stream()
                .filter(one -> opened.contains(one.node()))
                .forEach(one -> needy.add(new Pods(one.shape(), one.count(), "")));
        needy.addAll(proposal.packing().left());
        var names = new TreeMap<Shape, Pods>();
        proposal.facts().pending().pods().forEach(pods -> names.put(pods.shape(), pods));
        needy.replaceAll(some -> names.getOrDefault(some.shape(), some).times(some.count()));
        return needy;
    }

    /// Names the variants of new nodes where the planner picks them. Machines that were ordered and
    /// have not joined are part of the target already.
    public static Step.ResizeGroup resize(Grown grown) {
        var group = grown.group();
        var in = new TreeMap<VariantKey, Integer>();
        if (group.offers().size() > 1 && group.spread().zones() == Zones.CHOSEN) {
            int ordered = Math.max(0, group.target() - group.size());
            grown.bought().stream()
                    .skip(ordered)
                    .forEach(member -> in.merge(member.key(), 1, Integer::sum));
        }
        return new Step.ResizeGroup(
                group.name(),
                group.target(),
                grown.wanted(),
                in.entrySet().stream()
                        .map(each -> new Step.InVariant(each.getKey(), each.getValue()))
                        .toList());
    }

    /// If zones turn out to be out of reach, their pods are tried on other offers.
    private static Proposal propose(ScalingFacts facts) {
        var pending = facts.pending();
        var ceilings = new Ceilings(facts);
        var reach = new TreeMap<String, Integer>();
        var buyer = new Buyer(facts, ceilings, pending.all(), reach);
        var chosen = chosen(facts, buyer);
        for (int i = 0; i < MOST_RETRIES && !buyer.outOfReach().isEmpty(); i++) {
            reach.putAll(buyer.outOfReach());
            var next = new Buyer(facts, ceilings, pending.all(), reach);
            var other = chosen(facts, next);
            if (Purchase.CHEAPEST.compare(other.best(), chosen.best()) < 0) {
                chosen = other;
            }
            buyer = next;
        }
        return new Proposal(
                facts, chosen, buyer.minimum(), buyer.nodeAfterNode(chosen.best().packing()));
    }

    private static Chosen chosen(ScalingFacts facts, Buyer buyer) {
        return switch (facts.policy().strategy()) {
            case ScaleUpStrategy.CheapestMix _ ->
                    new Cheapest(facts, buyer, facts.pending().all()).chosen();
            case ScaleUpStrategy.ByRank byRank -> new Rounds(facts, buyer, byRank).chosen();
        };
    }

    @Override
    public Past jumped(Past past, Instant now, Duration lost) {
        var groups = new TreeMap<>(past.groups());
        groups.replaceAll((_, group) -> group.jumped(now, lost));
        return new Past(groups, past.removals().later(lost), past.keptFree());
    }

    @Override
    public GroupPast handOver(Past past, String group) {
        return past.groups().getOrDefault(group, GroupPast.NONE);
    }

    @Override
    public Past takeOver(Past past, String group, GroupPast handed) {
        var groups = new TreeMap<>(past.groups());
        groups.put(group, handed);
        return new Past(groups, past.removals(), past.keptFree());
    }
}
