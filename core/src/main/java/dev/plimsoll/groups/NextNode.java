package dev.plimsoll.groups;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The next node of a group: one rule for all deciders.
///
/// It is what the newest Ready node is, or one that is remembered if that was newer; else the
/// declared template; else the newest node that is not Ready. What exists is believed rather than
/// what was declared: a group whose nodes have less than its template says would grow for a pod
/// that no new node can hold. A newer node that is gone is believed for the same reason.
///
/// Its DaemonSet pods are those on at least half of the group's Ready nodes, because a node that
/// has just become Ready may not run all of them yet.
///
/// @param template without the pods that belong to a node; unknown if nothing tells
/// @param daemons the pods that run on every new node
/// @param reserved requests of such pods that are only remembered by their sum
/// @param created when the node that it is like was created; the epoch if there is none
public record NextNode(Template template, List<Pods> daemons, Resources reserved, Instant created) {

    /// @param own the nodes of the group
    /// @param ready those of them that are Ready
    public static NextNode of(
            Template declared, List<Node> own, List<Node> ready, GroupPast remembered) {
        boolean isNewer =
                remembered.template().isKnown()
                        && (ready.isEmpty()
                                || newest(ready).created().isBefore(remembered.created()));
        if (isNewer) {
            return new NextNode(
                    remembered.template(), List.of(), remembered.daemons(), remembered.created());
        }
        if (!ready.isEmpty()) {
            return new NextNode(
                    like(ready, own), daemonsOn(ready), Resources.NONE, newest(ready).created());
        }
        if (declared.isKnown()) {
            return new NextNode(declared, List.of(), Resources.NONE, Instant.EPOCH);
        }
        return new NextNode(
                own.isEmpty() ? Template.UNKNOWN : like(own, own),
                List.of(),
                Resources.NONE,
                Instant.EPOCH);
    }

    /// A template of the newest of some nodes, with the labels that all nodes of the group share.
    private static Template like(List<Node> some, List<Node> own) {
        var newest = newest(some).inService();
        var labels = newest.labels().toMap();
        labels.remove(Node.HOSTNAME);
        for (var node : own) {
            labels.entrySet()
                    .removeIf(label -> !node.labels().has(label.getKey(), label.getValue()));
        }
        return new Template(newest.allocatable(), Labels.of(labels), newest.taints());
    }

    private static Node newest(List<Node> nodes) {
        return nodes.stream()
                .max(Comparator.comparing(Node::created).thenComparing(Node::name))
                .orElseThrow();
    }

    /// The pods that belong to their node on at least half of the nodes, with the count that at
    /// least half have.
    static List<Pods> daemonsOn(List<Node> nodes) {
        Map<Shape, List<Pods>> on = new TreeMap<>();
        for (var node : nodes) {
            for (var pods : node.daemonPods()) {
                on.computeIfAbsent(pods.shape(), _ -> new ArrayList<>()).add(pods);
            }
        }
        var daemons = new ArrayList<Pods>();
        int half = Math.ceilDiv(nodes.size(), 2);
        on.forEach((shape, all) -> {
            if (all.size() >= half) {
                var counts = all.stream().map(Pods::count).sorted(Comparator.reverseOrder());
                int count = counts.skip(half - 1L).findFirst().orElse(1);
                daemons.add(new Pods(shape, count, all.getFirst().first()));
            }
        });
        return daemons;
    }

    /// The reason to tell an operator if this node has not what the group's template declares.
    public List<Reason> differences(String group, Template declared) {
        var wrong = new ArrayList<String>();
        for (var name : declared.allocatable().names()) {
            if (declared.allocatable().offered(name) != template.allocatable().offered(name)) {
                wrong.add(name);
            }
        }
        if (wrong.isEmpty() || !isKnown()) {
            return List.of();
        }
        return List.of(
                because(
                        Rules.TEMPLATE_DIFFERS,
                        group,
                        fact("seen", amounts(template, wrong)),
                        fact("declared", amounts(declared, wrong))));
    }

    private static String amounts(Template template, List<String> names) {
        return names.stream()
                .map(name -> name + "=" + amount(template.allocatable(), name))
                .collect(Collectors.joining(" "));
    }

    private static String amount(Resources allocatable, String name) {
        return allocatable.has(name) ? Quantity.text(name, allocatable.offered(name)) : "unknown";
    }

    /// Whether anything tells what the next node is.
    public boolean isKnown() {
        return template.isKnown();
    }

    /// This node with the DaemonSet pods of most other nodes that fit on it, if it has none of its
    /// own.
    public NextNode orDaemonsOf(List<Node> others) {
        if (!daemons.isEmpty() || !reserved.isEmpty() || !isKnown()) {
            return this;
        }
        var bare = template.node("a new node");
        var fitting =
                daemonsOn(others.stream().filter(Node::isReady).toList()).stream()
                        .filter(pods -> Fit.onEmpty(bare, pods.shape()).fits())
                        .toList();
        return new NextNode(template, fitting, reserved, created);
    }

    /// This node with other labels.
    NextNode with(Labels labels) {
        return new NextNode(
                new Template(template.allocatable(), labels, template.taints()),
                daemons,
                reserved,
                created);
    }

    /// The requests of the pods that belong to it, with their pod slots.
    public Resources daemonRequests() {
        var sum = reserved;
        long slots = 0;
        for (var pods : daemons) {
            sum = sum.plus(pods.shape().requests().times(pods.count()));
            slots += pods.count();
        }
        return slots == 0 ? sum : sum.with(Resources.PODS, slots);
    }

    /// The node itself, with the pods that belong to it.
    public Node node(String name) {
        var labels = template.labels().with(Node.HOSTNAME, name);
        return template.node(name)
                .withLabels(labels)
                .withAllocatable(template.allocatable().less(reserved))
                .with(daemons);
    }
}
