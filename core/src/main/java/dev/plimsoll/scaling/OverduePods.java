package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Terminating pods that should have ended: a finalizer holds them, or the kubelet of their node
/// does not answer. No node waits for them, and they count in no use, as with Cluster Autoscaler.
final class OverduePods {

    /// How long a pod may take beyond its grace period.
    private static final Duration SPARE = Duration.ofSeconds(30);

    /// How long a node drains until its terminating pods are overdue whose end is unknown.
    private static final Duration UNKNOWN = Duration.ofHours(1);

    private final ScalingFacts facts;

    OverduePods(ScalingFacts facts) {
        this.facts = facts;
    }

    /// The pods of the node that should have ended.
    List<Pods> of(Node node) {
        var overdue = new ArrayList<Pods>();
        for (var pods : node.pods()) {
            if (isOverdue(pods, node)) {
                overdue.add(pods);
            }
        }
        return overdue;
    }

    private boolean isOverdue(Pods pods, Node node) {
        if (pods.shape().stage() != Shape.Stage.TERMINATING) {
            return false;
        }
        if (!pods.age().equals(Pods.Age.UNKNOWN)) {
            return facts.isOver(pods.age().newest(), SPARE);
        }
        return node.state() instanceof NodeState.Draining(var since, _)
                && facts.isOver(since, UNKNOWN);
    }

    /// The node without the pods that should have ended.
    Node without(Node node) {
        var overdue = of(node);
        return overdue.isEmpty()
                ? node
                : node.with(node.pods().stream().filter(pods -> !overdue.contains(pods)).toList());
    }
}
