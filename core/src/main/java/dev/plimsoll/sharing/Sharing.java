package dev.plimsoll.sharing;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Answering;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import java.util.ArrayList;
import java.util.List;

/// The decider for how many replicas of a workload each cluster runs.
///
/// The formulas and their source are in the package comment, the rules in [Rules].
public final class Sharing implements Answering<Seen, Policy, NoPast, Division> {

    @Override
    public List<Rule> rules() {
        return Rules.ALL;
    }

    @Override
    public Answer<NoPast, Division> answer(Question<Seen, Policy, NoPast> question) {
        var facts = new SharingFacts(question.seen(), question.policy());
        var division = new Dividing(facts).divide();
        var workload = question.seen().workload().uid();
        var steps = new ArrayList<Step>(division.shares().size());
        for (var share : division.shares()) {
            steps.add(new Step.RunReplicas(workload, share.cluster(), share.replicas()));
        }
        var reasons = new Reasons(facts, division).all();
        return new Answer<>(
                new Decision<>(new Plan(steps), reasons, NoPast.NONE, Decision.NEVER), division);
    }

    /// The division alone, without its reasons.
    public static Division divide(Seen seen, Policy policy) {
        return new Dividing(new SharingFacts(seen, policy)).divide();
    }
}
