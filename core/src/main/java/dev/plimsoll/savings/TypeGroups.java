package dev.plimsoll.savings;

import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroup.NodeOffer;
import dev.plimsoll.prices.Price;
import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Groups that a cluster does not have: for a group, one with the same labels, taints and DaemonSet
/// pods, whose nodes are of any instance type.
///
/// A type that costs no less than another one and offers no more of anything is left out. Groups of
/// nodes with GPUs have none: another GPU is another machine.
final class TypeGroups {

    /// How machines are bought.
    enum Capacity {
        /// As the nodes of the group.
        OWN,
        SPOT
    }

    private final SavingsSeen seen;
    private final Map<String, Reserves> reserves = new LinkedHashMap<>();

    /// For groups without nodes of known types.
    private final Reserves others;

    private final SortedMap<String, String> like = new TreeMap<>();

    /// @param nodes existing ones: they show how much of a machine pods cannot have
    TypeGroups(SavingsSeen seen, List<PricedNode> nodes) {
        this.seen = seen;
        Map<String, List<PricedNode>> own = new LinkedHashMap<>();
        nodes.forEach(each -> own.computeIfAbsent(each.group(), _ -> new ArrayList<>()).add(each));
        own.forEach(
                (group, members) -> reserves.put(group, Reserves.of(members, seen.types(group))));
        this.others = reserves.values().stream().reduce(Reserves.UNKNOWN, Reserves::and);
    }

    /// A group for each of these, except where no types are known.
    List<NodeGroup> of(List<NodeGroup> groups, Capacity capacity) {
        var all = new ArrayList<NodeGroup>();
        for (var group : groups) {
            boolean isSpot =
                    group.offers().stream().allMatch(offer -> SpotPods.isSpot(offer.node()));
            var name = group.name() + (capacity == Capacity.SPOT ? " as spot" : " as any type");
            var offers =
                    capacity == Capacity.SPOT && isSpot
                            ? List.<NodeOffer>of()
                            : offers(group, name, capacity);
            if (!offers.isEmpty() && group.growth() instanceof Growth.Within) {
                like.put(name, group.name());
                all.add(group(name, offers));
            }
        }
        return all;
    }

    /// The group that each is like.
    SortedMap<String, String> like() {
        return like;
    }

    private static NodeGroup group(String name, List<NodeOffer> offers) {
        return new NodeGroup(
                name,
                Labels.NONE,
                0,
                List.of(),
                offers,
                GroupSpread.CHOSEN,
                new Growth.Within(new Limits(0, NodeGroup.UNLIMITED), Standing.NOT_YET));
    }

    private List<NodeOffer> offers(NodeGroup group, String name, Capacity capacity) {
        var byZone = new TreeMap<String, NodeOffer>();
        group.offers().forEach(offer -> byZone.putIfAbsent(offer.key().zone(), offer));
        var offers = new ArrayList<NodeOffer>();
        var reserve = reserve(group.name());
        byZone.forEach((zone, offer) -> {
            if (!reserve.equals(Reserves.UNKNOWN)
                    && UnitPrices.gpus(offer.node().allocatable()) == 0) {
                var base = capacity == Capacity.SPOT ? asSpot(offer.node()) : offer.node();
                var own = new ArrayList<NodeOffer>();
                for (var type : seen.types(group.name())) {
                    own.addAll(offer(type, base, reserve, name, zone));
                }
                offers.addAll(Undominated.of(own));
            }
        });
        return offers;
    }

    private Reserves reserve(String group) {
        var own = reserves.getOrDefault(group, Reserves.UNKNOWN);
        return own.equals(Reserves.UNKNOWN) ? others : own;
    }

    private static Node asSpot(Node node) {
        return node.withLabels(WellKnown.asSpot(node.labels()));
    }

    /// None if its price is unknown, or the DaemonSet pods do not fit on it.
    private List<NodeOffer> offer(
            InstanceType type, Node base, Reserves reserve, String group, String zone) {
        var node =
                base.withName(group + " " + type.name())
                        .withLabels(labels(base.labels(), type.name()))
                        .withAllocatable(reserve.allocatable(type.capacity(), base.allocatable()));
        boolean isSpot = SpotPods.isSpot(base);
        var price = isSpot ? type.spot() : type.onDemand();
        var key = new VariantKey(zone, type.name(), isSpot ? "spot" : "on-demand");
        return price instanceof Price.Known && node.asked().fitsIn(node.allocatable())
                ? List.of(new NodeOffer(group + " " + type.name() + "/" + zone, key, node, price))
                : List.of();
    }

    /// The labels of a node of another type: other labels that describe the type are left out.
    private static Labels labels(Labels base, String type) {
        var labels = base.toMap();
        labels.keySet().removeIf(key -> key.startsWith("karpenter.k8s.aws/instance-"));
        for (var key : WellKnown.INSTANCE_TYPES) {
            labels.computeIfPresent(key, (_, _) -> type);
        }
        return Labels.of(labels);
    }
}
