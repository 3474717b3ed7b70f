package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.batching.Answers;
import dev.plimsoll.batching.Nodes;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Quota;
import dev.plimsoll.packing.Supply;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// What the limits that groups share leave room for.
final class Ceilings {

    /// @param why what is said of a group that cannot grow for it
    private record Bounded(Quota quota, Function<String, Reason> why) {}

    private final Seen seen;
    private final List<Bounded> all = new ArrayList<>();

    Ceilings(Seen seen, List<Ceiling> ceilings) {
        this.seen = seen;
        ceilings.forEach(ceiling -> all.add(bounded(ceiling)));
    }

    List<Quota> quotas() {
        return all.stream().map(Bounded::quota).toList();
    }

    /// Why a group can have no more nodes beside those that were bought; none if it can.
    List<Reason> against(Offer offer, Packing bought) {
        var reasons = new ArrayList<Reason>();
        for (var each : all) {
            var left = new Supply(List.of(), List.of(each.quota())).after(bought).quotas();
            if (left.getFirst().nodes(offer) == 0) {
                reasons.add(each.why().apply(offer.name()));
            }
        }
        return reasons;
    }

    private Bounded bounded(Ceiling ceiling) {
        return switch (ceiling) {
            case Ceiling.Nodes(var most) ->
                    new Bounded(
                            quota(_ -> 1, (long) most - seen.cluster().nodes().size()),
                            group -> because(Rules.TOTAL_NODES, group, fact("most", most)));
            case Ceiling.Amount(var resource, var most) ->
                    new Bounded(
                            quota(node -> has(node, resource), most - offered(resource)),
                            group ->
                                    because(
                                            Rules.TOTAL_AMOUNT,
                                            group,
                                            fact("most", Quantity.text(resource, most)),
                                            fact("resource", resource)));
            case Ceiling.Subnet subnet -> {
                long nodes = Answers.joinable(subnet.name(), subnet.capacity(), nodes(subnet));
                yield new Bounded(
                        new Quota(takes(subnet), nodes),
                        group ->
                                because(
                                        Rules.SUBNET,
                                        group,
                                        fact("subnet", subnet.name()),
                                        fact("nodes", nodes)));
            }
        };
    }

    private Quota quota(ToLongFunction<Node> each, long left) {
        var takes = new TreeMap<String, Long>();
        for (var group : seen.candidates()) {
            takes.put(group.name(), each.applyAsLong(group.template()));
        }
        return new Quota(takes, left);
    }

    private static SortedMap<String, Long> takes(Ceiling.Subnet subnet) {
        var takes = new TreeMap<String, Long>();
        subnet.groups().forEach(group -> takes.put(group, 1L));
        return takes;
    }

    private long offered(String resource) {
        return seen.cluster().nodes().stream().mapToLong(node -> has(node, resource)).sum();
    }

    private static long has(Node node, String resource) {
        return node.allocatable().asked(resource);
    }

    private List<Nodes> nodes(Ceiling.Subnet subnet) {
        Map<String, Node> byName = new LinkedHashMap<>();
        seen.cluster().nodes().forEach(node -> byName.put(node.name(), node));
        var nodes = new ArrayList<Nodes>();
        for (var group : seen.candidates()) {
            for (var name :
                    subnet.groups().contains(group.name()) ? group.nodes() : List.<String>of()) {
                var node = byName.get(name);
                if (node != null) {
                    nodes.add(addresses(node));
                }
            }
        }
        return nodes;
    }

    private static Nodes addresses(Node node) {
        int pods = node.pods().stream().mapToInt(Pods::count).sum();
        long slots = node.allocatable().offered(Resources.PODS);
        return new Nodes(1, pods, (int) Math.min(slots, Integer.MAX_VALUE));
    }
}
