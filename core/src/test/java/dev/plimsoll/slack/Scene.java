package dev.plimsoll.slack;

import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.cluster.BufferSize;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.ResourceQuota;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Biggest;
import dev.plimsoll.slack.SlackPolicy.Pieces;
import dev.plimsoll.slack.SlackPolicy.Rate;
import dev.plimsoll.slack.SlackPolicy.Reading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// A small cluster for tests of slack.
final class Scene {

    static final List<String> BOTH = List.of(Resources.CPU, Resources.MEMORY);

    private final List<Node> nodes = new ArrayList<>();
    private final List<Pods> pending = new ArrayList<>();
    private final List<SlackTemplate> templates = new ArrayList<>();
    private final TreeSet<String> outside = new TreeSet<>();
    private final TreeMap<String, Price> prices = new TreeMap<>();
    private SharedMap<KindName, Buffer> buffers = SharedMap.empty();
    private SharedMap<ObjectName, ResourceQuota> quotas = SharedMap.empty();

    static Resources amounts(long cpuMillis, long memoryMebibytes) {
        return Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(memoryMebibytes));
    }

    static Resources bytes(long cpuMillis, long memory) {
        return Resources.of(new Cpu(cpuMillis), new Bytes(memory));
    }

    static Shape shape(Resources requests) {
        return shape(requests, Placement.ANYWHERE);
    }

    static Shape shape(Resources requests, Placement placement) {
        return new Shape("shop", Labels.NONE, requests, placement, Owner.REPLICA_SET, 0);
    }

    static Shape marked(Shape shape, int placeholders) {
        return shape.with(new Reserve.Placeholders(placeholders));
    }

    static Pods pods(Shape shape, int count) {
        return new Pods(shape, count, "pod-" + shape.id());
    }

    static Node node(String name, Resources allocatable, Pods... pods) {
        return Node.of(name, allocatable.with(Resources.PODS, 110))
                .withLabels(Labels.of(Node.HOSTNAME, name))
                .with(List.of(pods));
    }

    Scene with(Node... others) {
        nodes.addAll(List.of(others));
        return this;
    }

    /// Nodes with the same pods.
    Scene with(int count, String name, Resources allocatable, Pods... pods) {
        for (int i = 1; i <= count; i++) {
            nodes.add(node(name + "-" + i, allocatable, pods));
        }
        return this;
    }

    Scene pending(Pods some) {
        pending.add(some);
        return this;
    }

    Scene template(String name, Resources allocatable) {
        return template(name, allocatable, 1);
    }

    Scene template(String name, Resources allocatable, int count) {
        templates.add(new SlackTemplate(name, node(name, allocatable), count));
        return this;
    }

    Scene outside(String name) {
        outside.add(name);
        return this;
    }

    Scene price(String node, Price price) {
        prices.put(node, price);
        return this;
    }

    Scene with(Buffer buffer) {
        buffers = buffers.with(buffer.name(), buffer);
        return this;
    }

    Scene with(ResourceQuota quota) {
        quotas = quotas.with(quota.name(), quota);
        return this;
    }

    /// A CapacityBuffer for pods of a shape.
    static Buffer buffer(String name, int replicas, Shape shape) {
        return new Buffer(
                new KindName(Buffer.CAPACITY_BUFFER, new ObjectName("shop", name)),
                BufferSize.of(replicas),
                new Pattern.Pods(shape, Count.unknown(), ""),
                Instant.EPOCH);
    }

    /// A Deployment with the annotation.
    static Buffer deployment(String name, int reserve, Shape shape) {
        return new Buffer(
                new KindName("Deployment", new ObjectName("shop", name)),
                BufferSize.of(reserve),
                new Pattern.Pods(shape, Count.of(1), ""),
                Instant.EPOCH);
    }

    SlackSeen seen() {
        var cluster =
                Cluster.of(nodes, pending, List.of())
                        .withBuffers(buffers)
                        .withResourceQuotas(quotas);
        return new SlackSeen(cluster, outside, templates, prices);
    }

    static SlackPolicy policy(int percent) {
        return policy(percent, Basis.CAPACITY, Biggest.NONE);
    }

    static SlackPolicy policy(int percent, Basis basis, Biggest biggest) {
        return new SlackPolicy(
                Reading.PLIMSOLL,
                new Rate(Percent.of(percent), basis),
                new Pieces(5, ""),
                biggest,
                BOTH);
    }

    static SlackPolicy source(Reading reading, int percent) {
        return new SlackPolicy(
                reading,
                new Rate(Percent.of(percent), Basis.CAPACITY),
                new Pieces(5, ""),
                Biggest.NONE,
                BOTH);
    }

    Answer<SlackPast, HeldSlack> decide(SlackPolicy policy, SlackPast past) {
        return decide(seen(), policy, past);
    }

    HeldSlack hold(SlackPolicy policy) {
        return hold(policy, SlackPast.NONE);
    }

    HeldSlack hold(SlackPolicy policy, SlackPast past) {
        return decide(policy, past).details();
    }

    static Answer<SlackPast, HeldSlack> decide(SlackSeen seen, SlackPolicy policy, SlackPast past) {
        return new Slack().answer(new Question<>(seen, policy, past, List.of(), Instant.EPOCH, 0));
    }

    static List<String> sentences(Answer<SlackPast, HeldSlack> answer) {
        return answer.decision().reasons().stream().map(Reason::sentence).toList();
    }

    /// `standard 5 × cpu=800m memory=…` for each set of placeholders.
    static List<String> wanted(HeldSlack held) {
        return held.wanted().placeholders().stream().map(Scene::text).toList();
    }

    static String text(Placeholders some) {
        return some.name() + " " + some.count() + " × " + some.shape().requests();
    }

    static int count(HeldSlack held, Placeholders.Kind kind) {
        return (int) held.placeholders().stream().filter(one -> one.of().kind() == kind).count();
    }
}
