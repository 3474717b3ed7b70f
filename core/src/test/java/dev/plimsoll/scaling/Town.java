package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainingTaint;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Pods.Age;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.selection.Taint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/// A cluster that starts with given nodes and pods, and the scaling loop that acts on it every
/// minute. Machines boot for two minutes. The scheduler binds pods in the second after a turn, to
/// the node with the most room.
final class Town {

    static final Duration EVERY = Duration.ofMinutes(1);
    private static final Duration BOOT = Duration.ofMinutes(2);

    /// The grace period of pods.
    private static final Duration GRACE = Duration.ofMinutes(1);

    private record Machine(String group, Instant ready) {}

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<Shape, Pods> pending = new TreeMap<>();
    private final List<Machine> booting = new ArrayList<>();
    private final Set<String> stubborn = new LinkedHashSet<>();
    private final Map<Shape, String> preferred = new TreeMap<>();
    private final Set<String> endless = new LinkedHashSet<>();
    private final Map<Instant, Consumer<Town>> events = new LinkedHashMap<>();
    private final List<String> acted = new ArrayList<>();
    private final Policy policy;
    private Past past = Past.NONE;
    private Instant now = NOW;
    private int machines;

    Town(Policy policy) {
        this.policy = policy;
    }

    /// A group whose new nodes are like this one without its pods.
    Town with(Group group) {
        groups.put(group.name(), group);
        return this;
    }

    /// A node of the group that its label `pool` names.
    Town with(Node node) {
        nodes.put(node.name(), node);
        groups.computeIfPresent(groupOf(node), (_, group) -> group.with(group.target() + 1));
        return this;
    }

    /// No pod of the node is ever evicted, although its budget allows it.
    Town refusingEvictionsOf(String node) {
        stubborn.add(node);
        return this;
    }

    /// The pods of the node are evicted, and their objects stay: a finalizer holds them.
    Town holdingPodsOf(String node) {
        endless.add(node);
        return this;
    }

    /// The scheduler binds pods of this shape to the node if they fit.
    Town preferring(Shape shape, String node) {
        preferred.put(shape, node);
        return this;
    }

    /// The kubelet of the node stops: its pods do not run, and never end.
    void breakDown(String node) {
        holdingPodsOf(node);
        nodes.computeIfPresent(node, (_, one) -> one.withReady(false).withReadySince(now));
    }

    Town at(Duration after, Consumer<Town> event) {
        events.merge(NOW.plus(after), event, Consumer::andThen);
        return this;
    }

    private static String groupOf(Node node) {
        return node.labels().get("pool");
    }

    void submit(Pods pods) {
        pending.merge(
                pods.shape(),
                new Pods(pods.shape(), pods.count(), pods.first(), new Age(now, now)),
                Pods::and);
    }

    /// Ends the pods of this shape on all nodes.
    void finish(Shape shape) {
        nodes.replaceAll((_, node) ->
                node.with(
                        node.pods().stream().filter(pods -> !pods.shape().equals(shape)).toList()));
    }

    void run(Duration time) {
        for (var end = now.plus(time); now.isBefore(end); ) {
            turn();
        }
    }

    /// One turn, and the time until the next.
    Answer<Past, Proposal> turn() {
        var event = events.remove(now);
        if (event != null) {
            event.accept(this);
        }
        boot();
        var answer = new Scaling().answer(question());
        past = answer.decision().remember();
        for (var step : answer.decision().plan().steps()) {
            acted.add(Duration.between(NOW, now).toSeconds() + "s " + text(step));
            act(step);
        }
        now = now.plus(EVERY);
        bind();
        return answer;
    }

    /// What the loop would decide.
    Answer<Past, Proposal> ask() {
        return new Scaling().answer(question());
    }

    private Question<Cluster, Policy, Past> question() {
        return new Question<>(cluster(), policy, past, List.<Outcome>of(), now, 0);
    }

    private Cluster cluster() {
        return Cluster.of(
                List.copyOf(nodes.values()),
                List.copyOf(pending.values()),
                List.copyOf(groups.values()));
    }

    private void boot() {
        for (var machine : List.copyOf(booting)) {
            if (!machine.ready().isAfter(now)) {
                booting.remove(machine);
                var name = machine.group() + "-new-" + ++machines;
                var like = like(machine.group());
                nodes.put(
                        name,
                        like.inService()
                                .with(List.of())
                                .withName(name)
                                .withLabels(like.labels().with(Node.HOSTNAME, name))
                                .withCreated(now)
                                .withReadySince(now));
            }
        }
    }

    /// A node of the group; if it has none, one by its template.
    private Node like(String group) {
        return nodes.values().stream()
                .filter(node -> groupOf(node).equals(group))
                .findFirst()
                .orElseGet(() ->
                        Objects.requireNonNull(groups.get(group))
                                .variants()
                                .getFirst()
                                .template()
                                .node("new"));
    }

    private void act(Step step) {
        switch (step) {
            case Step.ResizeGroup(var group, int from, int to, _) -> {
                retarget(group, to);
                for (int i = from; i < to; i++) {
                    booting.add(new Machine(group, now.plus(BOOT)));
                }
            }
            case Step.DrainNode(var node, var why) -> {
                var state = new NodeState.Draining(now, why);
                change(node, List.of(DrainingTaint.of(state)), state);
            }
            case Step.UndrainNode(var node) -> change(node, List.of(), new NodeState.Active());
            case Step.EvictPods(var node, _) -> evict(node);
            case Step.RemoveNode(var node, var group, _) -> {
                groups.computeIfPresent(group, (_, known) -> known.with(known.target() - 1));
                nodes.remove(node);
            }
            case Step.GiveUp _, Step.UseBatch _, Step.RunReplicas _ ->
                    throw new AssertionError(step);
        }
    }

    private void retarget(String group, int target) {
        groups.computeIfPresent(group, (_, known) -> known.with(target));
    }

    private void change(String name, List<Taint> taints, NodeState state) {
        nodes.computeIfPresent(name, (_, node) -> node.withTaints(taints).with(state));
    }

    private void evict(String name) {
        if (!stubborn.contains(name)) {
            nodes.computeIfPresent(name, (_, node) -> evicted(node));
        }
    }

    private Node evicted(Node node) {
        var held = new ArrayList<Pods>();
        for (var pods : node.pods()) {
            if (pods.shape().stage() == Shape.Stage.TERMINATING) {
                held.add(pods);
            } else {
                submit(pods);
                held.add(pods.terminating(now.plus(GRACE)));
            }
        }
        return node.with(endless.contains(node.name()) ? held : List.of());
    }

    /// The pods of the highest priority first.
    private void bind() {
        var queue =
                pending.values().stream()
                        .sorted(Comparator.comparingInt(pods -> -pods.shape().priority()))
                        .toList();
        for (var pods : queue) {
            pending.remove(pods.shape());
            for (int i = 0; i < pods.count(); i++) {
                bind(pods.times(1));
            }
        }
    }

    private void bind(Pods pod) {
        var open = nodes.values().stream().filter(Node::isReady).toList();
        var fit = NodeFit.of(open, cluster());
        Node best = null;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < open.size(); i++) {
            boolean isPreferred = open.get(i).name().equals(preferred.get(pod.shape()));
            long share = Share.dominant(open.get(i).asked(), open.get(i).allocatable());
            long used = isPreferred ? -1 : share;
            if (used < least && fit.fits(pod.shape(), i)) {
                best = open.get(i);
                least = used;
            }
        }
        if (best == null) {
            pending.merge(pod.shape(), pod, Pods::and);
            return;
        }
        var pods = new TreeMap<Shape, Pods>();
        best.pods().forEach(some -> pods.put(some.shape(), some));
        pods.merge(pod.shape(), new Pods(pod.shape(), 1, pod.first()), Pods::and);
        nodes.put(best.name(), best.with(List.copyOf(pods.values())));
    }

    List<String> nodes() {
        return List.copyOf(nodes.keySet());
    }

    int pending() {
        return pending.values().stream().mapToInt(Pods::count).sum();
    }

    /// The steps since the last call, as `120s drain b`.
    List<String> acted() {
        var steps = List.copyOf(acted);
        acted.clear();
        return steps;
    }

    List<String> sentences() {
        return ask().decision().reasons().stream().map(Reason::sentence).toList();
    }

    private static String text(Step step) {
        return switch (step) {
            case Step.ResizeGroup(var group, int from, int to, _) ->
                    "resize " + group + " " + from + "-" + to;
            case Step.DrainNode(var node, _) -> "drain " + node;
            case Step.UndrainNode(var node) -> "undrain " + node;
            case Step.EvictPods(var node, _) -> "evict " + node;
            case Step.RemoveNode(var node, _, _) -> "remove " + node;
            case Step.GiveUp _, Step.UseBatch _, Step.RunReplicas _ -> step.toString();
        };
    }
}
