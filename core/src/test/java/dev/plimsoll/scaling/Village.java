package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Question;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.RankingPolicy;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/// Small clusters, in few words.
public final class Village {

    /// Long after nodes were created, unless a test says otherwise.
    public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

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
        return node.withTaints(List.of(new Taint(key, "", Taint.Effect.NO_SCHEDULE)));
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

    /// A group with one node, whose provider has a maximum.
    public static Group group(String name, int most, String dollars) {
        return new Group(
                name,
                Labels.of("pool", name),
                1,
                new Limits(0, most),
                List.of(variant(Template.UNKNOWN, dollars)),
                GroupSpread.PROVIDER,
                List.of(),
                Group.Condition.IN_SERVICE);
    }

    /// A group without nodes, whose next node is like this one.
    public static Group emptyGroup(String name, Node node, int most, String dollars) {
        var template = new Template(node.allocatable(), node.labels(), node.taints());
        return group(name, most, dollars).with(0).with(List.of(variant(template, dollars)));
    }

    private static Variant variant(Template template, String dollars) {
        return Variant.of(
                template,
                dollars.isEmpty()
                        ? new Price.Unknown("nobody knows")
                        : new Price.Known(Money.dollars(new BigDecimal(dollars)), "a list"));
    }

    /// The default policy with a minimum and a maximum of one group.
    public static Policy limits(String group, int least, int most) {
        var limits = new Limits(least, most);
        var groups = new TreeMap<String, GroupPolicy>();
        groups.put(group, new GroupPolicy(Manage.PODS, limits, Standing.EXISTS));
        return Policy.DEFAULT.with(groups);
    }

    /// A cluster with a subnet for some groups.
    public static Cluster withSubnet(Cluster cluster, int capacity, String... groups) {
        var subnet =
                new Subnet(
                        "pods",
                        Count.of(capacity),
                        Count.unknown(),
                        Count.unknown(),
                        List.of(groups));
        return cluster.withSubnets(cluster.subnets().with("pods", subnet));
    }

    /// The question of the scaling loop when it has no memory.
    public static Question<Cluster, Policy, Past> question(Cluster cluster, Policy policy) {
        return new Question<>(cluster, policy, Past.NONE, List.of(), NOW, 0);
    }

    public static Answer<Past, Proposal> answer(Cluster cluster, Policy policy) {
        return new Scaling().answer(question(cluster, policy));
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
