package dev.plimsoll.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainingTaint;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread.Zones;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Pods.Age;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Taint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// A cluster with a provider that delivers machines after a while, in the zones that it picks, and
/// a scheduler. Time passes in [#advance].
final class LoopWorld {

    /// What happens in the world, for counts.
    static final String PODS_EVICTED = "pods-evicted";

    static final String OUTAGE = "outage";
    static final String NODE_LOST = "node-lost";
    static final String NODE_NOT_READY = "node-not-ready";

    /// The node that the scheduler binds a pod to, of those that fit.
    enum Scheduler {
        /// The node that the loop planned for the pod; else the fullest.
        FILLS,
        /// The emptiest, as kube-scheduler does by default.
        SPREADS
    }

    /// A workload with a constant number of pods of one shape.
    ///
    /// @param mayMiss `maxUnavailable` of its budget
    record Crew(String name, Shape shape, int replicas, int mayMiss) {}

    /// The provider delivers nothing of a group between two times.
    record Outage(String group, Instant from, Instant until) {}

    /// A machine that is not Ready yet.
    private record Machine(
            String name, String group, Variant variant, Instant joins, Instant ready) {}

    private final Scheduler scheduler;
    private final Pods daemon;
    private final SplittableRandom random;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<String, Crew> crews = new TreeMap<>();
    private final List<Outage> outages;
    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<Shape, Pods> pending = new TreeMap<>();
    private final List<Machine> coming = new ArrayList<>();
    private final Map<Shape, List<String>> planned = new TreeMap<>();
    private final Map<String, Instant> stopped = new TreeMap<>();
    private final WatchedMoves moves = new WatchedMoves();
    private final Map<String, Integer> events = new TreeMap<>();
    private Instant now;
    private int named;

    LoopWorld(
            Instant start,
            Scheduler scheduler,
            Pods daemon,
            List<Outage> outages,
            SplittableRandom random) {
        this.now = start;
        this.scheduler = scheduler;
        this.daemon = daemon;
        this.outages = outages;
        this.random = random;
    }

    /// Adds a group whose machines are all there.
    void begin(Group group) {
        groups.put(group.name(), group);
        for (int i = 0; i < group.target(); i++) {
            order(group, pick(group), now);
            advance(now);
        }
    }

    void begin(Crew crew) {
        crews.put(crew.name(), crew);
        wait(crew.shape(), crew.replicas());
        bind();
    }

    Instant now() {
        return now;
    }

    Cluster cluster() {
        var cluster =
                Cluster.of(
                        List.copyOf(nodes.values()),
                        List.copyOf(pending.values()),
                        List.copyOf(groups.values()));
        var budgets = cluster.budgets();
        for (var crew : crews.values()) {
            var name = new ObjectName("shop", crew.name());
            var selector = List.of(Requirement.in("app", crew.name()));
            budgets = budgets.with(name, new Budget(name, selector, allowed(crew)));
        }
        return cluster.withBudgets(budgets);
    }

    private int allowed(Crew crew) {
        var waiting = pending.get(crew.shape());
        return Math.max(0, crew.mayMiss() - (waiting == null ? 0 : waiting.count()));
    }

    Map<String, Group> groups() {
        return groups;
    }

    int pending() {
        return pending.values().stream().mapToInt(Pods::count).sum();
    }

    /// The time at which something happens next, or later.
    Instant next(Instant latest) {
        var next = latest;
        for (var machine : coming) {
            var at = nodes.containsKey(machine.name()) ? machine.ready() : machine.joins();
            next = at.isBefore(next) ? at : next;
        }
        for (var outage : outages) {
            boolean isNext = outage.until().isAfter(now) && outage.until().isBefore(next);
            next = isNext ? outage.until() : next;
        }
        for (var end : stopped.values()) {
            next = end.isBefore(next) ? end : next;
        }
        return next;
    }

    void advance(Instant until) {
        now = until;
        outages.stream().filter(outage -> outage.until().equals(now)).forEach(this::deliver);
        for (var machine : List.copyOf(coming)) {
            if (!machine.joins().isAfter(now)) {
                nodes.computeIfAbsent(machine.name(), _ -> joining(machine));
            }
            if (!machine.ready().isAfter(now)) {
                coming.remove(machine);
                nodes.computeIfPresent(
                        machine.name(), (_, node) -> node.withReady(true).withReadySince(now));
            }
        }
        recover();
        bind();
        var counts = new TreeMap<Shape, Integer>();
        pending.forEach((shape, pods) -> counts.put(shape, pods.count()));
        moves.judge(counts, now);
    }

    private Node joining(Machine machine) {
        var template = machine.variant().template();
        return template.node(machine.name())
                .withLabels(template.labels().with(Node.HOSTNAME, machine.name()))
                .withCreated(now)
                .withReady(false)
                .with(List.of(daemon));
    }

    private void order(Group group, Variant variant, Instant joins) {
        var ready = joins.equals(now) ? now : joins.plusSeconds(40);
        var name = group.name() + "-" + ++named;
        boolean isOut = outages.stream().anyMatch(outage -> lasts(outage, group));
        if (isOut) {
            count(OUTAGE);
        }
        coming.add(
                isOut
                        ? new Machine(name, group.name(), variant, Instant.MAX, Instant.MAX)
                        : new Machine(name, group.name(), variant, joins, ready));
    }

    /// The zone with the fewest nodes and machines of the group; a random one of several.
    private Variant pick(Group group) {
        var counts = new TreeMap<String, Integer>();
        for (var variant : group.variants()) {
            int here =
                    (int)
                            nodes.values().stream()
                                    .filter(node -> isOf(node, group))
                                    .filter(node -> zone(node).equals(variant.zone()))
                                    .count();
            int on =
                    (int)
                            coming.stream()
                                    .filter(machine -> machine.group().equals(group.name()))
                                    .filter(machine -> !nodes.containsKey(machine.name()))
                                    .filter(machine ->
                                            machine.variant().zone().equals(variant.zone()))
                                    .count();
            counts.put(variant.zone(), here + on);
        }
        int least = counts.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
        var low =
                group.variants().stream()
                        .filter(variant -> least == counts.getOrDefault(variant.zone(), -1))
                        .toList();
        return low.get(random.nextInt(low.size()));
    }

    private static String zone(Node node) {
        return node.labels().get("topology.kubernetes.io/zone");
    }

    private static boolean isOf(Node node, Group group) {
        return node.labels().hasAll(group.labels());
    }

    void act(Step step) {
        switch (step) {
            case Step.ResizeGroup resize -> resize(resize);
            case Step.GiveUp(var group, _, int to) -> giveUp(group, to);
            case Step.DrainNode(var node, var why) -> {
                var state = new NodeState.Draining(now, why);
                change(node, List.of(DrainingTaint.of(state)), state);
            }
            case Step.UndrainNode(var node) -> change(node, List.of(), new NodeState.Active());
            case Step.EvictPods(var node, _) -> evict(node);
            case Step.RemoveNode(var node, var group, int leaves) -> {
                remove(node);
                int left = group(group).target() - 1;
                assertThat(left).isGreaterThanOrEqualTo(leaves);
                retarget(group, left);
            }
            case Step.UseBatch _, Step.RunReplicas _ -> throw new AssertionError(step);
        }
    }

    /// Pods that still run on the node are pending again.
    private void remove(String name) {
        var node = nodes.remove(name);
        if (node != null) {
            node.pods().stream()
                    .filter(pods -> crews.containsKey(pods.first()))
                    .forEach(pods -> wait(pods.shape(), pods.count()));
        }
    }

    private void resize(Step.ResizeGroup step) {
        retarget(step.group(), step.nodes());
        var picked = new ArrayList<Variant>();
        for (var in : step.in()) {
            for (var variant : group(step.group()).variants()) {
                for (int i = 0; variant.key().equals(in.variant()) && i < in.nodes(); i++) {
                    picked.add(variant);
                }
            }
        }
        for (int i = step.from(); i < step.nodes(); i++) {
            var group = group(step.group());
            boolean isChosen = group.spread().zones() == Zones.CHOSEN && !picked.isEmpty();
            var variant = isChosen ? picked.removeFirst() : pick(group);
            order(group, variant, now.plusSeconds(random.nextInt(60, 180)));
        }
    }

    private boolean lasts(Outage outage, Group group) {
        return outage.group().equals(group.name())
                && !now.isBefore(outage.from())
                && now.isBefore(outage.until());
    }

    private Group group(String name) {
        return groups.values().stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void deliver(Outage outage) {
        coming.replaceAll(machine ->
                machine.group().equals(outage.group()) && machine.joins().equals(Instant.MAX)
                        ? new Machine(
                                machine.name(),
                                machine.group(),
                                machine.variant(),
                                now.plusSeconds(90),
                                now.plusSeconds(120))
                        : machine);
    }

    /// The newest machines that have not joined do not come.
    private void giveUp(String group, int to) {
        for (int i = group(group).target(); i > to; i--) {
            coming.stream()
                    .filter(machine -> machine.group().equals(group))
                    .filter(machine -> !nodes.containsKey(machine.name()))
                    .reduce((_, last) -> last)
                    .ifPresent(coming::remove);
        }
        retarget(group, to);
    }

    private void retarget(String name, int target) {
        groups.computeIfPresent(name, (_, group) -> group.with(target));
    }

    /// @param draining the taint of a draining node, if it drains
    private void change(String name, List<Taint> draining, NodeState state) {
        nodes.computeIfPresent(
                name,
                (_, node) -> {
                    var taints = new ArrayList<>(draining);
                    node.taints().stream()
                            .filter(taint -> !taint.key().equals(Node.DRAINING_TAINT))
                            .forEach(taints::add);
                    return node.withTaints(taints).with(state);
                });
    }

    /// Evicts what the budgets allow.
    private void evict(String name) {
        for (var crew : crews.values()) {
            nodes.computeIfPresent(name, (_, node) -> without(node, crew));
        }
    }

    private Node without(Node node, Crew crew) {
        var rest = new ArrayList<Pods>();
        for (var pods : node.pods()) {
            int gone =
                    pods.shape().equals(crew.shape()) ? Math.min(pods.count(), allowed(crew)) : 0;
            if (gone > 0) {
                wait(pods.shape(), gone);
                count(PODS_EVICTED);
                groups.values().stream()
                        .filter(group -> isOf(node, group) && isForLessCost(node))
                        .forEach(group ->
                                moves.evicted(pods.shape(), group.name(), node.name(), now));
            }
            if (gone < pods.count()) {
                rest.add(pods.times(pods.count() - gone));
            }
        }
        return node.with(rest);
    }

    private static boolean isForLessCost(Node node) {
        return node.state() instanceof NodeState.Draining(_, var why)
                && Emptying.isForLessCost(why);
    }

    private void count(String event) {
        events.merge(event, 1, Integer::sum);
    }

    /// How often each event happened.
    Map<String, Integer> events() {
        return events;
    }

    WatchedMoves moves() {
        return moves;
    }

    /// The node is not Ready for a while.
    void stop(String name, Instant until) {
        moves.forget();
        count(NODE_NOT_READY);
        stopped.put(name, until);
        nodes.computeIfPresent(name, (_, node) -> node.withReady(false).withReadySince(now));
    }

    private void recover() {
        for (var one : List.copyOf(stopped.entrySet())) {
            if (!one.getValue().isAfter(now)) {
                stopped.remove(one.getKey());
                nodes.computeIfPresent(
                        one.getKey(), (_, node) -> node.withReady(true).withReadySince(now));
            }
        }
    }

    /// The node and its pods are gone; the provider orders another machine.
    void lose(String name) {
        var node = nodes.remove(name);
        if (node == null) {
            return;
        }
        moves.forget();
        count(NODE_LOST);
        node.pods().stream()
                .filter(pods -> crews.containsKey(pods.first()))
                .forEach(pods -> wait(pods.shape(), pods.count()));
        groups.values().stream()
                .filter(group -> isOf(node, group))
                .forEach(group -> order(group, pick(group), now.plusSeconds(90)));
        bind();
    }

    List<String> nodes() {
        return List.copyOf(nodes.keySet());
    }

    private void wait(Shape shape, int count) {
        if (count > 0) {
            var pods = new Pods(shape, count, shape.labels().get("app"), new Age(now, now));
            pending.merge(shape, pods, Pods::and);
        }
    }

    /// The pods in the order of their priority, then the largest first; the smallest first where
    /// pods are spread, which is the worst order.
    void bind() {
        int sign = scheduler == Scheduler.FILLS ? -1 : 1;
        var queue =
                pending.values().stream()
                        .sorted(
                                Comparator.comparingInt((Pods pods) -> -pods.shape().priority())
                                        .thenComparingLong(pods ->
                                                sign * pods.shape().requests().cpu().millis()))
                        .toList();
        for (var pods : queue) {
            pending.remove(pods.shape());
            int left = pods.count();
            while (left > 0 && bind(pods.times(1))) {
                left--;
            }
            if (left > 0) {
                pending.put(pods.shape(), pods.times(left));
            }
        }
    }

    /// Where the loop wants pods to run, until it says otherwise.
    void plan(List<Placed> places) {
        planned.clear();
        for (var one : places) {
            var nodesOf = planned.computeIfAbsent(one.shape(), _ -> new ArrayList<>());
            nodesOf.addAll(Collections.nCopies(one.count(), one.node()));
        }
    }

    /// Takes the first planned node of a pod that it fits on.
    private Optional<Node> takePlanned(Shape shape, List<Node> fitting) {
        var names = planned.getOrDefault(shape, new ArrayList<>());
        for (var node : fitting) {
            if (scheduler == Scheduler.FILLS && names.remove(node.name())) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    private boolean bind(Pods pod) {
        var fitting = fitting(pod.shape());
        if (fitting.isEmpty()) {
            return false;
        }
        var emptiestFirst =
                Comparator.comparingLong(
                        (Node node) -> Share.dominant(node.asked(), node.allocatable()));
        var order = scheduler == Scheduler.FILLS ? emptiestFirst.reversed() : emptiestFirst;
        var best =
                takePlanned(pod.shape(), fitting)
                        .orElseGet(() -> fitting.stream().min(order).orElseThrow());
        var pods = new TreeMap<Shape, Pods>();
        best.pods().forEach(some -> pods.put(some.shape(), some));
        pods.merge(pod.shape(), new Pods(pod.shape(), 1, pod.first()), Pods::and);
        nodes.put(best.name(), best.with(List.copyOf(pods.values())));
        return true;
    }

    /// The nodes that the pod fits on. Nodes that take no pods count as domains of topology spread.
    private List<Node> fitting(Shape shape) {
        var all = List.copyOf(nodes.values());
        var fit = NodeFit.of(all);
        var fitting = new ArrayList<Node>();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).isReady() && fit.fits(shape, i)) {
                fitting.add(all.get(i));
            }
        }
        return fitting;
    }
}
