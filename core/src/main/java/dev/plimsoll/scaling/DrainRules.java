package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.selection.ObjectName;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Whether the pods of a node may be evicted, by the rules of Cluster Autoscaler in their order.
/// Disruptions that a budget allows are spent by the nodes that are drained.
final class DrainRules {

    private static final String SYSTEM = "kube-system";

    /// Pods of `kube-system` without a budget may be evicted when they are this old.
    private static final Duration SYSTEM_STAYS = Duration.ofHours(1);

    private final ScalingFacts facts;
    private final List<Budget> budgets;
    private final Map<Shape, List<Budget>> byShape = new LinkedHashMap<>();

    private final Pace pace;

    /// The disruptions that each budget still allows.
    private final TreeMap<ObjectName, Integer> left = new TreeMap<>();

    private Instant wakeAt = Instant.MAX;

    /// Whether nodes that go together share what budgets allow.
    private enum Pace {
        TOGETHER,
        /// Evicted pods are ready elsewhere before the next node is drained.
        ONE_AFTER_THE_OTHER
    }

    /// Looking ahead, nodes go one after the other.
    DrainRules(ScalingFacts facts) {
        this.facts = facts;
        boolean looksAhead = !facts.policy().horizon().isZero();
        pace = looksAhead ? Pace.ONE_AFTER_THE_OTHER : Pace.TOGETHER;
        budgets = List.copyOf(facts.cluster().budgets().values());
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
        boolean isSystem = shape.namespace().equals(SYSTEM) && budgetsOf(shape).isEmpty();
        if (isSystem && !isOld(pods)) {
            return blocked(RemovalRules.SYSTEM_POD, node, pods);
        }
        if (shape.disruption().consent() == Consent.FORBIDDEN) {
            return blocked(RemovalRules.POD_NOT_SAFE_TO_EVICT, node, pods);
        }
        return shape.disruption().localStorage()
                ? blocked(RemovalRules.POD_WITH_LOCAL_STORAGE, node, pods)
                : Optional.empty();
    }

    /// Pods of an unknown age are young.
    private boolean isOld(Pods pods) {
        if (pods.age().equals(Pods.Age.UNKNOWN)) {
            return false;
        }
        var old = facts.counted(pods.age().newest()).plus(SYSTEM_STAYS);
        boolean isFirst = old.isAfter(facts.now()) && old.isBefore(wakeAt);
        wakeAt = isFirst ? old : wakeAt;
        return !facts.now().isBefore(old);
    }

    /// When the first pod of `kube-system` is old enough that kept a node.
    Instant wakeAt() {
        return wakeAt;
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
