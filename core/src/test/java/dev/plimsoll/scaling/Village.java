package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.groups.NewNode;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.RankingPolicy;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.storage.Stock;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/// Small clusters, in few words.
public final class Village {

    private Village() {}

    /// A node with these labels, such as `pool=web,zone=a`.
    public static Node node(String name, String labels, String cpu, String memory, Pods... pods) {
        return new Node(
                name,
                Instant.EPOCH,
                labels(labels + ",kubernetes.io/hostname=" + name),
                List.of(),
                resources(cpu, memory).with(Resources.PODS, 110),
                new NodeState.Active(),
                true,
                false,
                List.of(pods));
    }

    public static Node tainted(Node node, String key) {
        return new Node(
                node.name(),
                node.created(),
                node.labels(),
                List.of(new Taint(key, "", Taint.Effect.NO_SCHEDULE)),
                node.allocatable(),
                node.state(),
                node.ready(),
                node.noDelete(),
                node.pods());
    }

    public static Pods pods(int count, String name, String cpu, String memory) {
        return pods(count, name, cpu, memory, Owner.REPLICA_SET);
    }

    public static Pods pods(int count, String name, String cpu, String memory, Owner owner) {
        var shape =
                new Shape(
                        "shop",
                        Labels.NONE,
                        resources(cpu, memory),
                        Shape.Placement.ANYWHERE,
                        owner,
                        0);
        return new Pods(shape, count, name);
    }

    public static NodeGroup group(String name, Node node, int most, String dollars) {
        return new NodeGroup(
                name,
                Labels.of("pool", name),
                List.of(node.name()),
                NewNode.like(List.of(node), name),
                Growth.upTo(most),
                dollars.isEmpty()
                        ? new Price.Unknown("nobody knows")
                        : new Price.Known(Money.dollars(new BigDecimal(dollars)), "a list"));
    }

    public static Seen seen(List<Node> nodes, List<Pods> pending, List<NodeGroup> groups) {
        var cluster = new Cluster(nodes, pending, List.of(), List.of());
        return new Seen(cluster, new Stock().surroundings(), groups);
    }

    public static RankingPolicy ranking(List<Strategy> strategies) {
        var defaults = RankingPolicy.DEFAULT;
        return new RankingPolicy(
                defaults.reading(),
                strategies,
                defaults.preferred(),
                defaults.factors(),
                defaults.priorities());
    }

    private static Resources resources(String cpu, String memory) {
        var amounts = new TreeMap<String, Long>();
        amounts.put(Resources.CPU, Quantity.amount(Resources.CPU, cpu));
        amounts.put(Resources.MEMORY, Quantity.amount(Resources.MEMORY, memory));
        return Resources.of(amounts);
    }

    private static Labels labels(String text) {
        var labels = new TreeMap<String, String>();
        for (var label : List.of(text.split(",", -1))) {
            int equals = label.indexOf('=');
            if (equals > 0) {
                labels.put(label.substring(0, equals), label.substring(equals + 1));
            }
        }
        return Labels.of(labels);
    }
}
