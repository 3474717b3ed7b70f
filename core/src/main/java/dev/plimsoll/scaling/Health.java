package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.decision.Reason;

/// How many nodes are Ready. In a cluster in which many are not, what is seen of the others is in
/// doubt, so nothing is changed. The limits are those of Cluster Autoscaler.
///
/// @param unready nodes that are not Ready and have had the time to become it
record Health(int unready, int nodes) {

    private static final int FEW = 3;
    private static final int MOST_PERCENT = 45;

    static Health of(ScalingFacts facts) {
        var nodes = facts.cluster().nodes();
        var timeout = facts.policy().provisionTimeout();
        long unready =
                nodes.stream()
                        .filter(node -> !node.ready())
                        .filter(node -> facts.isOver(node.created(), timeout))
                        .count();
        return new Health((int) unready, nodes.size());
    }

    /// More than three and more than 45 % of the nodes are not Ready.
    boolean isBad() {
        return unready > FEW && 100L * unready > (long) MOST_PERCENT * nodes;
    }

    Reason reason() {
        return because(Rules.UNHEALTHY, "cluster", fact("unready", unready), fact("nodes", nodes));
    }
}
