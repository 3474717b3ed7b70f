package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Answering;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
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
                steps.add(new Step.ResizeGroup(group.name(), group.target(), grown.wanted()));
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

    private static Proposal propose(ScalingFacts facts) {
        var pending = facts.pending();
        var ceilings = new Ceilings(facts);
        var buyer = new Buyer(facts, ceilings, pending.pods());
        var chosen =
                switch (facts.policy().strategy()) {
                    case ScaleUpStrategy.CheapestMix _ ->
                            new Cheapest(facts, buyer, pending.pods()).chosen();
                    case ScaleUpStrategy.ByRank byRank -> new Rounds(facts, buyer, byRank).chosen();
                };
        return new Proposal(
                facts, chosen, buyer.minimum(), buyer.nodeAfterNode(chosen.best().packing()));
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
