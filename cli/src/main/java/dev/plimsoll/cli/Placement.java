package dev.plimsoll.cli;

import dev.plimsoll.cluster.Shape;
import dev.plimsoll.scaling.Backlog;
import dev.plimsoll.scaling.Proposal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Which pod goes where, by name: of each shape, the names in order.
final class Placement {

    private final Dump dump;
    private final Proposal proposal;

    Placement(Dump dump, Proposal proposal) {
        this.dump = dump;
        this.proposal = proposal;
    }

    List<Object> tree() {
        var groups = groups();
        var opened = new HashSet<String>();
        proposal.packing().opened().forEach(node -> opened.add(node.node()));
        var trees = new ArrayList<>();
        pods().forEach((node, pods) -> {
            var tree = new LinkedHashMap<String, Object>();
            tree.put("node", node);
            tree.put("group", Objects.requireNonNull(groups.get(node)));
            tree.put("new", opened.contains(node));
            tree.put("pods", pods);
            trees.add(tree);
        });
        return trees;
    }

    Section section() {
        var lines = new ArrayList<String>();
        pods().forEach((node, pods) -> lines.add(node + ": " + String.join(", ", pods)));
        return Section.lines("placement", lines);
    }

    /// By node, in the order in which they were placed.
    private Map<String, List<String>> pods() {
        var names = names();
        var pods = new LinkedHashMap<String, List<String>>();
        for (var placed : proposal.packing().placed()) {
            var own = Objects.requireNonNull(names.get(placed.shape()));
            var there = pods.computeIfAbsent(placed.node(), _ -> new ArrayList<>());
            for (int i = 0; i < placed.count(); i++) {
                there.add(own.remove());
            }
        }
        return pods;
    }

    private Map<Shape, ArrayDeque<String>> names() {
        var storage = dump.seen().surroundings().storage();
        var names = new LinkedHashMap<Shape, ArrayDeque<String>>();
        for (var key : dump.inventory().podsOn("")) {
            int slash = key.indexOf('/');
            var shape = dump.inventory().shape(key.substring(0, slash), key.substring(slash + 1));
            names.computeIfAbsent(Backlog.planned(shape, storage), _ -> new ArrayDeque<>())
                    .add(key);
        }
        return names;
    }

    private Map<String, String> groups() {
        var groups = new LinkedHashMap<String, String>();
        for (var grown : proposal.groups()) {
            grown.nodes().forEach(node -> groups.put(node, grown.group().name()));
        }
        return groups;
    }
}
