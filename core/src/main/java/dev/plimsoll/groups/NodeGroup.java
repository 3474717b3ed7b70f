package dev.plimsoll.groups;

import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.prices.Price;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.selection.Labels;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// A node group: its nodes, the nodes that it can get, how far it may grow, and prices.
///
/// @param match labels that every node of the group carries, and no other node
/// @param target the number of machines that the provider is asked to keep
/// @param members its nodes, in the order of their names; arriving machines last
/// @param offers the nodes that it can get, by variant; none if nothing tells
/// @param spread who picks the variant of a new node
public record NodeGroup(
        String name,
        Labels match,
        int target,
        List<Member> members,
        List<NodeOffer> offers,
        GroupSpread spread,
        Growth growth) {

    /// A node of the group, existing or arriving.
    public record Member(String node, VariantKey key, Price price) {}

    /// A node that the group can get.
    ///
    /// @param name unique among all offers: the group, and the variant if it has several
    /// @param key its instance type is empty if the provider picks one of several
    /// @param node a new node, with the pods that run on every node of the group
    /// @param price of one node an hour
    public record NodeOffer(String name, VariantKey key, Node node, Price price) {

        public boolean isPriced() {
            return price instanceof Price.Known;
        }
    }

    /// Whether it may grow.
    public sealed interface Growth {

        /// @param limits on the number of its nodes, existing and arriving ones included
        record Within(Limits limits, Standing standing) implements Growth {}

        record Never(Reason why) implements Growth {}
    }

    /// The maximum of a group without a limit.
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public NodeGroup {
        members = List.copyOf(members);
        offers = List.copyOf(offers);
    }

    /// The group with other offers.
    public NodeGroup with(List<NodeOffer> others) {
        return new NodeGroup(name, match, target, members, others, spread, growth);
    }

    /// The offer of that name.
    public NodeOffer offer(String offer) {
        return offers.stream()
                .filter(one -> one.name().equals(offer))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no offer " + offer));
    }

    /// The number of its nodes, arriving ones included.
    public int size() {
        return members.size();
    }

    /// The names of its nodes.
    public List<String> nodes() {
        return members.stream().map(Member::node).toList();
    }

    /// How many nodes may be added.
    public int room() {
        return switch (growth) {
            case Growth.Within(var limits, _) -> Math.max(0, limits.most() - size());
            case Growth.Never _ -> 0;
        };
    }

    /// The minimum number of nodes.
    public int least() {
        return switch (growth) {
            case Growth.Within(var limits, _) -> limits.least();
            case Growth.Never _ -> 0;
        };
    }

    /// How many nodes are missing to the minimum.
    public int belowMinimum() {
        return Math.max(0, least() - size());
    }

    public boolean isUnlimited() {
        return growth instanceof Growth.Within(var limits, _)
                && limits.most() == UNLIMITED
                && limits.capacity().isEmpty();
    }

    /// The provider picks the zone of a new node, and there are several.
    public boolean isBalanced() {
        return spread.zones() == GroupSpread.Zones.BALANCED && zones().size() > 1;
    }

    /// The zones of its offers, in order.
    public List<String> zones() {
        return offers.stream().map(offer -> offer.key().zone()).distinct().sorted().toList();
    }

    /// The number of its nodes in each zone of its offers.
    public SortedMap<String, Integer> nodesByZone() {
        var nodes = new TreeMap<String, Integer>();
        offers.forEach(offer -> nodes.put(offer.key().zone(), 0));
        members.forEach(
                member -> nodes.computeIfPresent(member.key().zone(), (_, count) -> count + 1));
        return nodes;
    }

    /// The instance types of its nodes and offers, in order.
    public List<String> types() {
        var keys = new TreeSet<String>();
        members.forEach(member -> keys.add(member.key().instanceType()));
        offers.forEach(offer -> keys.add(offer.key().instanceType()));
        keys.remove("");
        return List.copyOf(keys);
    }
}
