package dev.plimsoll.savings;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.packing.RelevantLabels;
import dev.plimsoll.prices.Price;
import dev.plimsoll.scaling.PendingPods;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.slack.Placeholders;
import dev.plimsoll.storage.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The nodes of a cluster, divided into those that stay and those whose pods move.
///
/// @param groups all groups, by name
record Division(
        List<PricedNode> stay, List<PricedNode> go, List<NodeGroup> groups, Storage storage) {

    Division {
        stay = List.copyOf(stay);
        go = List.copyOf(go);
        groups = List.copyOf(groups);
    }

    static Division of(List<PricedNode> nodes, List<NodeGroup> groups, Storage storage) {
        var growing = new LinkedHashSet<String>();
        for (var group : groups) {
            if (group.growth() instanceof Growth.Within) {
                growing.add(group.name());
            }
        }
        return new Division(List.of(), nodes, groups, storage)
                .keeping(each -> stays(each, growing));
    }

    private static boolean stays(PricedNode each, Set<String> growing) {
        boolean isOurs =
                switch (each.node().state()) {
                    case NodeState.Active _, NodeState.Draining _ -> true;
                    case NodeState.Paused _, NodeState.Cordoned _, NodeState.Forced _ -> false;
                    case NodeState.Leaving _, NodeState.Closed _ -> false;
                };
        return !isOurs
                || !growing.contains(each.group())
                || each.price() instanceof Price.Unknown
                || !each.node().mayGo()
                || each.node().pods().stream().anyMatch(some -> namesItsNode(some));
    }

    private static boolean namesItsNode(Pods some) {
        if (!moves(some)) {
            return false;
        }
        boolean byField =
                some.shape().affinity() instanceof Affinity.AnyOf(var terms)
                        && terms.stream().anyMatch(term -> !term.fields().isEmpty());
        return byField || RelevantLabels.byChoice(List.of(some)).contains(Node.HOSTNAME);
    }

    private static boolean moves(Pods some) {
        return !some.shape().owner().staysWithNode()
                && !Placeholders.areOf(some.shape())
                && some.shape().stage() != Shape.Stage.TERMINATING;
    }

    /// The same nodes, of which more stay.
    Division keeping(Predicate<PricedNode> which) {
        var staying = new ArrayList<>(stay);
        var going = new ArrayList<PricedNode>();
        go.forEach(each -> (which.test(each) ? staying : going).add(each));
        return new Division(staying, going, groups, storage);
    }

    /// The same nodes, where those with one of these shapes stay.
    Division keeping(Set<Shape> shapes) {
        return keeping(each ->
                each.node().pods().stream()
                        .anyMatch(some -> shapes.contains(planned(some).shape())));
    }

    /// The pods that move, each shape once.
    List<Pods> pods() {
        var pods = new TreeMap<Shape, Pods>();
        for (var each : go) {
            for (var some : each.node().pods()) {
                if (moves(some)) {
                    var planned = planned(some);
                    pods.merge(planned.shape(), planned, Pods::and);
                }
            }
        }
        return List.copyOf(pods.values());
    }

    private Pods planned(Pods some) {
        return some.as(PendingPods.planned(some.shape(), storage));
    }

    /// The groups with only the nodes that stay, and without offers of unknown price.
    List<NodeGroup> emptied() {
        Map<String, List<Member>> members = new LinkedHashMap<>();
        for (var each : stay) {
            members.computeIfAbsent(each.group(), _ -> new ArrayList<>())
                    .add(new Member(each.node().name(), each.key(), each.price()));
        }
        return groups.stream()
                .map(group -> emptied(group, members.getOrDefault(group.name(), List.of())))
                .toList();
    }

    private static NodeGroup emptied(NodeGroup group, List<Member> members) {
        return new NodeGroup(
                group.name(),
                group.match(),
                members.size(),
                members,
                group.offers().stream().filter(NodeOffer::isPriced).toList(),
                group.spread(),
                group.growth());
    }
}
