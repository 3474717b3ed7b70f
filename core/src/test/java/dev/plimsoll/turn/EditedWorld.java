package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainingTaint;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Shape.Stage;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A cluster of three blue and three green nodes with two pods each, on one subnet. Steps and edits
/// of others change it at once. Evicted pods terminate for one tick.
final class EditedWorld implements World<Cluster> {

    private static final Resources EACH = Resources.of(Cpu.cores(4), Bytes.gibibytes(16));
    private static final Shape WEB =
            new Shape(
                    "shop",
                    Labels.NONE,
                    Resources.of(Cpu.cores(1), Bytes.gibibytes(1)),
                    Placement.ANYWHERE,
                    Owner.REPLICA_SET,
                    0);

    private Cluster cluster = Cluster.EMPTY;
    private Instant now = Instant.parse("2026-01-01T12:00:00Z");
    private int tick;

    EditedWorld() {
        var nodes = new ArrayList<Node>();
        var groups = new ArrayList<Group>();
        for (var group : List.of("blue", "green")) {
            var template = new Template(EACH, Labels.of("group", group), List.of());
            groups.add(
                    new Group(
                            group,
                            template.labels(),
                            3,
                            Limits.UNLIMITED,
                            template,
                            new Price.Unknown("none")));
            for (int i = 1; i <= 3; i++) {
                nodes.add(template.node(group + "-" + i).with(pods(2)));
            }
        }
        var lan = new Subnet("lan", Count.of(100), Count.of(0), Count.of(8), List.of());
        cluster = Cluster.of(nodes, List.of(), groups);
        cluster = cluster.withSubnets(cluster.subnets().with("lan", lan));
    }

    private static List<Pods> pods(int count) {
        return count == 0 ? List.of() : List.of(new Pods(WEB, count, "web-1"));
    }

    Instant now() {
        return now;
    }

    int ticks() {
        return tick;
    }

    void sleep(Duration time) {
        now = now.plus(time);
    }

    /// A minute passes, and terminating pods are gone.
    void tick() {
        tick++;
        sleep(Duration.ofMinutes(1));
        for (var node : cluster.nodes()) {
            var left =
                    node.pods().stream()
                            .filter(pods -> pods.shape().stage() != Stage.TERMINATING)
                            .toList();
            if (left.size() < node.pods().size()) {
                edit(node(node.name(), old -> old.with(left)));
            }
        }
    }

    /// Somebody else changes the cluster.
    void edit(UnaryOperator<Cluster> change) {
        cluster = change.apply(cluster);
    }

    static UnaryOperator<Cluster> target(String group, int target) {
        return old -> old.withGroups(old.groups().with(group, old.group(group).with(target)));
    }

    static UnaryOperator<Cluster> pods(String node, int count) {
        return node(node, old -> old.with(pods(count)));
    }

    static UnaryOperator<Cluster> state(String node, NodeState state) {
        var taints =
                state instanceof NodeState.Draining draining
                        ? List.of(DrainingTaint.of(draining))
                        : List.<Taint>of();
        return node(node, old -> old.with(state).withTaints(taints));
    }

    static UnaryOperator<Cluster> gone(String node) {
        return old ->
                old.withNodes(
                        old.nodes().stream().filter(each -> !each.name().equals(node)).toList());
    }

    static UnaryOperator<Cluster> batch(int addresses) {
        return old -> {
            var lan = old.subnets().values().getFirst();
            var next =
                    new Subnet(
                            lan.name(),
                            lan.capacity(),
                            lan.others(),
                            Count.of(addresses),
                            lan.groups());
            return old.withSubnets(old.subnets().with(lan.name(), next));
        };
    }

    private static UnaryOperator<Cluster> node(String name, UnaryOperator<Node> change) {
        return old ->
                old.withNodes(
                        old.nodes().stream()
                                .map(node -> node.name().equals(name) ? change.apply(node) : node)
                                .toList());
    }

    @Override
    public Cluster observe() {
        return cluster;
    }

    @Override
    public List<Outcome> act(Plan plan) {
        return plan.steps().stream()
                .<Outcome>map(step -> take(step) ? new Outcome.Done(step) : new Outcome.Stale(step))
                .toList();
    }

    /// @return whether the cluster was as the step expected
    private boolean take(Step step) {
        return switch (step) {
            case Step.ResizeGroup(var group, int from, int nodes, _) ->
                    take(cluster.group(group).target() == from, target(group, nodes));
            case Step.GiveUp(var group, int from, int nodes) ->
                    take(cluster.group(group).target() == from, target(group, nodes));
            case Step.DrainNode(var node, var why) ->
                    take(
                            has(node) && !isDraining(node),
                            state(node, new NodeState.Draining(now, why)));
            case Step.UndrainNode(var node) ->
                    take(isDraining(node), state(node, new NodeState.Active()));
            case Step.EvictPods(var node, _) -> take(has(node), node(node, EditedWorld::evicted));
            case Step.RemoveNode(var node, var group, _) ->
                    take(has(node), gone(node))
                            && take(true, target(group, cluster.group(group).target() - 1));
            case Step.UseBatch(_, int from, int addresses, _) ->
                    take(
                            cluster.subnets().values().getFirst().batch().equals(Count.of(from)),
                            batch(addresses));
            case Step.RunReplicas _ -> false;
        };
    }

    private boolean take(boolean isExpected, UnaryOperator<Cluster> change) {
        if (isExpected) {
            edit(change);
        }
        return isExpected;
    }

    private boolean has(String node) {
        return cluster.node(node) != null;
    }

    private boolean isDraining(String name) {
        var node = cluster.node(name);
        return node != null && node.state() instanceof NodeState.Draining;
    }

    private static Node evicted(Node node) {
        return node.with(
                node.pods().stream()
                        .map(pods -> pods.as(pods.shape().in(Stage.TERMINATING)))
                        .toList());
    }
}
