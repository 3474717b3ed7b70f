package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.batching.Nodes;
import dev.plimsoll.batching.SubnetFigures;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.SharedLimit;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// The limits that groups share, and the room that is left below them.
final class Ceilings {

    /// @param why the reason why a group cannot grow, by its name
    private record Bounded(SharedLimit quota, Function<String, Reason> why) {}

    private final Seen seen;
    private final List<Bounded> all = new ArrayList<>();

    Ceilings(Seen seen, List<Ceiling> ceilings) {
        this.seen = seen;
        ceilings.forEach(ceiling -> all.add(bounded(ceiling)));
    }

    List<SharedLimit> quotas() {
        return all.stream().map(Bounded::quota).toList();
    }

    /// The limits that keep a group from one more node beside those bought; none if it may grow.
    List<Reason> against(Offer offer, Packing bought) {
        var reasons = new ArrayList<Reason>();
        for (var each : all) {
            if (each.quota().after(bought).nodes(offer) == 0) {
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
                            group -> because(Rules.CLUSTER_MAX_NODES, group, fact("most", most)));
            case Ceiling.Amount amount -> amount(amount.resource(), amount.most());
            case Ceiling.Subnet subnet -> subnet(subnet);
        };
    }

    private Bounded amount(String resource, long most) {
        var told = fact("most", Quantity.text(resource, most));
        return new Bounded(
                quota(node -> has(node, resource), most - offered(resource)),
                group ->
                        because(
                                Rules.CLUSTER_MAX_RESOURCE,
                                group,
                                told,
                                fact("resource", resource)));
    }

    private Bounded subnet(Ceiling.Subnet subnet) {
        long more = SubnetFigures.joinable(subnet.name(), subnet.capacity(), nodes(subnet));
        var name = fact("subnet", subnet.name());
        return new Bounded(
                new SharedLimit(takes(subnet), more),
                group -> because(Rules.SUBNET_ADDRESSES, group, name, fact("nodes", more)));
    }

    private SharedLimit quota(ToLongFunction<Node> each, long left) {
        var takes = new TreeMap<String, Long>();
        for (var group : seen.groups()) {
            takes.put(group.name(), each.applyAsLong(group.template()));
        }
        return new SharedLimit(takes, left);
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

    /// The nodes of its groups, in the order of their groups.
    private List<Nodes> nodes(Ceiling.Subnet subnet) {
        Map<String, Node> byName = new LinkedHashMap<>();
        seen.cluster().nodes().forEach(node -> byName.put(node.name(), node));
        return seen.groups().stream()
                .filter(group -> subnet.groups().contains(group.name()))
                .flatMap(group -> group.nodes().stream())
                .map(byName::get)
                .filter(Objects::nonNull)
                .map(Ceilings::addresses)
                .toList();
    }

    private static Nodes addresses(Node node) {
        int pods = node.pods().stream().mapToInt(Pods::count).sum();
        long slots = node.allocatable().offered(Resources.PODS);
        return new Nodes(1, pods, (int) Math.min(slots, Integer.MAX_VALUE));
    }
}
