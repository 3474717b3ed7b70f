package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.selection.ObjectName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Whether the pods of a node may be evicted, by the rules of Cluster Autoscaler in their order.
/// Disruptions that a budget allows are spent by the nodes that are drained.
final class DrainRules {

    private static final String SYSTEM = "kube-system";

    private final List<Budget> budgets;
    private final Map<Shape, List<Budget>> byShape = new LinkedHashMap<>();

    private final Pace pace;

    /// The disruptions that each budget still allows.
    private final TreeMap<ObjectName, Integer> left = new TreeMap<>();

    /// Whether nodes that go together share what budgets allow.
    private enum Pace {
        TOGETHER,
        /// Evicted pods are ready elsewhere before the next node is drained.
        ONE_AFTER_THE_OTHER
    }

    /// @param policy looking ahead, nodes go one after the other
    DrainRules(Cluster cluster, Policy policy) {
        pace = policy.horizon().isZero() ? Pace.TOGETHER : Pace.ONE_AFTER_THE_OTHER;
        budgets = List.copyOf(cluster.budgets().values());
        budgets.forEach(budget -> left.put(budget.name(), budget.allowed()));
    }

    /// Why the node must keep its pods: the first pod that must stay; nothing if all may go.
    Optional<Reason> against(Node node) {
        var spent = new TreeMap<ObjectName, Integer>();
        for (var pods : node.pods()) {
            if (!isMoving(pods.shape())) {
                continue;
            }
            var reason = against(node, pods, spent);
            if (reason.isPresent()) {
                return reason;
            }
        }
        return Optional.empty();
    }

    /// Why the node must keep some of its pods; nothing if they may go.
    ///
    /// @param spent disruptions by other pods of the node
    Optional<Reason> against(Node node, Pods pods, Map<ObjectName, Integer> spent) {
        return against(node, pods).or(() -> overdrawn(node, pods, spent));
    }

    private static boolean isMoving(Shape shape) {
        return !shape.owner().staysWithNode()
                && shape.stage() != Shape.Stage.TERMINATING
                && !PendingPods.isExpendable(shape);
    }

    private Optional<Reason> against(Node node, Pods pods) {
        var shape = pods.shape();
        if (shape.disruption().consent() == Consent.SAFE) {
            return Optional.empty();
        }
        if (shape.disruption().consent() == Consent.ON_COMPLETION) {
            return blocked(RemovalRules.POD_ON_COMPLETION, node, pods);
        }
        if (shape.owner() == Owner.NOBODY) {
            return blocked(RemovalRules.POD_WITHOUT_OWNER, node, pods);
        }
        if (shape.namespace().equals(SYSTEM) && budgetsOf(shape).isEmpty()) {
            return blocked(RemovalRules.SYSTEM_POD, node, pods);
        }
        if (shape.disruption().consent() == Consent.FORBIDDEN) {
            return blocked(RemovalRules.POD_NOT_SAFE_TO_EVICT, node, pods);
        }
        return shape.disruption().localStorage()
                ? blocked(RemovalRules.POD_WITH_LOCAL_STORAGE, node, pods)
                : Optional.empty();
    }

    private static Optional<Reason> blocked(Rule rule, Node node, Pods pods) {
        return Optional.of(because(rule, node.name(), fact("pod", pods.example())));
    }

    /// @param spent disruptions by other pods of the node
    private Optional<Reason> overdrawn(Node node, Pods pods, Map<ObjectName, Integer> spent) {
        for (var budget : budgetsOf(pods.shape())) {
            int needed = spent.merge(budget.name(), pods.count(), Integer::sum);
            if (needed > left.getOrDefault(budget.name(), 0)) {
                return Optional.of(
                        because(
                                RemovalRules.BUDGET_EXHAUSTED,
                                node.name(),
                                fact("pod", pods.example()),
                                fact("budget", budget.name().toString())));
            }
        }
        return Optional.empty();
    }

    private List<Budget> budgetsOf(Shape shape) {
        return budgets.isEmpty()
                ? budgets
                : byShape.computeIfAbsent(
                        shape,
                        _ -> budgets.stream().filter(budget -> budget.covers(shape)).toList());
    }

    /// The pods of the node go: their disruptions are spent.
    void spend(Node node) {
        if (pace == Pace.ONE_AFTER_THE_OTHER) {
            return;
        }
        for (var pods : node.pods()) {
            if (isMoving(pods.shape())) {
                budgetsOf(pods.shape())
                        .forEach(budget -> left.merge(budget.name(), -pods.count(), Integer::sum));
            }
        }
    }
}
