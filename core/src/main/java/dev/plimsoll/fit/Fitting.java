package dev.plimsoll.fit;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Tells on which nodes a pod fits, and what keeps it off the others.
public final class Fitting implements Decider<Seen, Policy, Past> {

    private static final Rule SUMMARY = noted("fits", "{subject} fits {fits} of {nodes} nodes");
    private static final Rule OTHER_NODE = refused("node-name", "the pod is bound to node {node}");

    @Override
    public List<Rule> rules() {
        return List.of(SUMMARY);
    }

    @Override
    public Decision<Past> decide(Question<Seen, Policy, Past> question) {
        var seen = question.seen();
        var verdicts = verdicts(seen);
        long fits = verdicts.values().stream().filter(Verdict::fits).count();
        var summary =
                because(SUMMARY, seen.pod(), fact("fits", fits), fact("nodes", verdicts.size()));
        return new Decision<>(new Plan(List.of()), List.of(summary), Past.NONE, Decision.NEVER);
    }

    /// The verdict of every node, by name.
    public static Map<String, Verdict> verdicts(Seen seen) {
        var nodeFit = NodeFit.of(seen.nodes(), seen.surroundings());
        var verdicts = new LinkedHashMap<String, Verdict>();
        for (int index = 0; index < seen.nodes().size(); index++) {
            var node = seen.nodes().get(index).name();
            boolean isOther = !seen.boundTo().isEmpty() && !seen.boundTo().equals(node);
            verdicts.put(
                    node,
                    isOther
                            ? new Verdict.Refused(
                                    because(OTHER_NODE, node, fact("node", seen.boundTo())))
                            : nodeFit.verdict(seen.shape(), index));
        }
        return verdicts;
    }
}
