package dev.plimsoll.fit;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Answering;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The decider that lists on which nodes a pod fits, with the reason for each other node.
public final class Fitting implements Answering<Seen, Policy, NoPast, Map<String, Verdict>> {

    /// The noun is plural for one node too: `0 of 1 nodes`.
    private static final Rule SUMMARY =
            noted("pod-fits", "{subject} fits on {fits} of {nodes} {nodes?nodes|nodes}");

    private static final Rule UNKNOWN =
            noted("fit-unknown", "whether {subject} fits is unknown for {nodes} nodes");
    private static final Rule OTHER_NODE =
            refused("node-name", "the pod is assigned to node {node}");

    @Override
    public List<Rule> rules() {
        return List.of(SUMMARY);
    }

    @Override
    public Answer<NoPast, Map<String, Verdict>> answer(Question<Seen, Policy, NoPast> question) {
        var seen = question.seen();
        var verdicts = verdicts(seen);
        long fits = verdicts.values().stream().filter(Verdict::fits).count();
        long unknown = verdicts.values().stream().filter(Verdict.Unknown.class::isInstance).count();
        var reasons = new ArrayList<Reason>();
        reasons.add(
                because(SUMMARY, seen.pod(), fact("fits", fits), fact("nodes", verdicts.size())));
        if (unknown > 0) {
            reasons.add(because(UNKNOWN, seen.pod(), fact("nodes", unknown)));
        }
        return new Answer<>(
                new Decision<>(Plan.nothing(), reasons, NoPast.NONE, Decision.NEVER), verdicts);
    }

    /// The verdict for every node, by name.
    private static Map<String, Verdict> verdicts(Seen seen) {
        var nodes = seen.cluster().nodes();
        var nodeFit = NodeFit.of(nodes, seen.cluster());
        var verdicts = new LinkedHashMap<String, Verdict>();
        for (int index = 0; index < nodes.size(); index++) {
            var node = nodes.get(index).name();
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
