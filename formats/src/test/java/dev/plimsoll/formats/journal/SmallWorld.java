package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.turn.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// One group of equal nodes that take three equal pods each, and some time to come. Every moment
/// all pods go to the first nodes that take them.
final class SmallWorld implements World<Cluster> {

    static final String GROUP = "blue";

    private static final int PODS_ON_A_NODE = 3;
    private static final Resources NODE = Resources.NONE.with("cpu", 1_000);
    private static final Shape POD =
            new Shape(
                    "shop",
                    Labels.NONE,
                    Resources.NONE.with("cpu", 300),
                    Shape.Placement.ANYWHERE,
                    Owner.REPLICA_SET,
                    0);

    private final Inventory inventory = new Inventory();
    private final TreeMap<String, NodeState> nodes = new TreeMap<>();
    private final List<Instant> booting = new ArrayList<>();
    private final Duration boot;
    private final Runnable beforeStep;
    private int target;
    private int pods;
    private int named;
    private Instant now = Instant.EPOCH;

    /// @param beforeStep what happens before each step
    SmallWorld(Duration boot, Runnable beforeStep) {
        this.boot = boot;
        this.beforeStep = beforeStep;
    }

    void advanceTo(Instant moment, int podCount) {
        now = moment;
        while (!booting.isEmpty() && !booting.getFirst().plus(boot).isAfter(now)) {
            booting.removeFirst();
            nodes.put("node-%04d".formatted(++named), new NodeState.Active());
        }
        for (int gone = podCount; gone < pods; gone++) {
            inventory.removePod(new ObjectName("shop", podName(gone)));
        }
        pods = podCount;
    }

    @Override
    public Cluster observe() {
        inventory.cluster().nodes().stream()
                .map(Node::name)
                .filter(name -> !nodes.containsKey(name))
                .forEach(inventory::removeNode);
        nodes.forEach((name, state) -> inventory.put(node(name, state)));
        var places = new ArrayList<String>();
        nodes.forEach((name, state) -> {
            for (int i = 0; i < PODS_ON_A_NODE && state instanceof NodeState.Active; i++) {
                places.add(name);
            }
        });
        for (int pod = 0; pod < pods; pod++) {
            var place = pod < places.size() ? places.get(pod) : "";
            inventory.put(new Pod(podName(pod), place, Labels.NONE, POD));
        }
        inventory.put(
                new Group(
                        GROUP,
                        Labels.NONE,
                        target,
                        Limits.UNLIMITED,
                        new Template(NODE, Labels.NONE, List.of()),
                        new Price.Unknown("no price is needed")));
        return inventory.cluster();
    }

    @Override
    public List<Outcome> act(Plan plan) {
        var outcomes = new ArrayList<Outcome>();
        for (var step : plan.steps()) {
            beforeStep.run();
            outcomes.add(take(step) ? new Outcome.Done(step) : new Outcome.Stale(step));
        }
        return outcomes;
    }

    private boolean take(Step step) {
        return switch (step) {
            case Step.ResizeGroup(_, var from, var wanted, _) -> from == target && resize(wanted);
            case Step.GiveUp(_, var from, var wanted) -> from == target && resize(wanted);
            case Step.DrainNode(var node, var why) ->
                    nodes.replace(node, new NodeState.Active(), new NodeState.Draining(now, why));
            case Step.UndrainNode(var node) -> nodes.replace(node, new NodeState.Active()) != null;
            case Step.EvictPods(var node, _) -> nodes.containsKey(node);
            case Step.RemoveNode(var node, _, var leaves) ->
                    target > leaves && nodes.remove(node) != null && resize(target - 1);
            case Step.UseBatch _, Step.RunReplicas _ -> false;
        };
    }

    private boolean resize(int wanted) {
        target = wanted;
        while (nodes.size() + booting.size() < target) {
            booting.add(now);
        }
        while (nodes.size() + booting.size() > target && !booting.isEmpty()) {
            booting.removeLast();
        }
        return true;
    }

    /// What is left of the world when names are forgotten.
    Map<String, Integer> summary() {
        int draining =
                (int) nodes.values().stream().filter(NodeState.Draining.class::isInstance).count();
        return Map.of(
                "target", target,
                "active", nodes.size() - draining,
                "draining", draining,
                "booting", booting.size(),
                "pods", pods);
    }

    private static Node node(String name, NodeState state) {
        return new Node(
                name, Instant.EPOCH, Labels.NONE, List.of(), NODE, state, true, false, List.of());
    }

    private static String podName(int pod) {
        return "pod-%04d".formatted(pod);
    }
}
