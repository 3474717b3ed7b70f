package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainingTaint;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Node.Machine;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.decision.Step;
import dev.plimsoll.packing.Packing.Opened;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.slack.Placeholders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A cluster in which a decision is carried out at once and nothing fails: ordered machines join,
/// pods bind where the decision put them, drained nodes lose their pods and are removed, and
/// terminating pods end.
final class VirtualCluster {

    private final Cluster before;
    private final Proposal proposal;
    private final Instant now;
    private final TreeMap<String, Node> nodes = new TreeMap<>();
    private final Map<String, Opened> opened = new LinkedHashMap<>();
    private final UnboundPods unbound;

    /// Pods that were bound, by the name of their node.
    private final Map<String, TreeMap<Shape, Pods>> bound = new LinkedHashMap<>();

    private final List<Step> steps = new ArrayList<>();
    private SharedMap<String, Group> groups;

    /// @param proposal about the cluster
    VirtualCluster(Cluster before, Proposal proposal, Instant now) {
        this.before = before;
        this.proposal = proposal;
        this.now = now;
        this.groups = Undelivered.withoutFailed(before.groups());
        this.unbound = new UnboundPods(before);
        before.nodes().forEach(node -> nodes.put(node.name(), evacuated(lasting(node))));
        proposal.packing().opened().forEach(one -> opened.put(one.node(), one));
        start();
    }

    private static Node lasting(Node node) {
        var lasting = node.pods().stream().filter(UnboundPods::isLasting).toList();
        return lasting.size() == node.pods().size() ? node : node.with(lasting);
    }

    /// Pods of a node that leaves by itself become pending.
    private Node evacuated(Node node) {
        var leaving = LeavingPods.on(node);
        leaving.forEach(unbound::add);
        return LeavingPods.without(node, leaving);
    }

    /// Nodes that are starting become Ready, and machines that are on their way join.
    private void start() {
        var coming = proposal.facts().notThereYet();
        if (coming.isEmpty()) {
            return;
        }
        var shown = new LinkedHashMap<String, Node>();
        proposal.facts().nodes().forEach(node -> shown.put(node.name(), node));
        for (var group : proposal.facts().groups()) {
            for (var name : group.nodes()) {
                var node = shown.get(name);
                if (node != null && coming.contains(name)) {
                    join(nodes.containsKey(name) ? node : node.withCreated(now), group.name());
                }
            }
        }
    }

    private void join(Node node, String group) {
        var own = node.machine().capacity();
        var capacity = own.isEmpty() ? capacity(group, node) : own;
        var machine = new Machine(node.machine().providerId(), group, capacity);
        nodes.put(node.name(), node.with(machine));
    }

    /// That of a node of the same type; nothing if it is unknown.
    private Resources capacity(String group, Node like) {
        var type = VariantKey.of(like.labels()).instanceType();
        return before.nodesOf(group).stream()
                .filter(node -> VariantKey.of(node.labels()).instanceType().equals(type))
                .map(node -> node.machine().capacity())
                .filter(known -> !known.isEmpty())
                .findFirst()
                .orElse(Resources.NONE);
    }

    /// Carries a decision out.
    ///
    /// @param decided its steps
    void take(List<Step> decided) {
        for (var step : decided) {
            switch (step) {
                case Step.ResizeGroup resize -> resize(resize);
                case Step.GiveUp(var group, _, int machines) -> {
                    steps.add(step);
                    target(group, machines);
                }
                case Step.DrainNode drain -> drain(drain);
                case Step.UndrainNode(var node) -> {
                    steps.add(step);
                    nodes.computeIfPresent(node, (_, draining) -> draining.inService());
                }
                case Step.EvictPods(var node, _) -> evict(node);
                case Step.RemoveNode(var node, _, _) -> remove(node);
                case Step.UseBatch _, Step.RunReplicas _ ->
                        throw new IllegalArgumentException("not a step of scaling: " + step);
            }
        }
        for (var placed : proposal.packing().placed()) {
            if (nodes.containsKey(placed.node()) && !Placeholders.areOf(placed.shape())) {
                unbound.take(placed).ifPresent(pods -> bind(pods, placed.node()));
            }
        }
    }

    private void target(String group, int machines) {
        groups = groups.with(group, before.group(group).withoutFailed().with(machines));
    }

    private int target(String group) {
        var known = groups.get(group);
        return known == null ? 0 : known.target();
    }

    /// The new nodes that the decision names join. Machines that the target has beyond them join in
    /// the next turn.
    private void resize(Step.ResizeGroup resize) {
        steps.add(resize);
        target(resize.group(), resize.nodes());
        for (var grown : proposal.groups()) {
            if (grown.group().name().equals(resize.group())) {
                grown.bought().stream()
                        .map(member -> opened.get(member.node()))
                        .limit(resize.nodes() - resize.from())
                        .forEach(one -> {
                            if (one != null) {
                                var node = one.offer().node(one.node());
                                join(node.withCreated(now), resize.group());
                            }
                        });
            }
        }
    }

    /// Drains, empties and removes a node.
    void drain(Step.DrainNode drain) {
        var node = nodes.get(drain.node());
        if (node == null) {
            return;
        }
        steps.add(drain);
        var state = new NodeState.Draining(now, drain.why());
        var taints = new ArrayList<>(node.taints());
        taints.add(DrainingTaint.of(state));
        nodes.put(drain.node(), node.with(state).withTaints(taints));
        if (node.movers() > 0) {
            evict(drain.node());
        }
        remove(drain.node());
    }

    /// The pods go where the decision found places for them. Pods without one become pending.
    private void evict(String name) {
        var node = nodes.get(name);
        if (node == null) {
            return;
        }
        var moving = new TreeMap<Shape, Pods>();
        Moves.movers(node).forEach(pods -> moving.merge(pods.shape(), pods, Pods::and));
        steps.add(new Step.EvictPods(name, moving.values().stream().mapToInt(Pods::count).sum()));
        nodes.put(
                name,
                node.with(
                        node.pods().stream()
                                .filter(pods -> !moving.containsKey(pods.shape()))
                                .toList()));
        for (var place : proposal.places().getOrDefault(name, List.of())) {
            var pods = moving.remove(place.shape());
            if (pods != null) {
                int rest = pods.count() - place.count();
                bind(pods.times(place.count()), place.node());
                if (rest > 0) {
                    moving.put(place.shape(), pods.times(rest));
                }
            }
        }
        moving.values().forEach(unbound::add);
    }

    /// A provider does not go below its own minimum.
    private void remove(String name) {
        var node = nodes.get(name);
        var group = node == null ? List.<String>of() : before.groupsOf(node);
        for (var own : group) {
            int left = target(own) - 1;
            if (left >= before.group(own).provider().least()) {
                steps.add(new Step.RemoveNode(name, own, left));
                nodes.remove(name);
                target(own, left);
            }
        }
    }

    private void bind(Pods pods, String node) {
        if (!nodes.containsKey(node)) {
            unbound.add(pods);
            return;
        }
        bound.computeIfAbsent(node, _ -> new TreeMap<>())
                .merge(pods.shape(), new Pods(pods.shape(), pods.count(), pods.first()), Pods::and);
    }

    /// The steps that were taken, in order.
    List<Step> steps() {
        return steps;
    }

    /// The cluster afterwards.
    Cluster cluster() {
        bound.forEach((name, more) ->
                nodes.computeIfPresent(
                        name,
                        (_, node) -> {
                            var all = new TreeMap<>(more);
                            node.pods().forEach(pods -> all.merge(pods.shape(), pods, Pods::and));
                            return node.with(List.copyOf(all.values()));
                        }));
        bound.clear();
        return before.withNodes(List.copyOf(nodes.values()))
                .withPending(unbound.pods())
                .withGroups(groups);
    }
}
