package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.prices.Price;
import dev.plimsoll.slack.HeldSlack;
import dev.plimsoll.slack.Placeholder;
import dev.plimsoll.slack.Placeholders;
import dev.plimsoll.slack.Slack;
import dev.plimsoll.slack.SlackPast;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackSeen;
import dev.plimsoll.slack.SlackTemplate;
import dev.plimsoll.slack.WantedSlack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// The room that is kept free: placeholders on existing and arriving nodes, beside the pods there
/// and the pending pods that fit there, and those that find no place.
///
/// @param nodes the nodes with their placeholders, in the order of the facts
/// @param missing placeholders without a place, which ask for nodes like pending pods
/// @param placeholders all of them
/// @param past of the next turn
/// @param reasons why it is this much
record Room(
        List<Node> nodes,
        List<Pods> missing,
        List<Placeholder> placeholders,
        SlackPast past,
        List<Reason> reasons) {

    /// No room is kept free.
    static Room none(ScalingFacts facts) {
        return new Room(facts.nodes(), List.of(), List.of(), SlackPast.NONE, List.of());
    }

    static Room of(ScalingFacts facts, SlackPolicy policy, SlackPast past) {
        var start = PackingStart.of(facts.nodes(), facts.cluster());
        var onRoom = CheapestPacking.cheapest(start, List.of(), facts.pending().pods());
        var nodes =
                onRoom.after(facts.nodes()).stream()
                        .sorted(Comparator.comparing(Node::name))
                        .toList();
        var seen = seen(facts, facts.cluster().withNodes(nodes));
        var wanted = WantedSlack.of(seen, policy);
        var held = Slack.hold(wanted, past, seen, NodeFit.of(nodes, seen.cluster()));
        var reasons = new ArrayList<>(wanted.reasons());
        reasons.addAll(held.reasons());
        return new Room(
                seated(facts.nodes(), held),
                held.missing(),
                held.placeholders(),
                held.remember(),
                reasons);
    }

    private static SlackSeen seen(ScalingFacts facts, Cluster cluster) {
        var outside = new TreeSet<>(facts.notThereYet());
        var templates = new ArrayList<SlackTemplate>();
        var prices = new TreeMap<String, Price>();
        for (var group : facts.groups()) {
            group.members().forEach(member -> prices.put(member.node(), member.price()));
            if (group.growth() instanceof Growth.Within) {
                group.offers()
                        .forEach(offer ->
                                templates.add(
                                        new SlackTemplate(
                                                offer.name(), offer.node(), group.size())));
            } else {
                outside.addAll(group.nodes());
            }
        }
        return new SlackSeen(cluster, outside, templates, prices);
    }

    private static List<Node> seated(List<Node> nodes, HeldSlack held) {
        Map<String, Map<Shape, Pods>> seats = new LinkedHashMap<>();
        for (var placeholder : held.placeholders()) {
            if (placeholder.isHeld()) {
                seats.computeIfAbsent(placeholder.node(), _ -> new TreeMap<>())
                        .merge(
                                placeholder.shape(),
                                new Pods(placeholder.shape(), 1, placeholder.name()),
                                Pods::and);
            }
        }
        return nodes.stream()
                .map(node -> with(node, seats.getOrDefault(node.name(), new TreeMap<>())))
                .toList();
    }

    private static Node with(Node node, Map<Shape, Pods> seats) {
        if (seats.isEmpty()) {
            return node;
        }
        var all = new ArrayList<>(node.pods());
        all.addAll(seats.values());
        return node.with(all);
    }

    /// The node without placeholders.
    static Node withoutSeats(Node node) {
        boolean hasSeats = node.pods().stream().anyMatch(pods -> Placeholders.areOf(pods.shape()));
        return hasSeats
                ? node.with(
                        node.pods().stream()
                                .filter(pods -> !Placeholders.areOf(pods.shape()))
                                .toList())
                : node;
    }
}
