package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.packing.TrialNodes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Draining nodes that take pods again before any node is bought: those on which pending pods fit
/// that fit on no other node, the one that drains for the shortest time first.
final class TakingBack {

    private final ScalingFacts facts;
    private final Map<String, Node> taken = new LinkedHashMap<>();
    private final List<Reason> reasons = new ArrayList<>();
    private final List<Pods> served = new ArrayList<>();

    TakingBack(ScalingFacts facts) {
        this.facts = facts;
        var draining = draining();
        if (draining.isEmpty() || facts.pending().demand().isEmpty()) {
            return;
        }
        var start = PackingStart.of(facts.nodes(), facts.cluster());
        var onRoom = CheapestPacking.cheapest(start, List.of(), facts.pending().demand());
        if (!onRoom.left().isEmpty()) {
            take(onRoom.after(facts.nodes()), draining, onRoom.left());
        }
    }

    /// The nodes that drain because their pods fit elsewhere, the last drained first.
    private List<Node> draining() {
        var managed = new LinkedHashSet<String>();
        facts.groups().stream()
                .filter(group -> group.growth() instanceof Growth.Within)
                .map(NodeGroup::nodes)
                .forEach(managed::addAll);
        return facts.cluster().nodes().stream()
                .filter(node -> node.ready() && mayBeTaken(node))
                .filter(node -> managed.contains(node.name()))
                .sorted(
                        Comparator.comparing(RemovalDraft::since)
                                .reversed()
                                .thenComparing(Node::name))
                .toList();
    }

    private static boolean mayBeTaken(Node node) {
        return node.state() instanceof NodeState.Draining(_, var why)
                && Emptying.isForLessCost(why);
    }

    private void take(List<Node> nodes, List<Node> draining, List<Pods> pending) {
        var others =
                nodes.stream()
                        .filter(node -> draining.stream().noneMatch(d -> isSame(d, node)))
                        .toList();
        var trial = new TrialNodes(others, facts.cluster(), false);
        var left = new ArrayList<>(pending);
        for (var node : draining) {
            int at = trial.add(node.inService());
            int placed = 0;
            var example = "";
            for (int i = 0; i < left.size(); i++) {
                var pods = left.get(i);
                int own = trial.putOn(at, pods.shape(), pods.count());
                if (own > 0) {
                    example = example.isEmpty() ? pods.example() : example;
                    served.add(pods.times(own));
                }
                placed += own;
                if (own == pods.count()) {
                    left.remove(i--);
                } else if (own > 0) {
                    left.set(i, pods.times(pods.count() - own));
                }
            }
            if (placed > 0) {
                taken.put(node.name(), node.inService());
                reasons.add(
                        because(
                                RemovalRules.TAKE_BACK_FOR_PODS,
                                node.name(),
                                fact("pods", placed),
                                fact("pod", example)));
            } else {
                trial.close(at);
            }
        }
    }

    private static boolean isSame(Node one, Node other) {
        return one.name().equals(other.name());
    }

    boolean isEmpty() {
        return taken.isEmpty();
    }

    List<String> nodes() {
        return List.copyOf(taken.keySet());
    }

    List<Reason> reasons() {
        return reasons;
    }

    /// The pending pods that fit on them.
    List<Pods> served() {
        return served;
    }

    /// The cluster in which they take pods.
    Cluster cluster() {
        var nodes =
                facts.cluster().nodes().stream()
                        .map(node -> taken.getOrDefault(node.name(), node))
                        .toList();
        return facts.cluster().withNodes(nodes);
    }
}
