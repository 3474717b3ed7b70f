package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainingTaint;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Stage;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// A world that shows its own writes at once, around a world that shows them later.
///
/// A watch lags behind the requests of the process that watches. Until the world inside shows a
/// step, this one lays it over what it sees: targets, draining, evictions, removals and batches. A
/// step that is not shown within the timeout is no longer laid over, and neither is one that
/// somebody else has changed since.
///
/// Evicted pods are terminating until the world inside shows it. They are still on their node,
/// because an accepted eviction only begins their graceful termination.
///
/// **Invariant:** around a world that lags, an observation after a step that is done shows it, and
/// an observation after the lag equals the world inside: `OwnWritesTest`.
public final class OwnWrites implements World<Cluster> {

    /// The values that one field had since the last observation of it, the newest last.
    private static final class Chain {

        private final List<Integer> values = new ArrayList<>();
        private Instant written = Instant.MIN;

        private void write(int from, int to, Instant now) {
            if (values.isEmpty() || values.getLast() != from) {
                values.clear();
                values.add(from);
            }
            values.add(to);
            written = now;
        }

        /// The value to show for the one that is seen.
        private int over(int seen) {
            int at = values.indexOf(seen);
            if (at < 0) {
                values.clear();
                return seen;
            }
            values.subList(0, at).clear();
            return values.getLast();
        }

        /// The newest value, or the one that is given if nothing was written over it.
        private int newest(int seen) {
            return values.isEmpty() ? seen : values.getLast();
        }

        private boolean isShown() {
            return values.size() < 2;
        }
    }

    /// @param pods the number of pods that have to go
    private record Eviction(int pods, Instant at) {}

    /// The values of a chain of drains.
    private static final int ACTIVE = 0;

    private static final int DRAINING = 1;
    private static final int CHANGED_BY_OTHERS = 2;

    private final World<Cluster> inside;
    private final Supplier<Instant> now;
    private final Duration timeout;
    private final Map<String, Chain> targets = new LinkedHashMap<>();
    private final Map<String, Chain> batches = new LinkedHashMap<>();
    private final Map<String, Chain> drains = new LinkedHashMap<>();
    private final Map<String, NodeState.Draining> drained = new LinkedHashMap<>();
    private final Map<String, Eviction> evictions = new LinkedHashMap<>();
    private final Map<String, Instant> removals = new LinkedHashMap<>();
    private Cluster seen = Cluster.EMPTY;
    private Cluster shown = Cluster.EMPTY;

    /// @param timeout how long a step is laid over at most
    public OwnWrites(World<Cluster> inside, Supplier<Instant> now, Duration timeout) {
        this.inside = inside;
        this.now = now;
        this.timeout = timeout;
    }

    @Override
    public Cluster observe() {
        var current = inside.observe();
        forgetOld();
        seen = current;
        var laid = isEmpty() ? current : lay(current);
        if (isEmpty()) {
            shown = current;
        } else if (!laid.equals(shown)) {
            shown = laid;
        }
        return shown;
    }

    @Override
    public List<Outcome> act(Plan plan) {
        var outcomes = inside.act(plan);
        for (var outcome : outcomes) {
            if (outcome instanceof Outcome.Done(var step)) {
                write(step);
            }
        }
        return outcomes;
    }

    private boolean isEmpty() {
        return targets.isEmpty()
                && batches.isEmpty()
                && drains.isEmpty()
                && evictions.isEmpty()
                && removals.isEmpty();
    }

    private void forgetOld() {
        var since = now.get().minus(timeout);
        for (var chains : List.of(targets, batches, drains)) {
            chains.values().removeIf(chain -> chain.written.isBefore(since));
        }
        drained.keySet().retainAll(drains.keySet());
        evictions.values().removeIf(eviction -> eviction.at.isBefore(since));
        removals.values().removeIf(at -> at.isBefore(since));
    }

    /// Forgets what was done to nodes that are gone.
    private void forgetGone(Cluster cluster) {
        for (var byNode : List.of(drains, evictions, removals)) {
            byNode.keySet().removeIf(name -> cluster.node(name) == null);
        }
    }

    private void write(Step step) {
        switch (step) {
            case Step.ResizeGroup(var group, int from, int nodes, _) ->
                    retarget(group, from, nodes);
            case Step.GiveUp(var group, int from, int nodes) -> retarget(group, from, nodes);
            case Step.DrainNode(var node, var why) -> {
                drained.put(node, new NodeState.Draining(now.get(), why));
                drain(node, ACTIVE, DRAINING);
            }
            case Step.UndrainNode(var node) -> drain(node, DRAINING, ACTIVE);
            case Step.EvictPods(var node, _) -> {
                var there = seen.node(node);
                if (there != null) {
                    evictions.put(node, new Eviction(staying(there), now.get()));
                }
            }
            case Step.RemoveNode(var node, var group, _) -> {
                removals.put(node, now.get());
                var known = shown.groups().get(group);
                int target =
                        targets.computeIfAbsent(group, _ -> new Chain())
                                .newest(known == null ? 1 : known.target());
                retarget(group, target, target - 1);
            }
            case Step.UseBatch(var subnet, int from, int addresses, _) ->
                    batches.computeIfAbsent(subnet, _ -> new Chain())
                            .write(from, addresses, now.get());
            case Step.RunReplicas _ -> {}
        }
    }

    private void retarget(String group, int from, int nodes) {
        targets.computeIfAbsent(group, _ -> new Chain()).write(from, nodes, now.get());
    }

    private void drain(String node, int from, int to) {
        drains.computeIfAbsent(node, _ -> new Chain()).write(from, to, now.get());
    }

    private Cluster lay(Cluster cluster) {
        forgetGone(cluster);
        var laid = layNodes(laySubnets(layGroups(cluster)));
        for (var chains : List.of(targets, batches, drains)) {
            chains.values().removeIf(Chain::isShown);
        }
        return laid;
    }

    private Cluster layGroups(Cluster cluster) {
        var groups = cluster.groups();
        for (var chain : targets.entrySet()) {
            var group = groups.get(chain.getKey());
            if (group != null) {
                groups = groups.with(group.name(), over(group, chain.getValue()));
            }
        }
        return cluster.withGroups(groups);
    }

    private static Group over(Group group, Chain chain) {
        return group.with(chain.over(group.target()));
    }

    private Cluster laySubnets(Cluster cluster) {
        var subnets = cluster.subnets();
        for (var chain : batches.entrySet()) {
            var subnet = subnets.get(chain.getKey());
            if (subnet != null && subnet.batch() instanceof Count.Known(int batch)) {
                int next = chain.getValue().over(batch);
                subnets =
                        subnets.with(
                                subnet.name(),
                                new Subnet(
                                        subnet.name(),
                                        subnet.capacity(),
                                        subnet.others(),
                                        Count.of(next),
                                        subnet.groups()));
            }
        }
        return cluster.withSubnets(subnets);
    }

    private Cluster layNodes(Cluster cluster) {
        if (drains.isEmpty() && evictions.isEmpty() && removals.isEmpty()) {
            return cluster;
        }
        var nodes = new ArrayList<Node>(cluster.nodes().size());
        var pending = new TreeMap<Shape, Pods>();
        cluster.pending().forEach(pods -> pending.put(pods.shape(), pods));
        for (var node : cluster.nodes()) {
            if (removals.containsKey(node.name())) {
                displace(node, pending);
            } else {
                nodes.add(evicted(drained(node)));
            }
        }
        return cluster.withNodes(nodes).withPending(List.copyOf(pending.values()));
    }

    private Node drained(Node node) {
        var chain = drains.get(node.name());
        if (chain == null) {
            return node;
        }
        int seenState = drainValue(node.state());
        int wanted = chain.over(seenState);
        if (chain.isShown() || (wanted == ACTIVE && seenState == ACTIVE)) {
            return node;
        }
        var taints = new ArrayList<>(node.taints());
        taints.removeIf(taint -> taint.key().equals(Node.DRAINING_TAINT));
        if (wanted == ACTIVE) {
            return node.withTaints(taints).with(new NodeState.Active());
        }
        var state = drained.getOrDefault(node.name(), new NodeState.Draining(now.get()));
        taints.add(DrainingTaint.of(state));
        return node.withTaints(taints).with(state);
    }

    private static int drainValue(NodeState state) {
        return switch (state) {
            case NodeState.Active _ -> ACTIVE;
            case NodeState.Draining _ -> DRAINING;
            case NodeState.Paused _,
                    NodeState.Cordoned _,
                    NodeState.Forced _,
                    NodeState.Leaving _,
                    NodeState.Closed _ ->
                    CHANGED_BY_OTHERS;
        };
    }

    /// The node with terminating pods, as long as no more pods stay on it than were evicted.
    private Node evicted(Node node) {
        var eviction = evictions.get(node.name());
        if (eviction == null) {
            return node;
        }
        int staying = staying(node);
        if (staying == 0 || staying > eviction.pods) {
            evictions.remove(node.name());
            return node;
        }
        var pods = new TreeMap<Shape, Pods>();
        for (var some : node.pods()) {
            var shape = some.shape();
            var next = isStaying(shape) ? some.terminating(eviction.at.plus(timeout)) : some;
            pods.merge(next.shape(), next, Pods::and);
        }
        return node.with(List.copyOf(pods.values()));
    }

    /// The pods of a removed node are pending again, if somebody replaces them and has not done it.
    private static void displace(Node node, Map<Shape, Pods> pending) {
        for (var pods : node.pods()) {
            if (isStaying(pods.shape()) && pods.shape().owner() != Owner.NOBODY) {
                pending.merge(pods.shape(), pods, Pods::and);
            }
        }
    }

    /// The number of pods that can move and are not terminating.
    private static int staying(Node node) {
        return node.pods().stream()
                .filter(pods -> isStaying(pods.shape()))
                .mapToInt(Pods::count)
                .sum();
    }

    private static boolean isStaying(Shape shape) {
        return !shape.owner().staysWithNode() && shape.stage() != Stage.TERMINATING;
    }
}
