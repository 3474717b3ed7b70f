package dev.plimsoll.sharing;

import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import java.util.ArrayList;
import java.util.List;

/// The decider for how many replicas of a workload each cluster runs.
///
/// The formulas and their source are in the package comment, the rules in [Rules].
public final class Sharing implements Decider<Seen, Policy, Past> {

    @Override
    public List<Rule> rules() {
        return Rules.ALL;
    }

    @Override
    public Decision<Past> decide(Question<Seen, Policy, Past> question) {
        var facts = new SharingFacts(question.seen(), question.policy());
        var division = new Dividing(facts).divide();
        var workload = question.seen().workload().uid();
        var steps = new ArrayList<Step>(division.shares().size());
        for (var share : division.shares()) {
            steps.add(new Step.RunReplicas(workload, share.cluster(), share.replicas()));
        }
        var reasons = new Reasons(facts, division).all();
        return new Decision<>(new Plan(steps), reasons, Past.NONE, Decision.NEVER);
    }

    /// The same division with its exact quotas, which are not part of a plan.
    public static Division divide(Seen seen, Policy policy) {
        return new Dividing(new SharingFacts(seen, policy)).divide();
    }
}
