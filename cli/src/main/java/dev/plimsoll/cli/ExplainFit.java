package dev.plimsoll.cli;

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
import dev.plimsoll.scaling.ScaleUp;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// What fits where and why: a pod on every node and in every group, or a group for all that wait.
final class ExplainFit {

    private final Dump dump;
    private final PrintStream out;

    ExplainFit(Dump dump, PrintStream out) {
        this.dump = dump;
        this.out = out;
    }

    void explain(String kind, String name) {
        if (kind.equals("pod")) {
            pod(found(name));
        } else {
            group(name);
        }
    }

    /// @param node where the pod runs; empty if it waits
    private record Found(String key, String node) {}

    private void pod(Found found) {
        int slash = found.key().indexOf('/');
        var name = found.key().substring(slash + 1);
        var own = dump.inventory().shape(found.key().substring(0, slash), name);
        var shape = PendingPods.planned(own, dump.seen().surroundings().storage());
        var nodes = dump.seen().cluster().nodes();
        var nodeFit = NodeFit.of(nodes, dump.seen().surroundings());
        if (!found.node().isEmpty()) {
            nodeFit.take(own, index(nodes, found.node()));
        }
        out.println(found.key() + doing(found, own));
        out.println("  asks " + (shape.requests().isEmpty() ? "for nothing" : shape.requests()));
        var rows = header("node");
        for (int i = 0; i < nodes.size(); i++) {
            rows.add(row(nodes.get(i).name(), nodeFit.verdict(shape, i)));
        }
        print(rows);
        var groups = header("new node of");
        var asking = List.of(new Pods(shape, 1, name));
        var waiters = GroupVerdicts.before(dump.seen(), dump.policy(), without(nodes, found, own));
        for (var group : dump.seen().groups()) {
            groups.add(row(group.name(), waiters.verdicts(group, asking).getFirst()));
        }
        print(groups);
        if (found.node().isEmpty() && own.stage() == Shape.Stage.STAYING) {
            out.println("  the plan " + fate(found.key()));
        }
    }

    private static String doing(Found found, Shape shape) {
        if (!found.node().isEmpty()) {
            return " runs on " + found.node();
        }
        return switch (shape.stage()) {
            case STAYING -> " waits";
            case GATED -> " waits behind a scheduling gate: no node is bought for it";
            case TERMINATING -> " is on its way out: no node is bought for it";
        };
    }

    /// What the plan does with a pod that waits.
    private String fate(String pod) {
        var proposal = ScaleUp.propose(dump.seen(), dump.policy());
        return new Placement(dump, proposal)
                .node(pod)
                .map(node -> "puts it on " + node)
                .orElse("has no place for it");
    }

    private void group(String name) {
        var group = group(dump.seen().groups(), name);
        var pods =
                PendingPods.of(dump.seen().cluster(), dump.seen().surroundings().storage()).pods();
        out.println(
                "%s: %s; a new one offers %s"
                        .formatted(
                                name,
                                PlanPage.counted(group.nodes().size(), "node"),
                                group.template().allocatable()));
        if (pods.isEmpty()) {
            out.println("  no pod waits");
            return;
        }
        var rows = header("pods that wait");
        var verdicts =
                GroupVerdicts.before(dump.seen(), dump.policy(), dump.seen().cluster().nodes())
                        .verdicts(group, pods);
        for (int i = 0; i < pods.size(); i++) {
            rows.add(row(pods.get(i).example() + " × " + pods.get(i).count(), verdicts.get(i)));
        }
        print(rows);
    }

    private static List<List<String>> header(String first) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of(first, "fits", "rule", "why"));
        return rows;
    }

    private static List<String> row(String name, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits _ -> List.of(name, "yes", "", "");
            case Verdict.Refused(var why) -> List.of(name, "no", why.rule().code(), why.sentence());
            case Verdict.Unknown(var why) -> List.of(name, "?", why.rule().code(), why.sentence());
        };
    }

    private void print(List<List<String>> rows) {
        if (rows.size() > 1) {
            Table.print(rows, "  ", out);
        }
    }

    private static int index(List<Node> nodes, String name) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no node " + name);
    }

    /// The nodes as if the pod ran nowhere.
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

    private static NodeGroup group(List<NodeGroup> groups, String name) {
        var names = groups.stream().map(NodeGroup::name).toList();
        return groups.stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow(() -> none("group", name, names));
    }

    private Found found(String name) {
        var keys = new ArrayList<String>();
        var places = new ArrayList<>(List.of(""));
        dump.seen().cluster().nodes().forEach(node -> places.add(node.name()));
        for (var place : places) {
            for (var key : dump.inventory().podsOn(place)) {
                if (key.equals(name) || key.endsWith("/" + name)) {
                    return new Found(key, place);
                }
                keys.add(key);
            }
        }
        throw none("pod", name, keys);
    }

    private static BadInput none(String kind, String name, List<String> known) {
        var close = Suggestion.closest(name, known).map(found -> "; did you mean '" + found + "'?");
        return new BadInput(
                Place.whole("--explain"),
                "",
                "there is no %s '%s' in the dump%s%s"
                        .formatted(
                                kind,
                                name,
                                kind.equals("pod") ? " that runs or waits" : "",
                                close.orElse("")));
    }
}
