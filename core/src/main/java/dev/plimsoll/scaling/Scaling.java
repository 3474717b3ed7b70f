package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.GroupSpread.Zones;
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
import java.util.List;
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
        rules.addAll(dev.plimsoll.groups.Rules.ALL);
        return rules;
    }

    @Override
    public Answer<Past, Proposal> answer(Question<Cluster, Policy, Past> question) {
        var facts = new ScalingFacts(question);
        var proposal = propose(facts);
        var steps = new ArrayList<Step>();
        for (var grown : proposal.groups()) {
            var group = grown.group();
            if (grown.more() > 0 && grown.wanted() > group.target()) {
                steps.add(resize(grown));
            }
        }
        return new Answer<>(
                new Decision<>(
                        new Plan(steps),
                        proposal.reasons(),
                        facts.remembered(),
                        facts.nextLate(Decision.NEVER)),
                proposal);
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
        var buyer = new Buyer(facts, ceilings, pending.pods(), reach);
        var chosen = chosen(facts, buyer);
        for (int i = 0; i < MOST_RETRIES && !buyer.outOfReach().isEmpty(); i++) {
            reach.putAll(buyer.outOfReach());
            var next = new Buyer(facts, ceilings, pending.pods(), reach);
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
                    new Cheapest(facts, buyer, facts.pending().pods()).chosen();
            case ScaleUpStrategy.ByRank byRank -> new Rounds(facts, buyer, byRank).chosen();
        };
    }

    @Override
    public Past jumped(Past past, Instant now, Duration lost) {
        var groups = new TreeMap<>(past.groups());
        groups.replaceAll((_, group) -> group.jumped(now, lost));
        return new Past(groups);
    }

    @Override
    public GroupPast handOver(Past past, String group) {
        return past.groups().getOrDefault(group, GroupPast.NONE);
    }

    @Override
    public Past takeOver(Past past, String group, GroupPast handed) {
        var groups = new TreeMap<>(past.groups());
        groups.put(group, handed);
        return new Past(groups);
    }
}
