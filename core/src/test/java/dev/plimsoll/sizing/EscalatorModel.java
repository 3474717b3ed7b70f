package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.quantity.Resources;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Escalator's `scaleNodeGroup`, written from a description of its steps, for groups whose nodes
/// and pods have cpu and memory. Percentages are exact fractions instead of doubles.
final class EscalatorModel {

    private final Seen seen;
    private final Policy policy;
    private final Instant now;
    private final Instant lockedUntil;
    private final List<Node> untainted = new ArrayList<>();
    private final List<Node> tainted = new ArrayList<>();
    private final List<Node> forced = new ArrayList<>();

    /// Unhealthy nodes that get the taint in this run.
    private final List<Node> fresh = new ArrayList<>();

    private final List<String> steps = new ArrayList<>();

    /// @param lockedUntil the end of the scale lock
    EscalatorModel(Seen seen, Policy policy, Instant now, Instant lockedUntil) {
        this.seen = seen;
        this.policy = policy;
        this.now = now;
        this.lockedUntil = lockedUntil;
        for (var node : seen.nodes()) {
            switch (node.state()) {
                case NodeState.Forced _ -> forced.add(node);
                case NodeState.Draining _ -> tainted.add(node);
                case NodeState.Active _, NodeState.Paused _ -> {
                    (isUnhealthy(node) ? fresh : untainted).add(node);
                }
                case NodeState.Cordoned _, NodeState.Leaving _, NodeState.Closed _ -> {}
            }
        }
    }

    /// The steps, sorted: `untaint n1`, `add 3`, `taint n2`, `delete n3`.
    List<String> steps() {
        run();
        return steps.stream().sorted().toList();
    }

    private void run() {
        fresh.forEach(node -> steps.add("taint " + node.name()));
        int min = policy.limits().least();
        if (seen.nodes().isEmpty() && seen.pending().isEmpty()) {
            return;
        }
        if (seen.nodes().size() < min) {
            return;
        }
        if (untainted.size() < min) {
            scaleUp(min - untainted.size());
            return;
        }
        boolean divides = capacity(Resources.CPU) > 0 && capacity(Resources.MEMORY) > 0;
        if (!divides && !untainted.isEmpty()) {
            return;
        }
        if (now.isBefore(lockedUntil)) {
            return;
        }
        act(delta());
    }

    private int delta() {
        int delta = byThresholds();
        if (policy.growth().onStarve() && isStarved()) {
            delta = Math.max(delta, 1);
        }
        if (isTooOld()) {
            delta = Math.max(delta, 1);
        }
        int surplus = untainted.size() - policy.limits().most();
        return surplus > 0 ? Math.min(delta, -surplus) : delta;
    }

    private boolean isTooOld() {
        var most = policy.rotation().maxAge();
        return !most.isZero()
                && untainted.size() == policy.limits().least()
                && tainted.isEmpty()
                && fresh.isEmpty()
                && untainted.stream().anyMatch(node -> now.isAfter(node.created().plus(most)));
    }

    private boolean isUnhealthy(Node node) {
        var grace = policy.rotation().unhealthyAfter();
        return !grace.isZero()
                && !(node.state() instanceof NodeState.Cordoned)
                && !node.created().plus(grace).isAfter(now)
                && !node.ready();
    }

    private boolean isGroupHealthy() {
        var grace = policy.rotation().unhealthyAfter();
        if (grace.isZero()) {
            return true;
        }
        var newest =
                seen.nodes().stream()
                        .filter(node -> node.created().plus(grace).isBefore(now))
                        .sorted(Comparator.comparing(Node::created).reversed())
                        .toList();
        var check = policy.rotation().health();
        int tested = (int) Math.ceil(check.newest() / 100.0 * newest.size());
        long bad = newest.subList(0, tested).stream().filter(this::isUnhealthy).count();
        return tested == 0 || bad * 100 / tested <= check.mostUnhealthy();
    }

    private int byThresholds() {
        if (untainted.isEmpty()) {
            boolean asks = request(Resources.CPU) > 0 || request(Resources.MEMORY) > 0;
            return asks ? fromZero() : -policy.shrink().fast().nodes();
        }
        if (isBelow(policy.shrink().fast().below().hundredths())) {
            return -policy.shrink().fast().nodes();
        }
        if (isBelow(policy.shrink().slow().below().hundredths())) {
            return -policy.shrink().slow().nodes();
        }
        int more = 0;
        for (var name : List.of(Resources.CPU, Resources.MEMORY)) {
            more = Math.max(more, more(request(name), capacity(name), untainted.size()));
        }
        return more;
    }

    private boolean isBelow(int hundredths) {
        return List.of(Resources.CPU, Resources.MEMORY).stream()
                .allMatch(name -> request(name) * 10_000 < (long) hundredths * capacity(name));
    }

    /// ⌈n · (p − T) ÷ T⌉
    private int more(long request, long capacity, int nodes) {
        var threshold = BigDecimal.valueOf(policy.growth().above().hundredths());
        var percent = BigDecimal.valueOf(request).multiply(BigDecimal.valueOf(10_000));
        var over = percent.subtract(threshold.multiply(BigDecimal.valueOf(capacity)));
        return over.signum() <= 0
                ? 0
                : over.multiply(BigDecimal.valueOf(nodes))
                        .divide(
                                threshold.multiply(BigDecimal.valueOf(capacity)),
                                0,
                                RoundingMode.CEILING)
                        .intValueExact();
    }

    /// ⌈request ÷ capacity of a node ÷ T⌉, with the template as the node that was seen.
    private int fromZero() {
        var each = seen.group().template().allocatable();
        int more = 0;
        for (var name : List.of(Resources.CPU, Resources.MEMORY)) {
            more =
                    Math.max(
                            more,
                            BigDecimal.valueOf(request(name))
                                    .multiply(BigDecimal.valueOf(10_000))
                                    .divide(
                                            BigDecimal.valueOf(each.offered(name))
                                                    .multiply(
                                                            BigDecimal.valueOf(
                                                                    policy.growth()
                                                                            .above()
                                                                            .hundredths())),
                                            0,
                                            RoundingMode.CEILING)
                                    .intValueExact());
        }
        return more;
    }

    private boolean isStarved() {
        return untainted.size() < policy.limits().most()
                && List.of(Resources.CPU, Resources.MEMORY).stream()
                        .anyMatch(name -> largestPending(name) > largestFree(name));
    }

    private long largestPending(String name) {
        return seen.pending().stream()
                .mapToLong(pods -> pods.shape().requests().asked(name))
                .max()
                .orElse(0);
    }

    private long largestFree(String name) {
        return untainted.stream()
                .mapToLong(node -> node.allocatable().offered(name) - node.asked().asked(name))
                .max()
                .orElse(0);
    }

    private void act(int delta) {
        deleteForced();
        if (!isGroupHealthy()) {
            reap(tainted.stream().filter(this::isUnhealthy).toList());
            return;
        }
        if (delta > 0) {
            scaleUp(delta);
            return;
        }
        reap(tainted);
        int most = Math.min(-delta, untainted.size() - policy.limits().least());
        var group = seen.group();
        most = Math.min(most, Math.max(0, group.target() - group.provider().least()));
        untainted.stream()
                .sorted(Comparator.comparing(Node::created).thenComparing(Node::name))
                .limit(Math.max(0, most))
                .forEach(node -> steps.add("taint " + node.name()));
    }

    private void deleteForced() {
        for (var node : forced) {
            if (node.isEmpty() && !node.noDelete()) {
                steps.add("delete " + node.name());
            }
        }
    }

    private void scaleUp(int delta) {
        var back =
                tainted.stream()
                        .filter(node -> !isUnhealthy(node))
                        .sorted(
                                Comparator.comparing(Node::created)
                                        .reversed()
                                        .thenComparing(Node::name))
                        .limit(delta)
                        .toList();
        back.forEach(node -> steps.add("untaint " + node.name()));
        var group = seen.group();
        int add = Math.min(delta - back.size(), group.provider().most() - group.target());
        if (add > 0) {
            steps.add("add " + add);
        }
    }

    private void reap(List<Node> nodes) {
        for (var node : nodes) {
            var since = ((NodeState.Draining) node.state()).since();
            boolean isDue =
                    now.isAfter(since.plus(policy.graces().hard()))
                            || (node.isEmpty() && now.isAfter(since.plus(policy.graces().soft())));
            if (isDue && !node.noDelete()) {
                steps.add("delete " + node.name());
            }
        }
    }

    private long capacity(String name) {
        return untainted.stream().mapToLong(node -> node.allocatable().offered(name)).sum();
    }

    private long request(String name) {
        long sum = sum(seen.pending(), name);
        for (var node : seen.nodes()) {
            sum += sum(node.pods(), name);
        }
        return sum;
    }

    private static long sum(List<Pods> pods, String name) {
        return pods.stream()
                .mapToLong(some -> some.shape().requests().asked(name) * some.count())
                .sum();
    }
}
