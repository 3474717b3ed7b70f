package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.prices.Price;
import dev.plimsoll.slack.HeldSlack;
import dev.plimsoll.slack.Placeholder;
import dev.plimsoll.slack.Placeholders;
import dev.plimsoll.slack.Slack;
import dev.plimsoll.slack.SlackPast;
import dev.plimsoll.slack.SlackSeen;
import dev.plimsoll.slack.SlackTemplate;
import dev.plimsoll.slack.WantedSlack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    static Room of(ScalingFacts facts, KeptFree kept, SlackPast past) {
        if (kept.isNothing(facts.cluster()) && past.seats().isEmpty()) {
            return none(facts);
        }
        var key =
                new Key(
                        facts.nodes(),
                        facts.notThereYet(),
                        facts.pending().demand(),
                        facts.groups(),
                        kept);
        var room = facts.kept().get(key, Wanted.class, _ -> Wanted.of(facts, kept));
        var seen = room.seen();
        var nodes = seen.cluster().nodes();
        var wanted = room.wanted();
        var held = Slack.hold(wanted, past, seen, NodeFit.of(nodes, seen.cluster()));
        var reasons = new ArrayList<>(wanted.reasons());
        reasons.addAll(held.reasons());
        reasons.addAll(new RoomPlaces(facts.groups()).reasons(held.placeholders()));
        var next = held.remember();
        var seats = new Seats(facts.nodes(), wanted.placeholders(), next);
        return new Room(
                facts.kept()
                        .get(seats, Seated.class, _ -> new Seated(seated(facts.nodes(), held)))
                        .nodes(),
                held.missing(),
                held.placeholders(),
                next,
                reasons);
    }

    /// The facts of a cluster that the wanted room follows from.
    private record Key(
            List<Node> nodes,
            Set<String> notThereYet,
            List<Pods> pending,
            List<NodeGroup> groups,
            KeptFree kept) {}

    /// The wanted room.
    ///
    /// @param seen the nodes with the pending pods that fit there
    private record Wanted(SlackSeen seen, WantedSlack wanted) {

        static Wanted of(ScalingFacts facts, KeptFree kept) {
            var nodes = settled(facts);
            var seen = Room.seen(facts, facts.cluster().withNodes(nodes), new TreeSet<>());
            return new Wanted(seen, kept.wanted(seen));
        }
    }

    /// The nodes with the pending pods that fit there, and with the pods of draining nodes: these
    /// go before placeholders too.
    private static List<Node> settled(ScalingFacts facts) {
        var pods = new TreeMap<Shape, Pods>();
        facts.pending().demand().forEach(some -> pods.merge(some.shape(), some, Pods::and));
        var nodes = new ArrayList<Node>();
        for (var node : facts.nodes()) {
            if (RemovalDraft.isEmptied(node)) {
                var needy = Moves.needy(node);
                needy.forEach(some -> pods.merge(some.shape(), some, Pods::and));
                nodes.add(node.with(node.pods().stream().filter(p -> !needy.contains(p)).toList()));
            } else {
                nodes.add(node);
            }
        }
        var start = PackingStart.of(nodes, facts.cluster());
        return CheapestPacking.cheapest(start, List.of(), List.copyOf(pods.values()))
                .after(nodes)
                .stream()
                .sorted(Comparator.comparing(Node::name))
                .toList();
    }

    /// @param gone nodes of the groups that are not in the cluster
    static SlackSeen seen(ScalingFacts facts, Cluster cluster, Set<String> gone) {
        var outside = new TreeSet<>(facts.notThereYet());
        var templates = new ArrayList<SlackTemplate>();
        var prices = new TreeMap<String, Price>();
        for (var group : facts.groups()) {
            group.members().forEach(member -> prices.put(member.node(), member.price()));
            if (group.growth() instanceof Growth.Within) {
                int size = (int) group.nodes().stream().filter(n -> !gone.contains(n)).count();
                group.offers()
                        .forEach(offer ->
                                templates.add(new SlackTemplate(offer.name(), offer.node(), size)));
            } else {
                outside.addAll(group.nodes());
            }
        }
        return new SlackSeen(cluster, outside, templates, prices);
    }

    /// The places of placeholders on the nodes of a cluster.
    private record Seats(List<Node> nodes, List<Placeholders> placeholders, SlackPast seats) {}

    /// The nodes with their placeholders.
    private record Seated(List<Node> nodes) {}

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

    /// The name of pods, or what a placeholder among them is for.
    String named(Pods pods) {
        return placeholders.stream()
                .filter(one -> one.shape().equals(pods.shape()))
                .filter(one -> one.name().equals(pods.first()))
                .map(one -> one.of().described())
                .findFirst()
                .orElse(pods.example());
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
