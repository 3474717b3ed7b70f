package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.GroupSpread.Zones;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Stage;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.slack.Placeholders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The reasons of a proposal.
final class ProposalReasons {

    private final ScalingFacts facts;
    private final PendingPods pending;

    /// The name of the first pod of each shape. It is the first of its shape to be placed.
    private final Map<Shape, String> examples = new LinkedHashMap<>();

    private final Map<Shape, Integer> counts = new LinkedHashMap<>();
    private final Map<Shape, String> firstNodes = new LinkedHashMap<>();

    ProposalReasons(ScalingFacts facts) {
        this.facts = facts;
        this.pending = facts.pending();
        for (var pods : pending.pods()) {
            examples.put(pods.shape(), pods.example());
            counts.put(pods.shape(), pods.count());
        }
        pending.leaving().forEach(pods -> examples.putIfAbsent(pods.shape(), pods.example()));
    }

    /// @param why reasons for the choice other than its price
    List<Reason> reasons(List<Grown> groups, Packing packing, List<Reason> why) {
        var reasons = new ArrayList<Reason>();
        packing.placed().forEach(one -> firstNodes.putIfAbsent(one.shape(), one.node()));
        var split = LeavingPods.split(packing, pending.leaving());
        var placed = placed(packing);
        var leaving = placed(split.leaving());
        var waiting = placed(split.pending());
        groups.forEach(grown -> grows(grown, new Places(placed, waiting, leaving), reasons));
        reasons.addAll(why);
        fitAlready(packing, waiting, Rules.FITS_EXISTING, Rules.FITS_ARRIVING, reasons);
        fitAlready(packing, leaving, Rules.LEAVING_FITS, Rules.LEAVING_FITS_ARRIVING, reasons);
        split.pending().left().stream()
                .filter(left -> !Placeholders.areOf(left.shape()))
                .forEach(left -> reasons.add(unschedulable(left)));
        split.leaving().left().forEach(left -> reasons.add(homeless(left)));
        int missing =
                packing.left().stream()
                        .filter(left -> Placeholders.areOf(left.shape()))
                        .mapToInt(Pods::count)
                        .sum();
        if (missing > 0) {
            reasons.add(because(Rules.ROOM_MISSING, "cluster", fact("placeholders", missing)));
        }
        young(reasons);
        if (reasons.isEmpty()) {
            reasons.add(because(Rules.NOTHING_PENDING, "cluster"));
        }
        return reasons;
    }

    /// Pods by the node on which they were placed.
    ///
    /// @param all pending pods, pods of nodes that leave, and placeholders
    private record Places(
            Map<String, List<Packing.Placed>> all,
            Map<String, List<Packing.Placed>> pending,
            Map<String, List<Packing.Placed>> leaving) {}

    private Reason homeless(Pods left) {
        return because(
                Rules.LEAVING_WITHOUT_PLACE,
                examples.getOrDefault(left.shape(), left.example()),
                fact("pods", left.count()));
    }

    private void young(List<Reason> reasons) {
        var young = pending.young();
        if (!young.isEmpty()) {
            var example = young.stream().map(Pods::example).min(String::compareTo).orElse("");
            reasons.add(
                    because(
                            Rules.NEW_PODS,
                            example,
                            fact("pods", PendingPods.count(young)),
                            fact("seconds", facts.policy().newPodDelay().toSeconds())));
        }
    }

    /// Reasons that change nothing but that an operator should know.
    List<Reason> warnings(List<Grown> groups, Ceilings ceilings, Packing packing) {
        var warnings = new ArrayList<Reason>();
        groups.forEach(grown -> belowMinimum(grown, ceilings, packing, warnings));
        for (var state : facts.states()) {
            var declared = facts.cluster().groups().get(state.group().name());
            if (declared != null) {
                var name = state.group().name();
                warnings.addAll(state.next().differences(name, declared.template()));
            }
        }
        var inOneZone = inOneZone();
        if (!inOneZone.isEmpty()) {
            warnings.add(because(Rules.ONE_ZONE, names(inOneZone)));
        }
        some(Rules.GATED, pending.passedOver(Stage.GATED, Stage.TERMINATING), warnings);
        some(Rules.OTHER_SCHEDULER, pending.passedOver(Stage.ELSEWHERE), warnings);
        some(Rules.NOMINATED, pending.passedOver(Stage.NOMINATED), warnings);
        some(Rules.DAEMONS, pending.passedOver(Stage.STAYING), warnings);
        some(Rules.EXPENDABLE, pending.expendable(), warnings);
        closed(warnings);
        some(Rules.VOLUMES_UNKNOWN, pending.unseen(), warnings);
        some(Rules.PODS_WITHOUT_REQUESTS, withoutRequests(), warnings);
        unpriced()
                .forEach((why, some) ->
                        warnings.add(because(Rules.PRICE_UNKNOWN, names(some), fact("why", why))));
        var unlimited = facts.groups().stream().filter(NodeGroup::isUnlimited).toList();
        if (!unlimited.isEmpty()) {
            warnings.add(because(Rules.NO_MAXIMUM, names(unlimited)));
        }
        return warnings;
    }

    /// Nodes that are no room, by the reason why.
    private void closed(List<Reason> warnings) {
        var closed = new TreeMap<String, List<Node>>();
        var leaving = new TreeMap<String, List<Node>>();
        for (var node : facts.cluster().nodes()) {
            if (node.state() instanceof NodeState.Leaving(var why)) {
                leaving.computeIfAbsent(why, _ -> new ArrayList<>()).add(node);
            }
        }
        var gone = leaving.values().stream().flatMap(List::stream).map(Node::name).toList();
        for (var node : facts.nodes()) {
            var why = closed(node);
            if (!why.isEmpty() && !gone.contains(node.name())) {
                closed.computeIfAbsent(why, _ -> new ArrayList<>()).add(node);
            }
        }
        closed.forEach((why, nodes) -> warnings.add(noRoom(why, nodes)));
        leaving.forEach((why, nodes) -> warnings.add(leaving(why, nodes)));
    }

    /// Why it takes no more pods; empty if it does.
    private static String closed(Node node) {
        return switch (node.state()) {
            case NodeState.Cordoned _ -> "cordoned";
            case NodeState.Draining _, NodeState.Forced _ -> "draining";
            case NodeState.Closed(var why) -> why;
            case NodeState.Active _, NodeState.Paused _, NodeState.Leaving _ -> "";
        };
    }

    private static Reason noRoom(String why, List<Node> nodes) {
        return because(
                Rules.NO_ROOM,
                nodes.getFirst().name(),
                fact("nodes", nodes.size()),
                fact("why", why));
    }

    private static Reason leaving(String why, List<Node> nodes) {
        int pods = 0;
        for (var node : nodes) {
            pods += PendingPods.count(LeavingPods.on(node));
        }
        return because(
                Rules.NODES_LEAVING,
                nodes.getFirst().name(),
                fact("nodes", nodes.size()),
                fact("why", why),
                fact("pods", pods));
    }

    private static void belowMinimum(
            Grown grown, Ceilings ceilings, Packing packing, List<Reason> warnings) {
        int least = grown.group().least();
        if (grown.wanted() < least) {
            var why =
                    grown.group().offers().stream()
                            .map(offer -> Buyer.offer(grown.group(), offer))
                            .flatMap(offer -> ceilings.against(offer, packing).stream())
                            .map(Reason::sentence)
                            .findFirst()
                            .orElse("groups share a limit");
            warnings.add(
                    because(
                            Rules.BELOW_MINIMUM,
                            grown.group().name(),
                            fact("nodes", grown.wanted()),
                            fact("least", least),
                            fact("why", why)));
        }
    }

    /// The groups with a node or an offer without a price, by the reason why.
    private Map<String, List<NodeGroup>> unpriced() {
        var unpriced = new LinkedHashMap<String, List<NodeGroup>>();
        for (var group : facts.groups()) {
            var prices = new LinkedHashSet<Price>();
            group.members().forEach(member -> prices.add(member.price()));
            group.offers().forEach(offer -> prices.add(offer.price()));
            for (var price : prices) {
                if (price instanceof Price.Unknown(var why)) {
                    var some = unpriced.computeIfAbsent(why, _ -> new ArrayList<>());
                    if (!some.contains(group)) {
                        some.add(group);
                    }
                }
            }
        }
        return unpriced;
    }

    /// Groups of a provider whose groups span zones, with nodes in one zone of several.
    private List<NodeGroup> inOneZone() {
        long zones = facts.nodes().stream().map(node -> node.variant().zone()).distinct().count();
        return facts.groups().stream()
                .filter(group -> group.spread().zones() == Zones.BALANCED)
                .filter(group -> zones > 1 && group.room() > 0 && group.zones().size() == 1)
                .filter(group -> !group.zones().getFirst().isEmpty())
                .toList();
    }

    /// The pods placed on each node, in the order in which they were placed.
    private static Map<String, List<Packing.Placed>> placed(Packing packing) {
        var placed = new LinkedHashMap<String, List<Packing.Placed>>();
        for (var one : packing.placed()) {
            placed.computeIfAbsent(one.node(), _ -> new ArrayList<>()).add(one);
        }
        return placed;
    }

    private void grows(Grown grown, Places places, List<Reason> reasons) {
        int late = late(grown);
        if (late > 0) {
            reasons.add(
                    because(
                            Rules.MACHINES_LATE,
                            grown.group().name(),
                            fact("machines", late),
                            fact(
                                    "pods",
                                    count(
                                            on(
                                                    grown,
                                                    from(grown),
                                                    grown.wanted(),
                                                    places.pending())))));
        }
        int there = grown.group().size() + late;
        int from = Math.max(there, from(grown));
        if (from > there) {
            reasons.add(
                    because(
                            Rules.TO_MINIMUM,
                            grown.group().name(),
                            fact("from", there),
                            fact("wanted", from),
                            fact("least", grown.group().least()),
                            fact("pods", count(on(grown, there, from, places.pending())))));
        }
        var more = on(grown, from, grown.wanted(), places.all());
        if (grown.wanted() > from) {
            int leaving = count(on(grown, from, grown.wanted(), places.leaving()));
            reasons.add(scaleUp(grown, from, more, leaving));
        }
        int idle = idle(grown, from, places.all());
        if (idle > 0) {
            reasons.add(because(Rules.ZONE_REACHED, grown.group().name(), fact("nodes", idle)));
        }
    }

    /// @param leaving how many of the pods are on nodes that leave
    private Reason scaleUp(Grown grown, int from, List<Packing.Placed> placed, int leaving) {
        var more = placed.stream().filter(one -> !Placeholders.areOf(one.shape())).toList();
        var details = new ArrayList<Fact>();
        details.add(fact("from", from));
        details.add(fact("wanted", grown.wanted()));
        int placeholders = count(placed) - count(more);
        if (!more.isEmpty() || placeholders == 0) {
            details.add(fact("pods", count(more)));
            details.add(fact("example", example(more)));
        }
        if (leaving > 0) {
            details.add(fact("leaving", leaving));
        }
        if (placeholders > 0) {
            details.add(fact("placeholders", placeholders));
        }
        boolean isForRoom = more.isEmpty() && placeholders > 0;
        return new Reason(
                isForRoom ? Rules.SCALE_UP_FOR_ROOM : Rules.SCALE_UP,
                grown.group().name(),
                details);
    }

    /// How many of the new nodes are machines that were ordered and did not join in time. They are
    /// not ordered again.
    private static int late(Grown grown) {
        int owed = grown.group().target() - grown.group().size();
        return Math.clamp(owed, 0, grown.more());
    }

    /// The new nodes without pods, other than those of the minimum.
    private static int idle(Grown grown, int from, Map<String, List<Packing.Placed>> placed) {
        return (int)
                grown.nodes().subList(from, grown.wanted()).stream()
                        .filter(node -> !placed.containsKey(node))
                        .count();
    }

    /// The pods placed on some of a group's nodes.
    private static List<Packing.Placed> on(
            Grown grown, int begin, int end, Map<String, List<Packing.Placed>> placed) {
        return grown.nodes().subList(begin, end).stream()
                .flatMap(node -> placed.getOrDefault(node, List.of()).stream())
                .toList();
    }

    /// The number of nodes without the pending pods: existing ones and the minimum.
    private static int from(Grown grown) {
        return grown.group().size() + Math.min(grown.group().belowMinimum(), grown.more());
    }

    private void fitAlready(
            Packing packing,
            Map<String, List<Packing.Placed>> placed,
            Rule onExisting,
            Rule onArriving,
            List<Reason> reasons) {
        var bought = new LinkedHashSet<String>();
        packing.opened().forEach(node -> bought.add(node.node()));
        var arriving = facts.notThereYet();
        var there = new ArrayList<Packing.Placed>();
        var later = new ArrayList<Packing.Placed>();
        placed.forEach((node, pods) -> {
            if (!bought.contains(node)) {
                var some = pods.stream().filter(one -> !Placeholders.areOf(one.shape()));
                (arriving.contains(node) ? later : there).addAll(some.toList());
            }
        });
        fit(onExisting, there, reasons);
        fit(onArriving, later, reasons);
    }

    private void fit(Rule rule, List<Packing.Placed> placed, List<Reason> reasons) {
        if (!placed.isEmpty()) {
            reasons.add(
                    because(
                            rule,
                            "cluster",
                            fact("pods", count(placed)),
                            fact("example", example(placed))));
        }
    }

    private Reason unschedulable(Pods left) {
        var example = examples.getOrDefault(left.shape(), left.example());
        int all = counts.getOrDefault(left.shape(), left.count());
        return unschedulable(example, left.count(), all);
    }

    /// @param example the first pod of the shape
    /// @param all the number of pods, of which some stay unschedulable
    static Reason unschedulable(String example, int left, int all) {
        return left == all
                ? because(Rules.UNSCHEDULABLE, example, fact("pods", left))
                : because(Rules.PARTLY_UNSCHEDULABLE, example, fact("pods", left), fact("of", all));
    }

    private static String names(List<NodeGroup> groups) {
        var names = groups.stream().map(NodeGroup::name).toList();
        return names.size() <= 3
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 3)) + " and " + (names.size() - 3) + " more";
    }

    private static void some(Rule rule, List<Pods> pods, List<Reason> reasons) {
        if (!pods.isEmpty()) {
            var example = pods.stream().map(Pods::example).min(String::compareTo).orElse("");
            reasons.add(because(rule, example, fact("pods", PendingPods.count(pods))));
        }
    }

    private List<Pods> withoutRequests() {
        var running = facts.nodes().stream().map(Node::pods).flatMap(List::stream);
        return Stream.concat(running, pending.pods().stream())
                .filter(pods -> pods.shape().owner() != Owner.NODE)
                .filter(pods -> asksForNothing(pods.shape().requests()))
                .toList();
    }

    private static boolean asksForNothing(Resources requests) {
        return requests.asked(Resources.CPU) == 0 || requests.asked(Resources.MEMORY) == 0;
    }

    private static int count(List<Packing.Placed> placed) {
        return placed.stream().mapToInt(Packing.Placed::count).sum();
    }

    /// The name of a pod that is placed so, or else of a pod of the same shape.
    private String example(List<Packing.Placed> placed) {
        for (var one : placed) {
            if (one.node().equals(firstNodes.get(one.shape()))) {
                return examples.getOrDefault(one.shape(), "");
            }
        }
        return placed.isEmpty()
                ? ""
                : "one like " + examples.getOrDefault(placed.getFirst().shape(), "");
    }
}
