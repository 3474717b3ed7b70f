package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.batching.Nodes;
import dev.plimsoll.batching.SubnetFigures;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
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

/// The limits that groups or the variants of a group share, and the room that is left below them.
final class Ceilings {

    /// @param why the reason why a group cannot grow, by its name
    private record Bounded(SharedLimit quota, Function<String, Reason> why) {}

    /// The capacity of a subnet that does not tell it.
    private static final int MANY = 1 << 24;

    private final ScalingFacts facts;
    private final List<Bounded> all = new ArrayList<>();

    Ceilings(ScalingFacts facts) {
        this.facts = facts;
        facts.policy().ceilings().forEach(ceiling -> all.add(bounded(ceiling)));
        for (var group : facts.groups()) {
            if (group.growth() instanceof Growth.Within(var limits, _)) {
                var capacity = limits.capacity();
                capacity.names().forEach(name -> all.add(capacity(group, name, capacity)));
            }
        }
        facts.cluster().subnets().forEach((_, subnet) -> all.add(subnet(subnet)));
    }

    List<SharedLimit> quotas() {
        return all.stream().map(Bounded::quota).toList();
    }

    /// The limits that keep a group from one more node beside those bought; none if it may grow.
    List<Reason> against(Offer offer, Packing bought) {
        var reasons = new ArrayList<Reason>();
        for (var each : all) {
            if (each.quota().after(bought).nodes(offer) == 0) {
                reasons.add(each.why().apply(offer.group()));
            }
        }
        return reasons;
    }

    private Bounded bounded(Ceiling ceiling) {
        return switch (ceiling) {
            case Ceiling.Nodes(var most) ->
                    new Bounded(
                            quota(_ -> 1, most - used(_ -> 1)),
                            group -> because(Rules.CLUSTER_MAX_NODES, group, fact("most", most)));
            case Ceiling.Amount amount -> amount(amount.resource(), amount.most());
        };
    }

    private Bounded amount(String resource, long most) {
        var told = fact("most", Quantity.text(resource, most));
        return new Bounded(
                quota(node -> has(node, resource), most - used(node -> has(node, resource))),
                group ->
                        because(
                                Rules.CLUSTER_MAX_RESOURCE,
                                group,
                                told,
                                fact("resource", resource)));
    }

    /// The provider's limit on a resource of one group. Providers count the capacity of nodes.
    private Bounded capacity(NodeGroup group, String resource, Resources most) {
        var byName = new LinkedHashMap<String, Node>();
        facts.nodes().forEach(node -> byName.put(node.name(), node));
        long used = 0;
        var byType = new TreeMap<String, Long>();
        for (var member : group.members()) {
            var node = Objects.requireNonNull(byName.get(member.node()));
            long own = capacity(node, resource);
            used = Math.addExact(used, own);
            byType.merge(member.key().instanceType(), own, Math::max);
        }
        var takes = new TreeMap<String, Long>();
        for (var offer : group.offers()) {
            long own = capacity(offer.node(), resource);
            takes.put(
                    offer.name(),
                    Math.max(own, byType.getOrDefault(offer.key().instanceType(), 0L)));
        }
        var told = fact("most", Quantity.text(resource, most.asked(resource)));
        return new Bounded(
                new SharedLimit(takes, most.asked(resource) - used),
                name -> because(Rules.GROUP_MAX_RESOURCE, name, told, fact("resource", resource)));
    }

    private static long capacity(Node node, String resource) {
        var capacity = node.machine().capacity();
        return capacity.has(resource) ? capacity.asked(resource) : has(node, resource);
    }

    private Bounded subnet(Subnet subnet) {
        int capacity = Math.max(0, subnet.capacity().orElse(MANY) - subnet.others().orElse(0));
        long more = SubnetFigures.joinable(subnet.name(), capacity, nodes(subnet));
        var name = fact("subnet", subnet.name());
        return new Bounded(
                new SharedLimit(takes(subnet), more),
                group -> because(Rules.SUBNET_ADDRESSES, group, name, fact("nodes", more)));
    }

    private SharedLimit quota(ToLongFunction<Node> each, long left) {
        var takes = new TreeMap<String, Long>();
        for (var group : facts.groups()) {
            for (var offer : group.offers()) {
                takes.put(offer.name(), each.applyAsLong(offer.node()));
            }
        }
        return new SharedLimit(takes, left);
    }

    private SortedMap<String, Long> takes(Subnet subnet) {
        var takes = new TreeMap<String, Long>();
        for (var group : facts.groups()) {
            if (subnet.groups().contains(group.name())) {
                group.offers().forEach(offer -> takes.put(offer.name(), 1L));
            }
        }
        return takes;
    }

    /// The sum over all nodes, and over machines that are late: they may still join.
    private long used(ToLongFunction<Node> each) {
        long used = facts.nodes().stream().mapToLong(each).sum();
        var late = facts.late();
        for (var group : facts.groups()) {
            long most =
                    group.offers().stream()
                            .mapToLong(offer -> each.applyAsLong(offer.node()))
                            .max()
                            .orElse(0);
            used += late.getOrDefault(group.name(), 0) * most;
        }
        return used;
    }

    private static long has(Node node, String resource) {
        return node.allocatable().asked(resource);
    }

    /// The nodes of its groups, in the order of their groups.
    private List<Nodes> nodes(Subnet subnet) {
        Map<String, Node> byName = new LinkedHashMap<>();
        facts.nodes().forEach(node -> byName.put(node.name(), node));
        return facts.groups().stream()
                .filter(group -> subnet.groups().contains(group.name()))
                .flatMap(group -> group.nodes().stream())
                .map(byName::get)
                .filter(Objects::nonNull)
                .map(Nodes::of)
                .toList();
    }
}
