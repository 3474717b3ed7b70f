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
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.ScaleUp;
import dev.plimsoll.scaling.Seen;
import java.util.ArrayList;
import java.util.List;

/// What fits where, and why not: one pod on every node and in every group, or one group and every
/// pending shape.
public final class FitPage {

    private static final String[] COLUMNS = {"fits", "rule", "why"};

    private final Inventory inventory;
    private final Seen seen;
    private final Policy policy;

    public FitPage(Inventory inventory, Seen seen, Policy policy) {
        this.inventory = inventory;
        this.seen = seen;
        this.policy = policy;
    }

    /// @param node where the pod runs; empty if it is pending
    private record Found(String key, String node) {}

    /// @param pod its name, with or without the namespace
    public Page pod(String pod) {
        var found = find(pod);
        int slash = found.key().indexOf('/');
        var name = found.key().substring(slash + 1);
        var own = inventory.shape(found.key().substring(0, slash), name);
        var shape = PendingPods.planned(own, seen.surroundings().storage());
        var nodes = seen.cluster().nodes();
        var nodeFit = NodeFit.of(nodes, seen.surroundings());
        if (!found.node().isEmpty()) {
            nodeFit.take(own, index(nodes, found.node()));
        }
        var onNodes = table("node");
        for (int i = 0; i < nodes.size(); i++) {
            onNodes.row(row(nodes.get(i).name(), nodeFit.verdict(shape, i)));
        }
        var inGroups = table("group");
        var one = List.of(new Pods(shape, 1, name));
        var verdicts = GroupVerdicts.before(seen, policy, without(nodes, found, own));
        for (var group : seen.groups()) {
            inGroups.row(row(group.name(), verdicts.verdicts(group, one).getFirst()));
        }
        var requests = shape.requests();
        var head =
                List.of(
                        found.key() + state(found, own),
                        "requests " + (requests.isEmpty() ? "nothing" : requests));
        boolean isPending = found.node().isEmpty() && own.stage() == Shape.Stage.STAYING;
        return new Page(
                head,
                List.of(
                        Section.of("existing nodes", onNodes.build()),
                        Section.of("new nodes", inGroups.build())),
                isPending ? List.of("the plan " + fate(found.key())) : List.of());
    }

    private static String state(Found found, Shape shape) {
        if (!found.node().isEmpty()) {
            return " runs on " + found.node();
        }
        return switch (shape.stage()) {
            case STAYING -> " is pending";
            case GATED -> " is gated: no node is added for it";
            case TERMINATING -> " is terminating: no node is added for it";
        };
    }

    /// What the plan does with a pending pod.
    private String fate(String pod) {
        var proposal = ScaleUp.propose(seen, policy);
        return new Placement(inventory, seen, proposal)
                .node(pod)
                .map(node -> "puts it on " + node)
                .orElse("leaves it unschedulable");
    }

    public Page group(String name) {
        var group = find(seen.groups(), name);
        var pods = PendingPods.of(seen.cluster(), seen.surroundings().storage()).pods();
        var head =
                name
                        + ": "
                        + PlanPage.counted(group.nodes().size(), "node")
                        + "; a new node has allocatable "
                        + group.template().allocatable();
        if (pods.isEmpty()) {
            return Page.of(List.of(head, "no pod is pending"));
        }
        var table = table("pending pods");
        var verdicts =
                GroupVerdicts.before(seen, policy, seen.cluster().nodes()).verdicts(group, pods);
        for (int i = 0; i < pods.size(); i++) {
            var some = pods.get(i);
            table.row(row(some.example() + " × " + some.count(), verdicts.get(i)));
        }
        return Page.of(List.of(head), Section.of("", table.build()));
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
        var keys = new ArrayList<String>();
        var places = new ArrayList<>(List.of(""));
        seen.cluster().nodes().forEach(node -> places.add(node.name()));
        for (var place : places) {
            for (var key : inventory.podsOn(place)) {
                if (key.equals(name) || key.endsWith("/" + name)) {
                    return new Found(key, place);
                }
                keys.add(key);
            }
        }
        throw unknown("running or pending pod", name, keys);
    }

    private static BadInput unknown(String kind, String name, List<String> known) {
        var close = Suggestion.closest(name, known).map(found -> "; did you mean '" + found + "'?");
        return new BadInput(
                Place.whole("--explain"),
                "",
                "the cluster has no " + kind + " '" + name + "'" + close.orElse(""));
    }
}
