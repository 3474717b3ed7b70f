package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Suggestion;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.scaling.GroupVerdicts;
import dev.plimsoll.scaling.PendingPods;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.ScalingFacts;
import dev.plimsoll.selection.ObjectName;
import java.util.ArrayList;
import java.util.List;

/// What fits where, and why not: one pod on every node and in every group, or one group and every
/// pending shape.
public final class FitPage {

    private static final String[] COLUMNS = {"fits", "rule", "why"};

    private final Inventory inventory;
    private final Proposal proposal;
    private final ScalingFacts facts;

    public FitPage(Inventory inventory, Proposal proposal) {
        this.inventory = inventory;
        this.proposal = proposal;
        this.facts = proposal.facts();
    }

    /// @param node where the pod runs; empty if it is pending
    private record Found(ObjectName pod, String node) {}

    /// @param pod its name, with or without the namespace
    public Page pod(String pod) {
        var found = find(pod);
        var own = inventory.shape(found.pod());
        var shape = PendingPods.planned(own, facts.cluster().storage());
        var nodes = facts.nodes();
        var nodeFit = NodeFit.of(nodes, facts.cluster());
        if (!found.node().isEmpty()) {
            nodeFit.take(own, index(nodes, found.node()));
        }
        var onNodes = table("node");
        for (int i = 0; i < nodes.size(); i++) {
            onNodes.row(row(nodes.get(i).name(), nodeFit.verdict(shape, i)));
        }
        var inGroups = table("group");
        var one = List.of(new Pods(shape, 1, found.pod().name()));
        var verdicts = GroupVerdicts.before(facts, without(nodes, found, own));
        for (var group : facts.groups()) {
            inGroups.row(row(group.name(), verdicts.verdicts(group, one).getFirst()));
        }
        var requests = shape.requests();
        var head =
                List.of(
                        found.pod() + state(found, own),
                        "requests " + (requests.isEmpty() ? "nothing" : requests));
        boolean isPending = found.node().isEmpty() && own.stage() == Shape.Stage.STAYING;
        return new Page(
                head,
                List.of(
                        Section.of("existing nodes", onNodes.build()),
                        Section.of("new nodes", inGroups.build())),
                isPending ? List.of("the plan " + fate(found.pod().toString())) : List.of());
    }

    private static String state(Found found, Shape shape) {
        if (!found.node().isEmpty()) {
            return " runs on " + found.node();
        }
        return switch (shape.stage()) {
            case STAYING -> " is pending";
            case GATED -> " is gated: no node is added for it";
            case ELSEWHERE -> " is left to another scheduler: no node is added for it";
            case TERMINATING -> " is terminating: no node is added for it";
        };
    }

    /// What the plan does with a pending pod.
    private String fate(String pod) {
        return new Placement(inventory, proposal)
                .node(pod)
                .map(node -> "puts it on " + node)
                .orElse("leaves it unschedulable");
    }

    public Page group(String name) {
        var group = find(facts.groups(), name);
        var pods = facts.pending().pods();
        var head = name + ": " + PlanPage.counted(group.size(), "node") + next(group);
        if (pods.isEmpty()) {
            return Page.of(List.of(head, "no pod is pending"));
        }
        var table = table("pending pods");
        var verdicts = GroupVerdicts.before(facts, facts.nodes()).verdicts(group, pods);
        for (int i = 0; i < pods.size(); i++) {
            var some = pods.get(i);
            table.row(row(some.example() + " × " + some.count(), verdicts.get(i)));
        }
        return Page.of(List.of(head), Section.of("", table.build()));
    }

    private static String next(NodeGroup group) {
        return group.offers().isEmpty()
                ? ""
                : "; a new node has allocatable " + group.offers().getFirst().node().allocatable();
    }

    private static Table.Builder table(String first) {
        return Table.with(first, COLUMNS[0], COLUMNS[1], COLUMNS[2]);
    }

    private static List<String> row(String name, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits _ -> List.of(name, "yes", "", "");
            case Verdict.Refused(var why) -> List.of(name, "no", why.rule().code(), why.sentence());
            case Verdict.Unknown(var why) -> List.of(name, "?", why.rule().code(), why.sentence());
        };
    }

    private static int index(List<Node> nodes, String name) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no node " + name);
    }

    /// The nodes without the pod.
    private static List<Node> without(List<Node> nodes, Found found, Shape shape) {
        return nodes.stream()
                .map(node -> node.name().equals(found.node()) ? less(node, shape) : node)
                .toList();
    }

    private static Node less(Node node, Shape shape) {
        var pods = new ArrayList<Pods>();
        for (var some : node.pods()) {
            int count = some.count() - (some.shape().equals(shape) ? 1 : 0);
            if (count > 0) {
                pods.add(new Pods(some.shape(), count, some.first()));
            }
        }
        return node.with(pods);
    }

    private static NodeGroup find(List<NodeGroup> groups, String name) {
        var names = groups.stream().map(NodeGroup::name).toList();
        return groups.stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown("group", name, names));
    }

    private Found find(String name) {
        var names = new ArrayList<String>();
        for (var pod : inventory.pendingPods()) {
            if (isNamed(pod, name)) {
                return new Found(pod, "");
            }
            names.add(pod.toString());
        }
        for (var node : facts.cluster().nodes()) {
            for (var pod : inventory.podsOn(node.name())) {
                if (isNamed(pod, name)) {
                    return new Found(pod, node.name());
                }
                names.add(pod.toString());
            }
        }
        throw unknown("running or pending pod", name, names);
    }

    private static boolean isNamed(ObjectName pod, String name) {
        return pod.name().equals(name) || pod.toString().equals(name);
    }

    private static BadInput unknown(String kind, String name, List<String> known) {
        var close = Suggestion.closest(name, known).map(found -> "; did you mean '" + found + "'?");
        return new BadInput(
                Place.whole("--explain"),
                "",
                "the cluster has no " + kind + " '" + name + "'" + close.orElse(""));
    }
}
